import { spawnSync, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { chown, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { root } from './read-blocks.ts'

/** A folder with the files of Debian's postfix package. The package can't be installed together with another mail server. */
const { NETBOX_POSTFIX: postfix } = process.env

// On Debian, the folders of administration programs are rarely in a user's PATH.
const searched = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: searched }).status === 0

/**
 * The PATH of a new terminal after `npm start`: without the folders that npm and Vitest add, and without the folders of administration
 * programs, which users of Debian don't have. So a command is found only if the page says how. A Python of pyenv lacks Debian's packages.
 */
const plainPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !/node_modules|\.pyenv/.test(folder) && (process.getuid?.() === 0 || !folder.endsWith('sbin')))
  .join(delimiter)

/** The Python modules that Debian's packages contain. These packages have no program. */
const modules = new Map([
  ['python3-pytest', 'pytest'],
  ['python3-dnspython', 'dns'],
])

const isMissing = (need: string): boolean => {
  const module = modules.get(need)
  if (module !== undefined)
    return spawnSync('python3', ['-c', `import ${module}`], { env: { ...searched, PATH: plainPath } }).status !== 0
  if (need === 'namespace') return findObstacle() !== undefined
  if (need === 'root') return process.getuid?.() !== 0
  return !isInstalled(need) && !(need === 'postfix' && postfix !== undefined)
}

/**
 * Returns the needs of a page's commands that this machine lacks. Recipes list their needs below the title: programs, `root`, and
 * `namespace` if commands run in one.
 *
 *   <!-- needs: namespace, unbound, dig -->
 */
export const missingFor = (page: string, commands: readonly string[]): string[] => {
  const [, list = ''] = /^<!-- needs: (.+) -->$/m.exec(page) ?? []
  const curl = commands.some((text) => /\bcurl\b/.test(text)) ? ['curl'] : []
  return ['bash', ...curl, ...list.split(', ').filter((need) => need !== '')].filter(isMissing)
}

/**
 * Returns the program and arguments that run a script. If the script needs postfix, the files of NETBOX_POSTFIX appear in /usr and /etc.
 */
const shellFor = (script: string): string[] => {
  if (postfix === undefined || !script.includes('postfix') || isInstalled('postfix')) return ['bash', '-c', script]
  const overlays = ['/usr', '/etc'].map(
    (folder) => `mount -t overlay -o lowerdir=${postfix}${folder}:${folder} overlay ${folder}`,
  )
  return ['unshare', '--mount', 'bash', '-c', [...overlays, script].join('\n')]
}

/** A folder in which commands run. Files that they create in it or next to it are removed. */
export interface Workspace {
  readonly folder: string
  /** The home of the user who runs the commands. */
  readonly home: string
  /** Whether an ordinary user runs the commands of root's tests. */
  readonly isOrdinary: boolean
  remove(): Promise<void>
}

// Files that a page's commands may create. All others are links to the repository.
const own = new Set(['.git', '.turbo', 'data', 'coverage'])

const NOBODY = 65_534

/**
 * Creates a folder with a link to every entry of the repository, except `own`, so that it looks like a built clone to commands. `linked`
 * limits the links to some entries. With `isOrdinary`, it belongs to the user `nobody`.
 */
export const makeWorkspace = async (isOrdinary = false, linked?: readonly string[]): Promise<Workspace> => {
  const above = await mkdtemp(join(tmpdir(), 'netbox-docs-'))
  const [folder, home] = [join(above, 'netbox'), join(above, 'home')]
  await Promise.all([mkdir(folder), mkdir(home)])
  const entries = linked ?? (await readdir(root)).filter((name) => !own.has(name))
  await Promise.all(entries.map((name) => symlink(join(root, name), join(folder, name))))
  if (isOrdinary) await Promise.all([above, folder, home].map(async (path) => chown(path, NOBODY, NOBODY)))
  return { folder, home, isOrdinary, remove: () => rm(above, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Returns the files that commands left in a workspace. In a clone, git ignores the folders in `own`. */
export const filesLeftIn = async ({ folder }: Pick<Workspace, 'folder'>): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => !entry.isSymbolicLink() && !own.has(entry.name))
    .map(({ name }) => name)

/** The exit code and the output of a script. */
export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
}

/** Runs a script in a workspace, in a shell with the state of a new terminal. */
export const runScript = (
  { folder, home, isOrdinary = false }: Pick<Workspace, 'folder' | 'home'> & Partial<Pick<Workspace, 'isOrdinary'>>,
  script: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> => {
  // Keeps Python from writing cache files next to the programs, which are links to the repository.
  const python = { PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: '-p no:cacheprovider' }
  const env = { PATH: plainPath, HOME: home, LANG: 'C.UTF-8', NO_COLOR: '1', ...python, ...variables }
  return new Promise((resolve, reject) => {
    const user = isOrdinary ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
    const [shell = 'bash', ...args] = [...user, ...shellFor(script)]
    const child = spawn(shell, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ stdout, stderr, code }))
  })
}

/** The output that a page claims for the commands after the previous claim. */
export interface Claim {
  readonly text: string
  /** Whether the text is the whole output, as in a `text` block, and not only its end, as in a comment. */
  readonly isWhole: boolean
}

/** The character that separates the outputs of two claims. No command of a page prints it. */
export const SEPARATOR = '\u001E'

const separate = `printf '\\036'`

const isComment = (line: string): boolean => line.startsWith('# ')

/** Combines the commands of a page into one script, which prints a separator at each claim. */
export const toScript = (blocks: readonly { readonly text: string; readonly prints?: string }[]) => {
  const claims: Claim[] = []
  const script: string[] = ['set -eo pipefail']
  for (const { text, prints } of blocks) {
    const lines = text.split('\n')
    let said: string[] | undefined
    lines.forEach((line, index) => {
      // A comment above a command is prose. A comment directly below a command is its expected output.
      const before = lines[index - 1] ?? ''
      if (isComment(line) && (said !== undefined || (before.trim() !== '' && !isComment(before)))) said ??= []
      if (isComment(line) && said !== undefined) {
        said.push(line.slice(2))
        if (isComment(lines[index + 1] ?? '')) return
        claims.push({ text: said.join('\n'), isWhole: false })
        script.push(separate)
        said = undefined
      } else script.push(line)
    })
    // A block without a claim accepts any output, so that its output doesn't count for the next claim.
    claims.push({ text: prints ?? '…', isWhole: true })
    script.push(separate)
  }
  return { script: script.join('\n'), claims }
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Returns whether the output matches a claim. */
export const isTrue = ({ text, isWhole }: Claim, printed: string): boolean => {
  const pattern = text.trim().split('…').map(escape).join('[^]*?')
  // Claimed output starts at a new line, or after a JSON document that has no final line break.
  return new RegExp(`${isWhole ? '^' : '(?:^|[\\n}])'}${pattern}$`).test(printed.trim())
}
