import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A test program in its own process. */
export interface Child {
  readonly process: ChildProcess
  /** Its output, line by line, until its end. */
  readonly lines: AsyncIterable<string>
  /** Rejects with its stderr output if it fails. */
  readonly ended: Promise<void>
}

/** Starts a script of apps/api/test/support with this Node, or through another program such as strace. */
export const startChild = (script: string, parameters: readonly string[], under: readonly string[] = []): Child => {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [program = '', ...rest] = [...under, process.execPath, path, ...parameters]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString()
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve()
      else reject(new Error(`${script} ended with ${code ?? signal}: ${errors}`))
    })
  })
  return { process: child, lines: createInterface({ input: child.stdout }), ended }
}

/** Returns the output of a child after its end. */
export const outputOf = async (child: Child): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of child.lines) lines.push(line)
  await child.ended
  return lines
}
