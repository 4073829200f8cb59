import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { netbox, start, useHome } from './support/netbox.ts'

interface Row {
  readonly fault: string
  readonly outcome: string
  readonly ran: boolean
  readonly exitCode?: number
  readonly met?: { readonly at: string; readonly came: string }
}

interface Document {
  readonly healthy: { readonly questions: number }
  readonly faults: readonly Row[]
}

const SEED = ['--seed', 'k3f9']

const schema = JSON.parse(readFileSync(fileURLToPath(new URL('../matrix.schema.json', import.meta.url)), 'utf8'))
const fits = new Ajv2020().compile(schema)

/** Reads the document of --json, which must fit its JSON Schema. */
const read = (text: string): Document => {
  const document = JSON.parse(text)
  expect([fits(document), fits.errors]).toEqual([true, null])
  return document
}

const shortRow = ({ fault, outcome, exitCode }: Row): string => `${fault} ${outcome} ${exitCode ?? ''}`.trim()

/** Returns the processes of this machine whose command line has a text. */
const processesWith = (text: string): string[] =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text) && !line.includes('ps -eo'))

/** Returns the folders of netbox in a folder for temporary files. */
const foldersIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('netbox-'))

// A node program that asks a name at a block list. The name exists only if the address is listed.
const LISTED = "require('dns').resolve4('7.100.51.198.open-spam-register.example', (e, a) => process.exit(a ? 1 : 0))"

