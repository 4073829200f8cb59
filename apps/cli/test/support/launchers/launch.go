// launch IN OUT ERR FOLDER COMMAND…: runs the command with these descriptors and prints its exit code.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	folder, command := os.Args[4], os.Args[5:]
	names := []string{"input.txt", "stdout", "stderr"}
	files := make([]uintptr, 3)
	var opened []*os.File
	var readers sync.WaitGroup
	for at, kind := range os.Args[1:4] {
		flag := os.O_WRONLY | os.O_CREATE
		if at == 0 {
			flag = os.O_RDONLY
		}
		var file *os.File
		switch kind {
		case "closed":
			files[at] = ^uintptr(0)
			continue
		case "null":
			file = must(os.OpenFile(os.DevNull, os.O_RDWR, 0))
		case "full":
			file = must(os.OpenFile("/dev/full", flag, 0))
		case "file":
			file = must(os.OpenFile(filepath.Join(folder, names[at]), flag, 0o644))
		case "pipe":
			reader, writer, err := os.Pipe()
			if err != nil {
				panic(err)
			}
			if at == 0 {
				writer.Close()
				file = reader
				break
			}
			file = writer
			path := filepath.Join(folder, names[at])
			readers.Add(1)
			go func() {
				defer readers.Done()
				content := must(io.ReadAll(reader))
				if err := os.WriteFile(path, content, 0o644); err != nil {
					panic(err)
				}
			}()
		}
		files[at] = file.Fd()
		opened = append(opened, file)
	}
	pid := must(syscall.ForkExec(command[0], command, &syscall.ProcAttr{Env: os.Environ(), Files: files}))
	for _, file := range opened {
		file.Close()
	}
	var status syscall.WaitStatus
	must(syscall.Wait4(pid, &status, 0, nil))
	readers.Wait()
	fmt.Println(status.ExitStatus())
}
