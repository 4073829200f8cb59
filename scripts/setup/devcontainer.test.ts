import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Runs the steps of the container in a copy, with only these programs. Returns the calls of apt-get and of set-up. */
const runSteps = (...installed: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-devcontainer-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  for (const path of ['.ci', '.devcontainer']) cpSync(join(root, path), join(folder, path), { recursive: true })
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const name of ['bash', 'dirname', 'env'])
    symlinkSync(
      ['/usr/bin', '/bin'].map((path) => join(path, name)).find((path) => existsSync(path)) ?? name,
      join(bin, name),
    )
  const add = (name: string, line: string) => writeFileSync(join(bin, name), `#!/bin/bash\n${line}\n`, { mode: 0o755 })
  add('id', 'echo 0')
  for (const name of ['apt-get', 'node']) add(name, `echo "${name} $*" >> '${folder}/calls'`)
  for (const name of installed) add(name, 'exit 0')
  const { postCreateCommand } = readJson('.devcontainer/devcontainer.json')
  // The steps add a folder of this machine to the PATH.
  const script = join(folder, '.ci/programs')
  writeFileSync(script, readFileSync(script, 'utf8').replace('PATH=$PATH:/usr/sbin', ''))
  const { status, stderr } = spawnSync(join(folder, postCreateCommand), { env: { PATH: bin }, encoding: 'utf8' })
  return { status, stderr, calls: readFileSync(join(folder, 'calls'), 'utf8').split('\n') }
}

describe('the container for development', () => {
  it('installs Chromium, MariaDB and the outside programs, then the packages', () => {
    const { status, stderr, calls } = runSteps()
    expect([status, stderr]).toEqual([0, ''])
    for (const name of ['chromium', 'mariadb-server', 'exim4-daemon-light', 'unbound', 'nftables', 'tmux', 'iproute2'])
      expect(
        calls.some((call) => call.startsWith('apt-get install') && call.split(' ').includes(name)),
        name,
      ).toBe(true)
    expect(calls.findLast((call) => call !== '')).toBe('node scripts/setup.mjs')
  })

  it('installs nothing that is there', () => {
    const { calls } = runSteps('chromium', 'tmux', 'mariadbd', 'exim4')
    expect(calls.some((call) => /chromium|mariadb|exim4/.test(call))).toBe(false)
  })

  it('runs Node of the version that the service needs, with rights for namespaces', () => {
    const { image, runArgs, containerEnv, postCreateCommand } = readJson('.devcontainer/devcontainer.json')
    expect(image).toMatch(/^node:24-/)
    expect(runArgs).toEqual(expect.arrayContaining(['--cap-add=NET_ADMIN', '--cap-add=SYS_ADMIN']))
    expect(containerEnv.CHROMIUM_PATH).toBe('/usr/bin/chromium')
    accessSync(join(root, postCreateCommand), constants.X_OK)
  })
})

describe('the editor', () => {
  it('starts programs and scripts that exist', () => {
    const { configurations } = readJson('.vscode/launch.json')
    const pathsOf = (text: string) =>
      [...text.matchAll(/\$\{workspaceFolder\}\/([\w./-]+)/g)].map(([, path = '']) => path)
    const paths = pathsOf(JSON.stringify(configurations))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true)
    const { scripts } = readJson('package.json')
    for (const { script } of readJson('.vscode/tasks.json').tasks) expect(Object.keys(scripts)).toContain(script)
  })
})
