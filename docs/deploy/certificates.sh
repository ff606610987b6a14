#!/bin/sh
# Makes certificates for servers, signed by an authority of your own, which it makes first. Name each server, with all addresses
# by which it is reached:
#   ./certificates.sh db1=10.0.0.1,127.0.0.1 db2=10.0.0.2,127.0.0.1
#   ./certificates.sh db=db.example.org
# Each gets NAME.crt and NAME.key. authority.crt goes to all who check the servers (sslrootcert), and authority.key nowhere. Needs
# OpenSSL 3. They are valid for ten years; for new ones, run it again.
set -eu
umask 077
curve="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650"
if [ ! -e authority.key ]; then
	openssl req -x509 $curve -subj "/CN=Authority of Double Corner's servers" -keyout authority.key -out authority.crt
fi
for server; do
	name=${server%%=*} list=
	for address in $(echo "${server#*=}" | tr , ' '); do
		case $address in
		*:*) kind=IP ;;
		*[!0-9.]*) kind=DNS ;;
		*) kind=IP ;;
		esac
		list=$list,$kind:$address
	done
	openssl req -x509 $curve -CA authority.crt -CAkey authority.key -subj "/CN=$name" -addext "subjectAltName=${list#,}" \
		-addext basicConstraints=critical,CA:FALSE -addext extendedKeyUsage=serverAuth,clientAuth \
		-keyout "$name.key" -out "$name.crt"
	chmod 644 authority.crt "$name.crt"
done
