import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { shellFor } from './needs.ts'
import { root } from './pages.ts'

/** A folder that looks like a built clone of this repository to commands. Files that they create in it or next to it are removed. */
export interface Workspace {
  readonly folder: string
  /** The home of the user who runs the commands. */
  readonly home: string
  remove(): Promise<void>
}

// Files that a page's commands may create. All others are links to the repository.
const own = new Set(['.git', '.turbo', 'data', 'coverage'])

/** Creates a folder with a link to every entry of the repository, except `own`. */
export const makeWorkspace = async (): Promise<Workspace> => {
  const above = await mkdtemp(join(tmpdir(), 'netbox-docs-'))
  const [folder, home] = [join(above, 'netbox'), join(above, 'home')]
  await Promise.all([mkdir(folder), mkdir(home)])
  const entries = (await readdir(root)).filter((name) => !own.has(name))
  await Promise.all(entries.map((name) => symlink(join(root, name), join(folder, name))))
  return { folder, home, remove: () => rm(above, { recursive: true, force: true, maxRetries: 3 }) }
}

/**
 * The PATH of a new terminal after `npm start`: without the folders that npm and Vitest add, and without those of administration programs,
 * which users of Debian don't have. So a command is found only if the page says how.
 */
const plainPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules') && (process.getuid?.() === 0 || !folder.endsWith('sbin')))
  .join(delimiter)

/** The exit code and the output of a script. */
export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
}

/** Runs a script in a workspace, in a shell with the state of a new terminal. */
export const runScript = (
  { folder, home }: Pick<Workspace, 'folder' | 'home'>,
  script: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> => {
  // Keeps Python from writing cache files next to the programs, which are links to the repository.
  const python = { PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: '-p no:cacheprovider' }
  const env = { PATH: plainPath, HOME: home, LANG: 'C.UTF-8', NO_COLOR: '1', ...python, ...variables }
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