describe.skipIf(findObstacle() !== undefined)('netbox matrix', () => {
  it('runs odd programs: one ignores SIGTERM, one daemonizes, one prints 100 MB, one ends by a signal', async () => {
    const home = useHome()
    const temporary = join(home.folder, 'tmp')
    mkdirSync(temporary)
    const script = join(home.folder, 'odd.sh')
    writeFileSync(
      script,
      `case $NETBOX_SCENARIO in
      healthy) exit 0;;
      mx-down) trap '' TERM; while :; do sleep 0.1; done;;
      dnssec-bogus) setsid sleep 61.6161 & exit 0;;
      cert-expired) head -c 100000000 /dev/zero | tr '\\0' x; exit 3;;
      http-cut) kill -SEGV $$;;
      esac
      grep -qs '[6]1.6161' /proc/[0-9]*/cmdline && exit 9
      [ -d "$TMPDIR" ] && touch "$TMPDIR/mine" && [ "$(ls "$TMPDIR")" = mine ]
      `,
    )
    const startFor = (faults: string, ...args: readonly string[]) =>
      start(home, ['matrix', ...SEED, '--only', faults, ...args, '--json', '--', 'sh', script], {
        env: { TMPDIR: temporary },
      })
    // Only the program that never ends has a short limit: 100 MB take longer on a busy machine.
    const hanging = startFor('mx-down', '--timeout', '3s')
    const { child, finished } = startFor('dnssec-bogus,cert-expired,http-cut,greylisting', '--jobs', '1')
    let most = 0
    const poll = setInterval(() => {
      const file = `/proc/${child.pid}/status`
      const [, size = '0'] = existsSync(file) ? (/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8')) ?? []) : []
      most = Math.max(most, Number(size))
    }, 20)
    const [{ stdout, code }, hung] = await Promise.all([finished, hanging.finished])
    clearInterval(poll)
    expect([code, hung.code]).toEqual([6, 6])
    expect(read(hung.stdout).faults.map(shortRow)).toEqual(['mx-down hung 137'])
    expect(read(stdout).faults.map(shortRow)).toEqual([
      'dnssec-bogus not-met 0',
      'cert-expired failed 3',
      // It had a temporary folder of its own, and met no process of an earlier run.
      'greylisting not-met 0',
      'http-cut failed 139',
    ])
    expect(processesWith('61.6161')).toEqual([])
    expect(foldersIn(temporary)).toEqual([])
    // In kB. The program printed 100 MB.
    expect(most).toBeLessThan(250_000)
  })

  it('runs only what changes an answer, also of a name that exists only under the fault', async () => {
    const home = useHome()
    const expected = join(home.folder, 'matrix.json')
    const args = ['matrix', '--faults', 'lists,greylisting', '--expect', expected]
    const program = ['--', process.execPath, '-e', LISTED]
    const first = await netbox(home, [...args, ...SEED, '--json', ...program])
    expect(first.code).toBe(6)
    expect(read(first.stdout).healthy.questions).toBe(1)
    expect(read(first.stdout).faults.map(({ fault, outcome, ran }) => [fault, outcome, ran])).toEqual([
      ['block-listed', 'failed', true],
      ['greylisting', 'not-met', false],
      ['block-lists-refuse', 'failed', true],
      ['block-list-dead', expect.any(String), expect.any(Boolean)],
    ])
    // The file has the seed too.
    expect(JSON.parse(readFileSync(expected, 'utf8'))).toMatchObject({
      matrix: 1,
      seed: 'k3f9',
      outcomes: { 'block-listed': 'failed', greylisting: 'not-met' },
    })
    const again = await netbox(home, [...args, '--json', ...program])
    expect([again.code, read(again.stdout)]).toEqual([0, expect.objectContaining({ changes: [] })])
  })

  it('prints the table before it writes files, so that a full disk loses nothing of it', async () => {
    const home = useHome()
    const args = ['matrix', ...SEED, '--faults', 'spf-permerror', '--plain']
    const expected = join(home.folder, 'matrix.json')
    const full = await netbox(home, [...args, '--junit', '/dev/full', '--expect', expected, '--', 'true'])
    expect(existsSync(expected)).toBe(true)
    expect([full.code, full.stdout]).toEqual([1, expect.stringContaining('not met: spf-permerror')])
    expect(full.stderr).toContain("'/dev/full' can't be written: the disk is full")
    const missing = await netbox(home, [...args, '--expect', join(home.folder, 'none', 'matrix.json'), '--', 'true'])
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('not met: spf-permerror')])
  })

  it('stops if the command fails in the healthy world, with its last lines', async () => {
    const { code, stdout, stderr } = await netbox(useHome(), [
      'matrix',
      ...SEED,
      '--',
      'sh',
      '-c',
      'echo broken; exit 4',
    ])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('In the healthy world, the command ended with exit code 4, so no fault can be blamed.')
    expect(stderr).toContain('\n  broken\n')
  })

  it('leaves nothing behind if it is killed, and prints what is known after an interruption', async () => {
    const home = useHome()
    const temporary = join(home.folder, 'tmp')
    mkdirSync(temporary)
    const options = { env: { TMPDIR: temporary } }
    const script = join(home.folder, 'sleep.sh')
    writeFileSync(script, '[ $NETBOX_SCENARIO = healthy ] || exec sleep 61.6262')
    const program = ['--', 'sh', script]
    const killed = start(home, ['matrix', ...SEED, '--only', 'mx-down,greylisting', ...program], options)
    await expect.poll(() => processesWith('61.6262').length, { timeout: 60_000 }).toBeGreaterThan(0)
    killed.child.kill('SIGKILL')
    await expect.poll(() => processesWith('61.6262'), { timeout: 20_000 }).toEqual([])
    await expect.poll(() => foldersIn(temporary), { timeout: 20_000 }).toEqual([])
    const stopped = start(home, ['matrix', ...SEED, '--only', 'mx-down,greylisting', '--json', ...program], options)
    await expect.poll(() => processesWith('61.6262').length, { timeout: 60_000 }).toBeGreaterThan(0)
    stopped.child.kill('SIGINT')
    const { code, stdout, stderr } = await stopped.finished
    expect([code, read(stdout).faults]).toEqual([130, []])
    expect(stderr).toContain('Interrupted: 0 of 2 faults are known.')
    expect(processesWith('61.6262')).toEqual([])
  })

  it('measures on loopback too, and says what it can’t cut there', async () => {
    const program = 'curl -sf http://www.shop.example/ >"$TMPDIR/page"'
    const args = ['--loopback', '--faults', 'http-unavailable,cname-dangling,spf-permerror', '--plain']
    const { stdout, stderr, code } = await netbox(useHome(), ['matrix', ...SEED, ...args, '--', 'sh', '-c', program])
    expect(code).toBe(6)
    expect(stderr).toContain('no packet is lost')
    expect(stdout).toMatch(/^http-unavailable +FAILED .*www\.shop\.example:80 +503 to GET \/$/m)
    expect(stdout).toMatch(/^cname-dangling +FAILED .*www\.shop\.example A +unknown-host$/m)
    expect(stdout).toMatch(/^not met: spf-permerror$/m)
  })
})

describe('the options of netbox matrix', () => {
  it('are refused in one sentence', async () => {
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [['--at', '2026-01-01', '--', 'true'], "'--at' is no option of netbox matrix. The clock of these worlds runs"],
      [['--host-port', '5432', '--', 'true'], "'--host-port' is no option of netbox matrix. The runs go side by side"],
      [[], "'netbox matrix' needs a command: netbox matrix -- pytest -q"],
      [['--faults', 'mx-dwn', '--', 'true'], "Did you mean 'mx-down'?"],
      [['--timeout', 'soon', '--', 'true'], "Option '--timeout' can't be 'soon'. It must be a time"],
      [['--jobs', '0', '--', 'true'], "Option '--jobs' can't be '0'."],
      [
        ['--expect', '/etc/hostname', '--', 'true'],
        "'/etc/hostname' is not a file of --expect: it is not a JSON object.",
      ],
    ]
    const home = useHome()
    for (const [args, sentence] of refusals) {
      const { code, stderr } = await netbox(home, ['matrix', ...args])
      expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
    }
  })
})
