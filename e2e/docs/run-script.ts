import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { shellFor } from './needs.ts'
import { root } from './pages.ts'

/** A folder that looks like this repository to commands. The files that they create stay in it. */
export interface Workspace {
  readonly folder: string
  remove(): Promise<void>
}

// Files that a page's commands may create. All others are links to the repository.
const own = new Set(['.git', '.turbo', 'data', 'coverage'])

/** Creates a folder with a link to every entry of the repository, except `own`. */
export const makeWorkspace = async (): Promise<Workspace> => {
  const folder = await mkdtemp(join(tmpdir(), 'netbox-docs-'))
  const entries = (await readdir(root)).filter((name) => !own.has(name))
  await Promise.all(entries.map((name) => symlink(join(root, name), join(folder, name))))
  await mkdir(join(folder, 'home'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** The exit code and the output of a script. */
export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
}

/** Runs a script in a workspace. It has its own home, and its PATH has the Node of the tests and the commands of the repository. */
export const runScript = (
  { folder }: Workspace,
  script: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> => {
  const home = join(folder, 'home')
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH'], '/usr/sbin'].join(
    delimiter,
  )
  // Keeps Python from writing cache files next to the programs, which are links to the repository.
  const python = { PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: '-p no:cacheprovider' }
  const env = { PATH: path, HOME: home, LANG: 'C.UTF-8', NO_COLOR: '1', ...python, ...variables }
  return new Promise((resolve, reject) => {
    const [shell = 'bash', ...args] = shellFor(script)
    const child = spawn(shell, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ stdout, stderr, code }))
  })
}
