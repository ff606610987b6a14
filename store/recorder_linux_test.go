package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// step is a system call of a process in a directory, or a line that it prints.
type step struct {
	kind   stepKind
	file   int    // its number, in the order of creation; 0 is the directory
	name   string // that the file has, gets or loses
	from   string // the name before, of a file that is renamed
	at     int64  // where it is written, or how long it is from now on
	data   []byte // what is written or printed
	covers int    // how many steps a sync waits for: those before it began
}

type stepKind string

const (
	stepCreate   stepKind = "create"
	stepLink     stepKind = "link"
	stepRename   stepKind = "rename"
	stepRemove   stepKind = "remove"
	stepWrite    stepKind = "write"
	stepTruncate stepKind = "truncate"
	stepChown    stepKind = "chown"
	stepSync     stepKind = "sync"
	stepPrint    stepKind = "print"
)

func (s step) String() string {
	switch s.kind {
	case stepWrite:
		return fmt.Sprintf("write %d bytes at %d of %s", len(s.data), s.at, s.name)
	case stepTruncate:
		return fmt.Sprintf("truncate %s to %d bytes", s.name, s.at)
	case stepPrint:
		return fmt.Sprintf("print %q", s.data)
	}
	return strings.Join(strings.Fields(fmt.Sprint(s.kind, " ", s.from, " ", s.name)), " ")
}

// recorder records the steps of processes in one directory, one process after another. It traces
// their system calls, so that it records what the real store does.
type recorder struct {
	dir   string
	steps []step
	names map[string]int // the number of the file that has a name now
	files map[uint64]int // the same, by inode
	count int

	// full tells of a sync that is to fail for want of room. The system does it all the same.
	full func() bool
}

func newRecorder(dir string) *recorder {
	return &recorder{dir: dir, names: map[string]int{}, files: map[uint64]int{}}
}

// systemCall is a system call that a thread has begun.
type systemCall struct {
	number uint64
	args   [6]uint64
	covers int
}

// run records this program in a role until it ends, or kills it after a step that last holds
// for. Linux lets only the thread that starts a process trace it.
func (r *recorder) run(t *testing.T, role, path string, last func(step) bool) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := child(t, role, path)
	c.Stderr = os.Stderr
	c.SysProcAttr = &unix.SysProcAttr{Ptrace: true}
	if err := c.Start(); errors.Is(err, unix.EPERM) {
		t.Skipf("this system lets nobody trace a process: %v", err)
	} else {
		must(t, err)
	}
	defer c.Process.Kill() // if the test fails here
	process, calls, killed := c.Process.Pid, map[int]systemCall{}, false
	for first := true; ; first = false {
		var status unix.WaitStatus
		thread, err := unix.Wait4(-1, &status, unix.WALL|unix.WNOTHREAD, nil)
		if err == unix.EINTR {
			continue
		}
		must(t, err)
		switch {
		case thread == process && (status.Exited() || status.Signaled()):
			c.Process.Release()
			if !killed && status != 0 {
				t.Fatalf("%s ended by itself: %#x", role, status)
			}
			return
		case !status.Stopped():
			continue // a thread has ended
		case first:
			must(t, unix.PtraceSetOptions(process, unix.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_TRACECLONE|unix.PTRACE_O_EXITKILL))
		}
		deliver := 0
		switch signal := status.StopSignal(); signal {
		case unix.SIGTRAP, unix.SIGSTOP: // the tracer's own
		case unix.SIGTRAP | 0x80:
			before := len(r.steps)
			r.call(t, process, thread, calls)
			if len(r.steps) > before && !killed && last(r.steps[before]) {
				killed = true
				must(t, unix.Kill(process, unix.SIGKILL))
			}
		default:
			deliver = int(signal)
		}
		if err := unix.PtraceSyscall(thread, deliver); err != unix.ESRCH { // it may be dead by now
			must(t, err)
		}
	}
}

