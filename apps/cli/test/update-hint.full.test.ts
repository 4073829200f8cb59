import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bin, type Home, useHome } from './support/netbox.ts'
import { hasTmux, openTerminal, shows, type Terminal } from './support/terminal.ts'

const packageFolder = dirname(dirname(bin))
const HINT = 'Update available 1.0.0 → 9.9.9'

/** Starts a registry that has one version of the command. It records the requested paths. */
const startRegistry = async (): Promise<{ url: string; asked: string[] }> => {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    const manifest = { name: 'netbox', version: '9.9.9' }
    answer.end(JSON.stringify({ name: 'netbox', 'dist-tags': { latest: '9.9.9' }, versions: { '9.9.9': manifest } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // The cast is safe: a server that listens on TCP has an address of this type.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

/** Returns the environment of a home, without the variable that disables update checks. */
const wanting = ({ environment }: Home): Home['environment'] =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => name !== 'NO_UPDATE_NOTIFIER'))

/** Installs a released version of the command as npm does. */
const install = (home: Home, registry: string, version = '1.0.0'): Home => {
  const folder = join(home.folder, 'lib', 'node_modules', 'netbox')
  for (const name of ['bin', 'dist']) cpSync(join(packageFolder, name), join(folder, name), { recursive: true })
  const hint = join(folder, 'dist', 'update-hint.js')
  const built = readFileSync(hint, 'utf8')
  writeFileSync(hint, built.replace('name:"netbox",version:"0.0.0"', `name:"netbox",version:"${version}"`))
  const command = join(folder, 'bin', 'netbox.cjs')
  writeFileSync(join(home.folder, 'bin', 'netbox'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`)
  return { ...home, environment: { ...wanting(home), ...(registry === '' ? {} : { npm_config_registry: registry }) } }
}

const stateOf = ({ environment }: Home): string =>
  join(environment['XDG_CONFIG_HOME'] ?? '', 'configstore', 'update-notifier-netbox.json')

const DAY = 86_400_000

/** Stores the time of the last registry request, and a version that was not mentioned yet. */
const remembers = (home: Home, lastUpdateCheck: number, latest?: string): Home => {
  const update = latest === undefined ? {} : { update: { latest, current: '1.0.0', type: 'major', name: 'netbox' } }
  mkdirSync(dirname(stateOf(home)), { recursive: true })
  writeFileSync(stateOf(home), JSON.stringify({ optOut: false, lastUpdateCheck, ...update }))
  return home
}

const knows = async (home: Home): Promise<void> => {
  await expect.poll(() => readFileSync(stateOf(home), 'utf8'), { timeout: 45_000, interval: 30 }).toContain('9.9.9')
}

let calls = 0

/**
 * Runs a command line and returns the screen after it. Each call prints a different last word, because the previous screen may still be
 * visible.
 */
const after = async (terminal: Terminal, line: string): Promise<string> => {
  const end = `end-${calls++}`
  terminal.type(`clear; ${line}; echo "exit $? ${end}"`, 'Enter')
  return shows(terminal, new RegExp(`^exit \\d+ ${end}$`, 'm'))
}

describe.runIf(hasTmux)('a new version', () => {
  it('is checked in the background a day after the first call, and mentioned once at the next call', async () => {
    const { url, asked } = await startRegistry()
    const home = install(useHome(), url)
    const terminal = openTerminal(home)
    await after(terminal, 'netbox config path')
    expect(asked).toEqual([])
    remembers(home, Date.now() - DAY)
    expect(await after(terminal, 'netbox config path')).not.toContain('Update')
    await knows(home)
    expect(asked).toEqual(['/netbox'])
    expect(await after(terminal, 'netbox config path')).toContain(HINT)
    expect(await after(terminal, 'netbox config path')).not.toContain('Update')
    expect(asked).toEqual(['/netbox'])
  })

  it("is checked in the registry of npm's own settings", async () => {
    const { url, asked } = await startRegistry()
    const home = remembers(install(useHome(), ''), Date.now() - DAY)
    writeFileSync(join(home.folder, '.npmrc'), `registry=${url}\n`)
    await after(openTerminal(home), 'netbox config path')
    await knows(home)
    expect(asked).toEqual(['/netbox'])
  })

  it.each([
    ['is not mentioned when the configuration says so', 'netbox config set updateHint off; netbox config path'],
    ['nor when a variable says so', 'NO_UPDATE_NOTIFIER=1 netbox config path'],
    ['nor under CI', 'CI=true netbox config path'],
    ['nor beside data', 'netbox limits --json'],
    ['nor in a pipe', 'netbox config path | cat'],
    ['nor after a failure', 'netbox config get nothing'],
  ])('%s', async (_what, line) => {
    const { url, asked } = await startRegistry()
    const home = remembers(install(useHome(), url), Date.now() - DAY, '9.9.9')
    expect(await after(openTerminal(home, { rows: 100 }), line)).not.toContain('Update')
    expect(asked).toEqual([])
  })

  it('is not mentioned to an unreleased version, because the package of this name on npm belongs to somebody else', async () => {
    const { url, asked } = await startRegistry()
    const home = remembers(install(useHome(), url, '0.0.0'), Date.now() - DAY, '9.9.9')
    expect(await after(openTerminal(home), 'netbox config path')).not.toContain('Update')
    expect(asked).toEqual([])
  })

  it('delays nothing when the registry does not answer', async () => {
    const home = remembers(install(useHome(), 'http://127.0.0.1:2'), Date.now() - DAY)
    expect(await after(openTerminal(home), 'netbox config path')).toMatch(/^exit 0/m)
  })

  it('never stops a call if the settings can’t be written', async () => {
    const home = install(useHome(), 'http://127.0.0.1:2')
    mkdirSync(stateOf(home), { recursive: true })
    expect(await after(openTerminal(home), 'netbox config path')).toMatch(/^exit 0/m)
  })
})

it('is not checked in a checkout, or without a terminal', async () => {
  const { url, asked } = await startRegistry()
  const installed = install(useHome(), url)
  const command = join(installed.folder, 'bin', 'netbox')
  expect(spawnSync(command, ['list'], { env: installed.environment }).status).toBe(0)
  const home = useHome()
  const env = { ...wanting(home), npm_config_registry: url }
  if (hasTmux) await after(openTerminal({ ...home, environment: env }), 'netbox config path')
  expect(existsSync(stateOf(home))).toBe(false)
  expect(existsSync(stateOf(installed))).toBe(false)
  expect(asked).toEqual([])
})
