import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scenarios } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleMatrix } from '../../apps/web/src/features/home/example-matrix.ts'
import { matrixOfExample, outcomesOf } from '../example-matrix.mjs'
import { chromiumOptions } from '../../e2e/browser/launch-chromium.ts'
import { tellSkipped } from '../../e2e/tell-skipped.ts'

/* The examples run with the packed command, as readers run them: green in a healthy world, and red under the faults that the README names. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const isWhole = process.env['NETBOX_JUDGES'] === 'all'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-examples-'))
  execFileSync(process.execPath, [join(root, 'scripts/packages/unpack-command.mjs'), folder])
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Outcome {
  readonly code: number
  readonly stdout: string
}

// These use packages of the clone, and one its browser.
const inClone: ReadonlySet<string> = new Set(['node-shop', 'sign-up'])

/** Runs a line of a README in its folder. Debian's Python comes first, because it has Debian's packages. */
const run = async (name: string, line: string): Promise<Outcome> => {
  const PATH = `${join(folder, 'bin')}:/usr/bin:/bin:/usr/sbin:${dirname(process.execPath)}`
  const { executablePath, env: browser } = name === 'sign-up' ? await chromiumOptions() : {}
  const own = { PATH, HOME: folder, NETBOX_PLAN: 'enterprise', CHROMIUM_PATH: executablePath }
  const options = { cwd: join(inClone.has(name) ? root : folder, 'examples', name), env: { ...browser, ...own } }
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', line], options, (_error, stdout) => {
      resolve({ code: child.exitCode ?? -1, stdout })
    })
  })
}

const readmeOf = (name: string): string => readFileSync(join(root, 'examples', name, 'README.md'), 'utf8')

/** Returns the commands of a README, and the lines that it prints below them. */
const commandsOf = (name: string) => {
  const [, block = ''] = /^```sh\n([^]*?)^```$/m.exec(readmeOf(name)) ?? []
  const lines = block.trimEnd().split('\n')
  return {
    commands: lines.filter((line) => !line.startsWith('#')),
    prints: lines.filter((line) => line.startsWith('#')).map((line) => line.slice(2)),
  }
}

const faultsOf = (name: string): string[] => {
  const [, list = ''] = /^It fails under: ([^]*?)(?:\n\n|$(?![^]))/m.exec(readmeOf(name)) ?? []
  return [...list.matchAll(/`([a-z-]+)`/g)].map(([, fault = '']) => fault)
}

const hasAll = (...programs: readonly string[]): boolean =>
  programs.every((program) => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0)

const isSkipped = (isHere: boolean, name: string): boolean => {
  if (!isHere) tellSkipped(`The example ${name} was NOT run: its programs are not installed.`, 'NETBOX_REQUIRE_RECIPES')
  return !isHere
}

const pythonModules = spawnSync('/usr/bin/python3', ['-c', 'import pytest, dns'])
const projects = [
  { name: 'python-mailer', isHere: pythonModules.status === 0, passes: ['mx-down'] },
  { name: 'go-client', isHere: hasAll('go'), passes: ['packet-loss'] },
  { name: 'java-tls', isHere: hasAll('java', 'javac'), passes: ['packet-loss'] },
  { name: 'node-shop', isHere: true, passes: [] },
  { name: 'sign-up', isHere: true, passes: [] },
]

describe.each(projects)('examples/$name', ({ name, isHere, passes }) => {
  const [command = ''] = commandsOf(name).commands
  // A sample of the tests shows each fault.
  const sampled = command.replace('--workers 8', '--workers 2 -g "ana|ben"')
  const faults = faultsOf(name)
  const others = scenarios.map((scenario) => scenario.name).filter((one) => one !== 'random' && !faults.includes(one))
  // A sample; `npm run judges` tries every fault.
  const red = isWhole ? faults : faults.filter((_fault, index) => index % (inClone.has(name) ? 24 : 6) === 0)
  const green = isWhole ? others : ['healthy', ...passes]

  const timeout = { timeout: isWhole ? 900_000 : 180_000 }
  it.skipIf(isSkipped(isHere, name))('fails under exactly the faults that its README names', timeout, async () => {
    expect(faults.length).toBeGreaterThan(5)
    const outcomeOf = async (fault: string): Promise<[string, boolean]> => {
      const line = isWhole && fault === 'healthy' ? command : sampled
      const { code } = await run(name, line.replace('--scenario healthy', `--scenario ${fault}`))
      return [fault, code === 0]
    }
    const outcomes: [string, boolean][] = []
    for (const fault of [...green, ...red]) outcomes.push(await outcomeOf(fault))
    expect(outcomes).toEqual([...green.map((fault) => [fault, true]), ...red.map((fault) => [fault, false])])
  })
})

it.skipIf(!isWhole || isSkipped(pythonModules.status === 0, 'python-mailer'))(
  'the home page shows the matrix of examples/python-mailer as it is: npm run matrix:example',
  { timeout: 900_000 },
  async () => {
    const { stdout } = await run('python-mailer', `netbox ${matrixOfExample}`)
    expect(outcomesOf(JSON.parse(stdout))).toEqual(exampleMatrix)
  },
)

const hasMonitor = hasAll('prometheus', 'promtool', 'prometheus-blackbox-exporter', 'curl')
it.skipIf(isSkipped(hasMonitor, 'monitor'))('examples/monitor fires in the window of the fault only', async () => {
  const { commands, prints } = commandsOf('monitor')
  const { code, stdout } = await run('monitor', commands.join('\n'))
  expect([code, stdout.trimEnd().split('\n')]).toEqual([0, prints])
})

describe('examples/class', () => {
  it('prints a sheet and grades twelve answers', async () => {
    const { commands } = commandsOf('class')
    const { code, stdout } = await run('class', commands.join('\n'))
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '12 of 12'])
    expect(readFileSync(join(folder, 'examples/class/sheet.md'), 'utf8')).toContain('find-12')
  })

  it('ends with 1 if too few answers are right', async () => {
    const { code, stdout } = await run(
      'class',
      "sed '1s/.*/find-1 none/; 2q' answers.txt > wrong.txt; bash grade.sh k3f9 wrong.txt 2",
    )
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([1, '1 of 2'])
  })
})

it('every folder of examples has a test here and a row in the list', () => {
  const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = folders.map((entry) => entry.name)
  expect(names.toSorted()).toEqual([...projects.map(({ name }) => name), 'class', 'monitor'].toSorted())
  const list = readFileSync(join(root, 'examples/README.md'), 'utf8')
  expect(names.filter((name) => !list.includes(`[${name}](${name})`))).toEqual([])
})
