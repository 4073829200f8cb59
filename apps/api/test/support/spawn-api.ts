import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built service in its own process. */
export interface SpawnedApi {
  readonly url: string
  readonly process: ChildProcess
  /** Sends a signal and returns how the process ended, and after how many milliseconds. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly milliseconds: number }>
  /** Returns the text on standard output and standard error so far. */
  output(): string
}

const LISTENS = /^netbox listens on (http:\S+)$/m

/**
 * Starts the built service, or another program of `apps/api`, on a free port and waits until it listens. Rejects with its output if it ends
 * instead.
 */
export const spawnApi = async (
  env: Readonly<Record<string, string>>,
  program = 'dist/main.js',
): Promise<SpawnedApi> => {
  const main = fileURLToPath(new URL(`../../${program}`, import.meta.url))
  if (!existsSync(main)) throw new Error("The API is not built. Run 'npm run build' first.")
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      const found = LISTENS.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('close', () => reject(new Error(output)))
  })
  const end: SpawnedApi['end'] = async (signal) => {
    const begun = performance.now()
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
    return { code: child.exitCode, milliseconds: performance.now() - begun }
  }
  return { url, process: child, end, output: () => output }
}
