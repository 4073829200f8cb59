import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** The launcher of the built command, which users start too. */
export const bin = fileURLToPath(new URL('../../bin/netbox.cjs', import.meta.url))

const built = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url))
if (!existsSync(built)) throw new Error("The command is not built: run 'npx turbo run build --filter=netbox' first.")

/** A home folder for one test, with a working folder. */
export interface Home {
  readonly folder: string
  /** The folder of the state files. */
  readonly state: string
  readonly environment: Readonly<Record<string, string>>
}

/** Creates an empty home, with `netbox` on the shell's path. */
export const makeHome = (): Home => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  const bins = join(folder, 'bin')
  mkdirSync(bins)
  writeFileSync(join(bins, 'netbox'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  const environment = {
    PATH: `${bins}:/usr/bin:/bin`,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    // No server listens on this port: a test that needs a service sets its own address.
    NETBOX_API_URL: 'http://127.0.0.1:1',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
  }
  return { folder, state: join(folder, 'state', 'netbox'), environment }
}

/** Removes a home, even if its permissions have changed. */
export const removeHome = ({ folder }: Home): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })

/** Creates a home that is removed when the running test ends. */
export const useHome = (): Home => {
  const home = makeHome()
  onTestFinished(() => removeHome(home))
  return home
}

const hold = fileURLToPath(new URL('hold.cjs', import.meta.url))

/** Makes runs with the artificial delay stop halfway, so that a test sees them running. They continue after `release`. */
export const holdRuns = (home: Home): Home & { readonly release: () => void } => {
  const file = join(home.folder, 'go-on')
  const environment = { ...home.environment, NODE_OPTIONS: `--require=${hold}`, NETBOX_TEST_HOLD: file }
  return { ...home, environment, release: () => writeFileSync(file, '') }
}

/** The exit code or signal of a process, and its output. */
export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

const DAY = 86_400_000

/** Waits for the next UTC day if less than 90 seconds remain of this one, because a test that counts runs must not span two days. */
export const stayInOneDay = async (): Promise<void> => {
  const left = DAY - (Date.now() % DAY)
  if (left < 90_000) await wait(left)
}

/** Starts the command. `finished` resolves with its outcome. */
export const start = (
  home: Home,
  args: readonly string[],
  { env = {}, cwd = home.folder }: { env?: Record<string, string>; cwd?: string } = {},
): { child: ChildProcess; finished: Promise<Outcome> } =>
  follow(spawn(process.execPath, [bin, ...args], { cwd, env: { ...home.environment, ...env } }))

/** Runs a line in a shell, for pipes and redirections. */
export const startShell = (
  home: Home,
  line: string,
  env: Record<string, string> = {},
): { child: ChildProcess; finished: Promise<Outcome> } =>
  follow(spawn('/bin/bash', ['-c', line], { cwd: home.folder, env: { ...home.environment, ...env } }))

const follow = (child: ChildProcess): { child: ChildProcess; finished: Promise<Outcome> } => {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const finished = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ stdout, stderr, code, signal }))
  })
  return { child, finished }
}

/** Runs the command to its end, with the given text on stdin or none. */
export const netbox = async (
  home: Home,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; input?: string | Uint8Array } = {},
): Promise<Outcome> => {
  const { child, finished } = start(home, args, options)
  // A command that needs no input may exit before the write, which then fails.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.input ?? '')
  return finished
}

/** Returns bash's own completions after these words. */
export const offersInBash = async (...words: string[]): Promise<string[]> => {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const line = `source <(netbox completion bash); COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _netbox; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = await startShell(useHome(), line).finished
  if (stderr !== '') throw new Error(`The completion made bash print an error: ${stderr}`)
  return stdout.split('\n').filter((word) => word !== '')
}
