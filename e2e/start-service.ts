import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The program of the built service. */
export const main = fileURLToPath(new URL('../apps/api/dist/main.js', import.meta.url))

/** The built service, with an empty SQLite file in its own folder. */
export interface Service {
  readonly url: string
  /** The service's folder. Its data is in the subfolder `data`. */
  readonly folder: string
  readonly process: ChildProcess
  /** Stops the service if it is running, and removes its folder. */
  remove(): Promise<void>
}

/** Waits for the line with the service's address. Keeps reading later lines, but ignores them. */
const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let shown = ''
    child.stdout?.on('data', (chunk) => {
      if (shown.includes(' listens on ')) return
      shown += String(chunk)
      const url = /listens on (http:\S+)/.exec(shown)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.on('exit', () => reject(new Error(`the service ended: ${shown}`)))
  })

/**
 * Starts the built service on a free port, in its own folder as in production. Its data is in the subfolder `data`. `remove` deletes the
 * folder, even a given one.
 */
export const startService = async ({
  folder: existing,
  variables = {},
  nodeOptions = [],
}: {
  readonly folder?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly nodeOptions?: readonly string[]
} = {}): Promise<Service> => {
  const folder = existing ?? (await mkdtemp(join(tmpdir(), 'netbox-service-')))
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0', ...variables }
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await listening(child)
  const remove = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  return { url, folder, process: child, remove }
}
