"""launch.py IN OUT ERR FOLDER COMMAND…: runs the command with these descriptors and prints its exit code."""
import os
import subprocess
import sys

kinds, folder, command = sys.argv[1:4], sys.argv[4], sys.argv[5:]
names = ["input.txt", "stdout", "stderr"]


def opened(at):
    mode = "rb" if at == 0 else "wb"
    return {
        "closed": lambda: None,
        "null": lambda: subprocess.DEVNULL,
        "full": lambda: open("/dev/full", mode),
        "pipe": lambda: subprocess.PIPE,
        "file": lambda: open(os.path.join(folder, names[at]), mode),
    }[kinds[at]]()


def close():
    for at in range(3):
        if kinds[at] == "closed":
            os.close(at)


process = subprocess.Popen(command, stdin=opened(0), stdout=opened(1), stderr=opened(2), preexec_fn=close)
for name, content in zip(names[1:], process.communicate()):
    if content is not None:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
print(process.returncode)
