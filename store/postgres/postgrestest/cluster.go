package postgrestest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Cluster is three machines with PostgreSQL, Patroni and etcd, made by the files of docs/deploy. Their addresses are of
// the loopback interface.
type Cluster struct {
	t       testing.TB
	dir     string // of everything
	deploy  string // the directory docs/deploy
	network string // the first three bytes of all addresses
	client  *http.Client
	proxy   *exec.Cmd
	Nodes   []*Node
}

// Node is one of the machines of a cluster.
type Node struct {
	cluster       *Cluster
	name, address string
	dir           string
	etcd, patroni *exec.Cmd
}

// The programs, as Debian has them.
const (
	patroniProgram = "/usr/bin/patroni"
	etcdProgram    = "/usr/bin/etcd"
	haproxyProgram = "/usr/sbin/haproxy"
)

// StartCluster starts a cluster, and ends it with the test. Without its programs it skips the test.
func StartCluster(t testing.TB, deploy string) *Cluster {
	t.Helper()
	Need(t)
	for _, program := range []string{patroniProgram, etcdProgram, haproxyProgram} {
		if _, err := os.Stat(program); err != nil {
			t.Skip("Patroni is not installed (apt-get install patroni etcd-server haproxy)")
		}
	}
	dir, err := os.MkdirTemp("", "dc-pg-") // short, because the name of a socket must be
	must(t, err)
	must(t, giveToUser(dir))
	deploy, err = filepath.Abs(deploy)
	must(t, err)
	c := &Cluster{t: t, dir: dir, deploy: deploy, network: fmt.Sprintf("127.%d.%d", 1+rand.N(250), rand.N(250))}
	t.Cleanup(c.remove)
	for i := range 3 {
		name := fmt.Sprintf("db%d", i+1)
		c.Nodes = append(c.Nodes, &Node{cluster: c, name: name, dir: filepath.Join(dir, name), address: fmt.Sprintf("%s.%d", c.network, i+1)})
	}
	c.certify()
	for _, n := range c.Nodes {
		n.configure()
		n.Run()
	}
	c.startProxy()
	c.WaitUntilWhole()
	c.makeRoles()
	return c
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// certify makes certificates for the nodes, which can be reached through the proxy, too.
func (c *Cluster) certify() {
	c.t.Helper()
	must(c.t, os.Mkdir(c.certificates(), 0o700))
	must(c.t, giveToUser(c.certificates()))
	command := exec.Command(filepath.Join(c.deploy, "certificates.sh"))
	for _, n := range c.Nodes {
		// etcd checks the address from which another one connects: on the loopback interface, that is always the same.
		command.Args = append(command.Args, n.name+"="+n.address+","+c.proxyAddress()+",127.0.0.1")
	}
	command.Dir = c.certificates()
	must(c.t, start(command))
	must(c.t, command.Wait())
	authority, err := os.ReadFile(c.authority())
	must(c.t, err)
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(authority)
	c.client = &http.Client{Timeout: time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, DisableKeepAlives: true}}
}

func (c *Cluster) authority() string { return filepath.Join(c.certificates(), "authority.crt") }

func (c *Cluster) certificates() string { return filepath.Join(c.dir, "certificates") }

func (c *Cluster) proxyAddress() string { return c.network + ".9" }

// fill writes a file of docs/deploy/patroni as it is on a machine.
func (c *Cluster) fill(name, to string, more ...string) {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.deploy, "patroni", name))
	must(c.t, err)
	filled := strings.NewReplacer(append(more, "10.0.0.", c.network+".", "127.0.0.1", c.proxyAddress(), "/etc/doublecorner-db", c.certificates())...).Replace(string(text))
	must(c.t, os.WriteFile(to, []byte(filled), 0o644))
}

// configure makes the settings of a machine.
func (n *Node) configure() {
	must(n.cluster.t, os.Mkdir(n.dir, 0o700))
	must(n.cluster.t, giveToUser(n.dir))
	n.cluster.fill("etcd", filepath.Join(n.dir, "etcd.env"), "MYNAME", n.name, "MYADDRESS", n.address, "/var/lib/etcd", n.dir)
	n.cluster.fill("patroni.yml", filepath.Join(n.dir, "patroni.yml"), "MYNAME", n.name, "MYADDRESS", n.address,
		"/usr/lib/postgresql/15/bin", programs(), "/var/lib/postgresql/15/patroni", n.data(), "/var/lib/postgresql", n.dir,
		"/var/run/postgresql", n.dir, "local all postgres peer", "local all postgres trust") // the user who runs the test
}

func (n *Node) data() string { return filepath.Join(n.dir, "data") }

// String returns the name of the machine.
func (n *Node) String() string { return n.name }

// Run starts what runs on the machine.
func (n *Node) Run() {
	n.cluster.t.Helper()
	settings, err := os.ReadFile(filepath.Join(n.dir, "etcd.env"))
	must(n.cluster.t, err)
	n.etcd = n.command(etcdProgram)
	for line := range strings.Lines(string(settings)) {
		if strings.HasPrefix(line, "ETCD_") {
			n.etcd.Env = append(n.etcd.Env, strings.TrimSpace(line))
		}
	}
	n.patroni = n.command(patroniProgram, filepath.Join(n.dir, "patroni.yml"))
	must(n.cluster.t, start(n.etcd))
	must(n.cluster.t, start(n.patroni))
}

