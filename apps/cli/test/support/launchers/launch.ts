// launch.ts IN OUT ERR FOLDER COMMAND…: runs the command with these descriptors and prints its exit code. Node can't close one.
import { spawn } from 'node:child_process'
import { createWriteStream, openSync } from 'node:fs'
import { join } from 'node:path'

const names = ['input.txt', 'stdout', 'stderr'] as const
const [folder = '', command = '', ...rest] = process.argv.slice(5)

const opened = (kind: string | undefined, at: 0 | 1 | 2): number | 'ignore' | 'pipe' => {
  const flags = at === 0 ? 'r' : 'w'
  if (kind === 'full') return openSync('/dev/full', flags)
  if (kind === 'file') return openSync(join(folder, names[at]), flags)
  return kind === 'pipe' ? 'pipe' : 'ignore'
}

const [input, output, error] = process.argv.slice(2, 5)
const child = spawn(command, rest, { stdio: [opened(input, 0), opened(output, 1), opened(error, 2)] })
child.stdin?.end()
child.stdout?.pipe(createWriteStream(join(folder, 'stdout')))
child.stderr?.pipe(createWriteStream(join(folder, 'stderr')))
child.on('close', (code) => process.stdout.write(`${code}\n`))