// call notes the system call that a thread begins, or records the one that it ends.
func (r *recorder) call(t *testing.T, process, thread int, calls map[int]systemCall) {
	t.Helper()
	var info struct {
		kind   uint8
		_      [23]byte
		values [8]uint64 // the number and the arguments, or the result and whether it is an error
	}
	if _, _, e := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_GET_SYSCALL_INFO, uintptr(thread),
		unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0); e == unix.ESRCH {
		return // it was killed
	} else if e != 0 {
		t.Fatal(e)
	}
	if sync := calls[thread].number == unix.SYS_FSYNC || calls[thread].number == unix.SYS_FDATASYNC; sync &&
		info.kind == unix.PTRACE_SYSCALL_INFO_EXIT && r.full != nil && r.full() {
		info.values = [8]uint64{^uint64(unix.ENOSPC) + 1, 1}
		if _, _, e := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_SET_SYSCALL_INFO,
			uintptr(thread), unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0); e != 0 {
			t.Skipf("a sync cannot be made to fail before Linux 6.16: %v", e)
		}
	}
	if info.kind == unix.PTRACE_SYSCALL_INFO_ENTRY {
		calls[thread] = systemCall{info.values[0], [6]uint64(info.values[1:7]), len(r.steps)}
		return
	}
	c, result := calls[thread], int64(info.values[0])
	if result < 0 {
		return
	}
	open := func(arg int) string { return fmt.Sprintf("/proc/%d/fd/%d", process, c.args[arg]) }
	memory := func(arg int, b []byte) []byte {
		f, err := os.Open(fmt.Sprintf("/proc/%d/mem", thread))
		must(t, err)
		defer f.Close()
		n, err := f.ReadAt(b, int64(c.args[arg]))
		if n == 0 {
			must(t, err)
		}
		return b[:n]
	}
	// name returns the name that an argument says, or "" if it is in another directory.
	name := func(arg int) string {
		path, _, _ := bytes.Cut(memory(arg, make([]byte, 4096)), []byte{0})
		if filepath.Dir(string(path)) != r.dir {
			return ""
		}
		return filepath.Base(string(path))
	}
	// written records what is in a file where the process wrote it.
	written := func(arg int, at int64) {
		s, ok := r.open(open(arg))
		if !ok {
			return
		}
		f, err := os.Open(open(arg))
		must(t, err)
		defer f.Close()
		s.kind, s.at, s.data = stepWrite, at, make([]byte, result)
		if at < 0 { // where the process is in the file
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", process, c.args[arg]))
			must(t, err)
			_, err = fmt.Sscanf(string(text), "pos: %d", &s.at)
			must(t, err)
			s.at -= result
		}
		_, err = f.ReadAt(s.data, s.at)
		must(t, err)
		r.steps = append(r.steps, s)
	}
	switch c.number {
	case unix.SYS_OPENAT:
		c.args[0] = uint64(result)
		s, ok := r.open(open(0))
		if !ok {
			return
		}
		if r.names[s.name] == 0 {
			info, err := os.Stat(open(0))
			must(t, err)
			r.count++
			s.kind, s.file = stepCreate, r.count
			r.names[s.name], r.files[inodeOf(info)] = s.file, s.file
			r.steps = append(r.steps, s)
		}
		if c.args[2]&unix.O_TRUNC != 0 {
			s.kind = stepTruncate
			r.steps = append(r.steps, s)
		}
	case unix.SYS_PWRITE64:
		written(0, int64(c.args[3]))
	case unix.SYS_WRITE:
		if c.args[0] != 1 {
			written(0, -1)
			return
		}
		r.steps = append(r.steps, step{kind: stepPrint, data: memory(1, make([]byte, result))})
	case unix.SYS_COPY_FILE_RANGE:
		written(2, -1)
	case unix.SYS_FTRUNCATE:
		if s, ok := r.open(open(0)); ok {
			s.kind, s.at = stepTruncate, int64(c.args[1])
			r.steps = append(r.steps, s)
		}
	case unix.SYS_TRUNCATE:
		if name := name(0); name != "" {
			r.steps = append(r.steps, step{kind: stepTruncate, file: r.names[name], name: name, at: int64(c.args[1])})
		}
	case unix.SYS_FSYNC, unix.SYS_FDATASYNC:
		s, ok := r.open(open(0))
		if at, err := os.Readlink(open(0)); err == nil && at == r.dir {
			ok = true
		}
		if ok {
			s.kind, s.covers = stepSync, c.covers
			r.steps = append(r.steps, s)
		}
	case unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_LINKAT:
		from, to := name(1), name(3)
		if from == "" {
			return
		}
		s := step{kind: stepLink, file: r.names[from], name: to}
		if c.number != unix.SYS_LINKAT {
			s.kind, s.from = stepRename, from
			delete(r.names, from)
		}
		r.names[to] = s.file
		r.steps = append(r.steps, s)
	case unix.SYS_FCHOWNAT:
		if name := name(1); name != "" {
			r.steps = append(r.steps, step{kind: stepChown, file: r.names[name], name: name})
		}
	case unix.SYS_UNLINKAT:
		if name := name(1); name != "" {
			r.steps = append(r.steps, step{kind: stepRemove, file: r.names[name], name: name})
			delete(r.names, name)
		}
	}
}

// open returns a step about an open file of the directory.
func (r *recorder) open(descriptor string) (step, bool) {
	path, err := os.Readlink(descriptor)
	if err != nil || filepath.Dir(path) != r.dir {
		return step{}, false
	}
	info, err := os.Stat(descriptor)
	if err != nil || !info.Mode().IsRegular() {
		return step{}, false
	}
	return step{file: r.files[inodeOf(info)], name: filepath.Base(path)}, true
}

func inodeOf(info fs.FileInfo) uint64 { return info.Sys().(*syscall.Stat_t).Ino }
