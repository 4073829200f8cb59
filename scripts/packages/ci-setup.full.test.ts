import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { pack } from './pack.mjs'

/* The set-up for CI systems, and the steps of the GitHub action in their order, with the packed command. */

const root = fileURLToPath(new URL('../..', import.meta.url))

// An ordinary user, as on the runners of CI systems, if the tests run as root.
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

let folder: string
let tarball: string
let sum: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-ci-'))
  chmodSync(folder, 0o755)
  tarball = pack({ root, folder: 'apps/cli', into: folder })
  chmodSync(tarball, 0o644)
  sum = createHash('sha256').update(readFileSync(tarball)).digest('hex')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let homes = 0
const makeHome = (): string => {
  const home = join(folder, `home-${++homes}`)
  mkdirSync(home)
  if (isRoot) chownSync(home, NOBODY, NOBODY)
  return home
}

const run = (script: string, home: string, env: Record<string, string>) => {
  const PATH = `${dirname(process.execPath)}:${join(root, 'node_modules/.bin')}:/usr/bin:/bin`
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    cwd: home,
    env: { PATH, HOME: home, npm_config_cache: join(home, 'cache'), ...env },
    encoding: 'utf8',
    ...user,
  })
  return { status, stdout, stderr }
}

describe('ci/setup.sh', () => {
  const setUp = (env: Record<string, string>) => run(`sh ${root}/ci/setup.sh`, makeHome(), env)

  it('installs the packed command without a registry, says what works, and prints its path', () => {
    const { status, stdout, stderr } = setUp({ NETBOX_TARBALL: tarball, NETBOX_SHA256: sum })
    expect(status, stderr).toBe(0)
    expect(stderr).toContain("'netbox serve -- COMMAND' works here.")
    expect(spawnSync(stdout.trim(), ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^\d+\.\d+\.\d+ /)
  })

  it.each([
    [
      'a tarball with another checksum',
      () => ({ NETBOX_TARBALL: tarball, NETBOX_SHA256: '0'.repeat(64) }),
      'Nothing was installed.',
    ],
    [
      'an address without a checksum',
      () => ({ NETBOX_TARBALL: 'https://netbox.example/netbox.tgz' }),
      'NETBOX_SHA256 is missing',
    ],
    ['a missing file', () => ({ NETBOX_TARBALL: 'gone.tgz' }), 'There is no file gone.tgz.'],
  ])('refuses %s', (_what, env, sentence) => {
    const { status, stderr } = setUp(env())
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)])
  })

  it('needs a new Node', () => {
    const home = makeHome()
    writeFileSync(join(home, 'node'), '#!/bin/sh\n[ "$1" = --version ] && echo v20.0.0\nexit 1\n', { mode: 0o755 })
    const { status, stderr } = run(`sh ${root}/ci/setup.sh`, home, {
      PATH: `${home}:/usr/bin:/bin`,
      NETBOX_TARBALL: tarball,
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('Node v20.0.0 is too old.')])
  })
})

interface Step {
  readonly id?: string
  readonly if?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs the steps of the action as a runner does: with inputs, outputs, conditions and the files for them. */
const runAction = (inputs: Readonly<Record<string, string>>) => {
  const action: { inputs: Record<string, { default: string }>; runs: { steps: Step[] } } = parse(
    readFileSync(join(root, 'action.yml'), 'utf8'),
  )
  const home = makeHome()
  const values = new Map(Object.entries(action.inputs).map(([name, { default: value }]) => [`inputs.${name}`, value]))
  for (const [name, value] of Object.entries(inputs)) values.set(`inputs.${name}`, value)
  const valueOf = (text: string): string =>
    text.replaceAll(/\$\{\{ *(\S+) *\}\}/g, (_all, name: string) => values.get(name) ?? '')
  const isMet = (condition: string): boolean => {
    const [, name = '', operator, text] = /^(\S+) (==|!=) '(.*)'$/.exec(condition) ?? []
    return (values.get(name) === text) === (operator === '==')
  }
  const readFile = (name: string): string => {
    try {
      return readFileSync(join(home, name), 'utf8').trim()
    } catch {
      return ''
    }
  }
  let last = { status: 0 as number | null, stdout: '', stderr: '' }
  for (const step of action.runs.steps) {
    if (step.run === undefined || (step.if !== undefined && !isMet(step.if))) continue
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, valueOf(text)]))
    const paths = readFile('path').split('\n').join(':')
    last = run(`export PATH="${paths}:$PATH"\n${step.run}`, home, {
      CI: 'true',
      GITHUB_OUTPUT: join(home, 'output'),
      GITHUB_PATH: join(home, 'path'),
      GITHUB_ACTION_PATH: root,
      ...env,
    })
    for (const line of readFile('output').split('\n')) {
      const [name = '', value = ''] = line.split('=')
      values.set(`steps.${step.id ?? ''}.outputs.${name}`, value)
    }
    if (last.status !== 0) break
  }
  return last
}

describe('the GitHub action', () => {
  it('runs a command in the world of its inputs', () => {
    const { status, stdout, stderr } = runAction({
      tarball,
      sha256: sum,
      seed: 'k3f9',
      scenario: 'mx-down',
      run: 'echo "$NETBOX_SEED $NETBOX_SCENARIO"; netbox mx-record shop.example --json | grep -c mx-silent',
    })
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(/^k3f9 mx-down\n[1-9]/)
  })

  it('ends with the exit code of the command', () => {
    expect(runAction({ tarball, run: 'exit 7' }).status).toBe(7)
  })

  it('installs nothing with a wrong checksum', () => {
    const { status, stderr } = runAction({ tarball, sha256: 'f'.repeat(64), run: 'true' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('Nothing was installed.')])
  })
})
