#!/bin/sh
# Makes the role of the bot, which is no superuser, and its database. The image of compose.postgres.yaml runs this once,
# when it makes the server.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\set password `cat "$ROLE_PASSWORD_FILE"`
CREATE ROLE doublecorner LOGIN PASSWORD :'password';
ALTER ROLE doublecorner SET idle_in_transaction_session_timeout = '10s';
ALTER ROLE doublecorner SET tcp_user_timeout = '10s';
CREATE DATABASE doublecorner OWNER doublecorner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';
SQL
