import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scenarios } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pack } from './pack.mjs'
import { tellSkipped } from '../../e2e/tell-skipped.ts'

/* The examples run with the packed command, as readers run them: green in a healthy world, and red under the faults that the README names. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const isWhole = process.env['NETBOX_JUDGES'] === 'all'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-examples-'))
  const tarball = pack({ root, folder: 'apps/cli', into: folder })
  mkdirSync(join(folder, 'command'))
  execFileSync('tar', ['-xzf', tarball, '-C', join(folder, 'command')])
  const launcher = join(folder, 'command/package/bin/netbox.cjs')
  chmodSync(launcher, 0o755)
  mkdirSync(join(folder, 'bin'))
  symlinkSync(launcher, join(folder, 'bin/netbox'))
  symlinkSync(process.execPath, join(folder, 'bin/node'))
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Outcome {
  readonly code: number
  readonly stdout: string
}

/** Runs a line of a README in its folder. Debian's Python comes first, because it has Debian's packages. */
const run = async (name: string, line: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const PATH = `${join(folder, 'bin')}:/usr/bin:/bin:/usr/sbin:${dirname(process.execPath)}`
    const options = { cwd: join(folder, 'examples', name), env: { PATH, HOME: folder, NETBOX_PLAN: 'enterprise' } }
    const child = execFile('bash', ['-c', line], options, (_error, stdout) => {
      resolve({ code: child.exitCode ?? -1, stdout })
    })
  })

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
  { name: 'python-mailer', isHere: pythonModules.status === 0 },
  { name: 'go-client', isHere: hasAll('go') },
  { name: 'java-tls', isHere: hasAll('java', 'javac') },
]

describe.each(projects)('examples/$name', ({ name, isHere }) => {
  const [command = ''] = commandsOf(name).commands
  const faults = faultsOf(name)
  const others = scenarios.map((scenario) => scenario.name).filter((one) => one !== 'random' && !faults.includes(one))
  // A sample; `npm run judges` tries every fault.
  const red = isWhole ? faults : faults.filter((_fault, index) => index % 6 === 0)
  const green = isWhole ? others : ['healthy', name === 'python-mailer' ? 'mx-down' : 'packet-loss']

  it.skipIf(isSkipped(isHere, name))('fails under exactly the faults that its README names', async () => {
    expect(faults.length).toBeGreaterThan(5)
    const outcomeOf = async (fault: string): Promise<[string, boolean]> => {
      const { code } = await run(name, command.replace('--scenario healthy', `--scenario ${fault}`))
      return [fault, code === 0]
    }
    const outcomes: [string, boolean][] = []
    for (const fault of [...green, ...red]) outcomes.push(await outcomeOf(fault))
    expect(outcomes).toEqual([...green.map((fault) => [fault, true]), ...red.map((fault) => [fault, false])])
  })
})

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
