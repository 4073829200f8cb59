import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { bin, makeHome, netbox, removeHome } from './support/netbox.ts'

const kinds = ['closed', 'null', 'full', 'pipe', 'file'] as const
type Kind = (typeof kinds)[number]

const at = (name: string): string => fileURLToPath(new URL(`support/launchers/${name}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'netbox-descriptors-'))
const home = makeHome()
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  removeHome(home)
})

const environment = { ...process.env, ...home.environment, PATH: process.env['PATH'] }

const goProgram = (): string[] => {
  const built = join(folder, 'launch')
  const { status, stderr } = spawnSync('go', ['build', '-o', built, at('launch.go')], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return [built]
}

interface Launcher {
  readonly program: string
  readonly probe: readonly string[]
  /** Returns the command line of the launcher. */
  readonly line: () => readonly string[]
  /** Whether it can start a program with closed descriptors. */
  readonly closes: boolean
}

const launchers: readonly Launcher[] = [
  { program: 'sh', probe: ['-c', ':'], line: () => ['sh', at('launch.sh')], closes: true },
  { program: 'python3', probe: ['--version'], line: () => ['python3', at('launch.py')], closes: true },
  { program: process.execPath, probe: ['--version'], line: () => [process.execPath, at('launch.ts')], closes: false },
  { program: 'go', probe: ['version'], line: goProgram, closes: true },
]

const isWhole = process.env['NETBOX_JUDGES'] === 'all'

/**
 * Returns whether three descriptors are in the sample: two or three closed ones with each kind, because an opened file gets the lowest number
 * that is free, and from the shell also every pair of kinds at every two of them; from other launchers, three of one kind. `npm run judges`
 * tries all.
 */
const isTried = (launcher: string, usable: readonly Kind[], descriptors: readonly Kind[]): boolean =>
  isWhole ||
  descriptors.filter((kind) => kind === 'closed').length >= 2 ||
  (launcher === 'sh'
    ? descriptors.reduce((sum, kind) => sum + usable.indexOf(kind), 0) % usable.length === 0
    : new Set(descriptors).size === 1)

let count = 0

const isPresent = ({ program, probe }: Launcher): boolean => spawnSync(program, probe).status === 0

/** Starts netbox with these three descriptors. Returns its exit code, and its output where that goes to a pipe or a file. */
const launch = async (line: readonly string[], descriptors: readonly Kind[], args: readonly string[]) => {
  const own = join(folder, String(++count))
  mkdirSync(own)
  writeFileSync(join(own, 'input.txt'), '')
  const [program = '', ...rest] = [...line, ...descriptors, own, process.execPath, bin, ...args]
  const { stdout } = await promisify(execFile)(program, rest, {
    // Each call has a state of its own, so that the daily limit stops none.
    env: { ...environment, XDG_STATE_HOME: own },
  })
  const read = (name: string): string | undefined =>
    existsSync(join(own, name)) ? readFileSync(join(own, name), 'utf8') : undefined
  return { code: Number(stdout), stdout: read('stdout'), stderr: read('stderr') }
}

const isRead = (kind: Kind): boolean => kind === 'pipe' || kind === 'file'

describe.each(launchers.filter(isPresent))('started by $program', ({ program: launcher, line, closes }) => {
  const own = line()
  const usable = kinds.filter((kind) => closes || kind !== 'closed')

  it.each(usable)(
    'with %s for stdin, prints its result where it can, and ends with the code of its result',
    async (stdin) => {
      const args = ['mx-record', 'mail.example', '--json', '--no-delay', '--reproducible']
      const { stdout: result } = await netbox(home, args)
      for (const stdout of usable)
        for (const stderr of usable.filter((kind) => isTried(launcher, usable, [stdin, stdout, kind]))) {
          const outcome = await launch(own, [stdin, stdout, stderr], args)
          const isFull = stdout === 'full'
          expect([stdin, stdout, stderr, outcome]).toEqual([
            stdin,
            stdout,
            stderr,
            {
              code: isFull ? 1 : 0,
              stdout: isRead(stdout) ? result : undefined,
              stderr: isRead(stderr) ? (isFull ? "'stdout' can't be written: the disk is full.\n" : '') : undefined,
            },
          ])
        }
    },
  )

  it.each(usable)('with %s for stdout, ends a wrong call with 2', async (stdout) => {
    for (const stderr of ['null', 'full'] as const) {
      const { code } = await launch(own, ['null', stdout, stderr], ['mx-record', 'mail.example', '--bogus', '--json'])
      expect([stdout, stderr, code]).toEqual([stdout, stderr, 2])
    }
  })

  // A start of serve takes seconds, so only the shell tries each kind.
  const served = usable.filter((kind) => isWhole || launcher === 'sh' || kind === 'closed')
  it.skipIf(findObstacle() !== undefined).each(served)(
    'with %s for stdout, runs the command of serve',
    async (stdout) => {
      for (const stderr of ['null', 'full'] as const) {
        const { code } = await launch(own, ['null', stdout, stderr], ['serve', '--', 'sh', '-c', 'exit 7'])
        expect([stdout, stderr, code]).toEqual([stdout, stderr, 7])
      }
    },
  )
})