// command returns a command whose output is in a file of the machine.
func (n *Node) command(program string, args ...string) *exec.Cmd {
	n.cluster.t.Helper()
	log, err := os.OpenFile(filepath.Join(n.dir, filepath.Base(program)+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	must(n.cluster.t, err)
	n.cluster.t.Cleanup(func() { log.Close() })
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), "LC_ALL=C", "HOME="+n.dir)
	c.Dir, c.Stdout, c.Stderr = n.dir, log, log
	return c
}

// Kill kills everything on the machine at once, as a power failure does.
func (n *Node) Kill() {
	kill(&n.etcd)
	n.KillPatroni()
	if server := n.server(); server != 0 {
		killAll(server)
	}
}

// KillPatroni kills Patroni alone. The server that it led does not know that.
func (n *Node) KillPatroni() { kill(&n.patroni) }

// kill kills a process, unless it was killed before.
func kill(c **exec.Cmd) {
	if *c != nil {
		(*c).Process.Kill()
		(*c).Wait()
		*c = nil
	}
}

// server returns the process of PostgreSQL; 0 if there is none.
func (n *Node) server() int {
	text, _ := os.ReadFile(filepath.Join(n.data(), "postmaster.pid"))
	line, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(line)
	if command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); !strings.Contains(string(command), n.data()) {
		return 0 // it was killed, and the file stays
	}
	return pid
}

// Exec runs a statement on the machine as superuser, and returns the first column of its row.
func (n *Node) Exec(database, sql string) (result string, err error) {
	ctx, end := context.WithTimeout(context.Background(), 5*time.Second)
	defer end()
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://postgres@/%s?host=%s", database, url.QueryEscape(n.dir)))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, sql).Scan(&result)
	return result, err
}

// Leader returns the machine that leads, as its Patroni says; nil if there is none.
func (c *Cluster) Leader() *Node {
	for _, n := range c.Nodes {
		answer, err := c.client.Get("https://" + n.address + ":8008/primary")
		if err != nil {
			continue
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return n
		}
	}
	return nil
}

// WaitUntilWhole waits until two standbys follow the leader, and commits wait for one of them.
func (c *Cluster) WaitUntilWhole() {
	c.t.Helper()
	const whole = `SELECT (count(*) = 2 AND count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) >= 1)::text
		FROM pg_stat_replication WHERE state = 'streaming'`
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(200 * time.Millisecond) {
		if n := c.Leader(); n != nil {
			if is, err := n.Exec("postgres", whole); err == nil && is == "true" {
				return
			}
		}
	}
	c.t.Fatal("the servers do not follow a leader")
}

// password is that of all roles.
const password = "secret"

// makeRoles makes the roles and the database of the bot.
func (c *Cluster) makeRoles() {
	c.t.Helper()
	leader := c.Leader()
	psql := exec.Command(filepath.Join(programs(), "psql"), "--host="+leader.dir, "--username=postgres", "--dbname=postgres",
		"--file="+filepath.Join(c.deploy, "roles.sql"),
		"--command=ALTER ROLE doublecorner PASSWORD '"+password+"'", "--command=ALTER ROLE games_owner PASSWORD '"+password+"'")
	out, err := psql.CombinedOutput()
	if err != nil {
		c.t.Fatalf("%v: %s", err, out)
	}
	for _, n := range c.Nodes {
		is := "false"
		for is != "true" { // a server that does not know the password yet would refuse it
			is, err = n.Exec("postgres", "SELECT (count(*) = 1)::text FROM pg_authid WHERE rolname = 'games_owner' AND rolpassword IS NOT NULL")
			must(c.t, err)
		}
	}
}

// Address returns the address of the bot's database for a role, through HAProxy.
func (c *Cluster) Address(role string) string {
	return fmt.Sprintf("postgres://%s:%s@%s:5000/doublecorner?sslmode=verify-full&sslrootcert=%s", role, password, c.proxyAddress(),
		url.QueryEscape(c.authority()))
}

func (c *Cluster) startProxy() {
	c.t.Helper()
	settings := filepath.Join(c.dir, "haproxy.cfg")
	c.fill("haproxy.cfg", settings)
	c.proxy = exec.Command(haproxyProgram, "-f", settings)
	must(c.t, start(c.proxy))
}

// remove ends all, and shows the logs if the test has failed.
func (c *Cluster) remove() {
	for _, n := range c.Nodes {
		n.Kill()
		if logs, _ := filepath.Glob(filepath.Join(n.dir, "*.log")); c.t.Failed() {
			for _, log := range logs {
				text, _ := os.ReadFile(log)
				c.t.Logf("%s ends with:\n%s", log, text[max(0, len(text)-2000):])
			}
		}
	}
	kill(&c.proxy)
	os.RemoveAll(c.dir)
}

// killAll kills a process and its children.
func killAll(pid int) {
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	syscall.Kill(pid, syscall.SIGKILL)
	for _, child := range strings.Fields(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}
