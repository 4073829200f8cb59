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
const HINT = 'netbox 9.9.9 is out, this is 0.0.0: npm install --global netbox'

/** A registry that knows one version, and which paths it was asked for. */
const startRegistry = async (): Promise<{ url: string; asked: string[] }> => {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    answer.end(JSON.stringify({ name: 'netbox', version: '9.9.9' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // A server that listens on TCP has an address of this kind.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

/** Installs the command as npm does. */
const install = (home: Home, registry: string): Home => {
  const folder = join(home.folder, 'lib', 'node_modules', 'netbox')
  for (const name of ['bin', 'dist']) cpSync(join(packageFolder, name), join(folder, name), { recursive: true })
  const command = join(folder, 'bin', 'netbox.cjs')
  writeFileSync(join(home.folder, 'bin', 'netbox'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`)
  return { ...home, environment: { ...home.environment, NO_UPDATE_NOTIFIER: '', npm_config_registry: registry } }
}

const stateOf = ({ state }: Home): string => join(state, 'update.json')

const knows = async (home: Home): Promise<void> => {
  await expect
    .poll(() => existsSync(stateOf(home)) && readFileSync(stateOf(home), 'utf8'), { timeout: 45_000, interval: 30 })
    .toContain('9.9.9')
}

/** Knows already what the registry would say. */
const informed = (home: Home, told = 0): Home => {
  mkdirSync(home.state, { recursive: true })
  writeFileSync(stateOf(home), JSON.stringify({ asked: Date.now(), told, latest: '9.9.9' }))
  return home
}

let calls = 0

/** Runs a line and gives the screen after it. Each call ends with a word of its own: the screen of the one before may still stand. */
const after = async (terminal: Terminal, line: string): Promise<string> => {
  const end = `end-${calls++}`
  terminal.type(`clear; ${line}; echo "exit $? ${end}"`, 'Enter')
  return shows(terminal, new RegExp(`^exit \\d+ ${end}$`, 'm'))
}

describe.runIf(hasTmux)('a new version', () => {
  it('is looked for beside the call, and told of at the next one, once a day', async () => {
    const { url, asked } = await startRegistry()
    const home = install(useHome(), url)
    const terminal = openTerminal(home)
    expect(await after(terminal, 'netbox config path')).not.toContain('is out')
    await knows(home)
    expect(asked).toEqual(['/netbox/latest'])
    expect(await after(terminal, 'netbox config path')).toContain(HINT)
    expect(await after(terminal, 'netbox config path')).not.toContain('is out')
    expect(asked).toEqual(['/netbox/latest'])
  })

  it("is looked for where npm's own settings say", async () => {
    const { url, asked } = await startRegistry()
    const home = install(useHome(), '')
    const npm = `#!/bin/sh\n[ "$*" = 'config get registry' ] && echo '${url}'\n`
    writeFileSync(join(home.folder, 'bin', 'npm'), npm, { mode: 0o755 })
    await after(openTerminal(home), 'netbox config path')
    await knows(home)
    expect(asked).toEqual(['/netbox/latest'])
  })

  it.each([
    ['is told of no more when the configuration says so', 'netbox config set updateHint off; netbox config path'],
    ['nor when a variable says so', 'NO_UPDATE_NOTIFIER=1 netbox config path'],
    ['nor under CI', 'CI=true netbox config path'],
    ['nor beside data', 'netbox limits --json'],
    ['nor where a program reads', 'netbox config path | cat'],
    ['nor after a failure', 'netbox config get nothing'],
  ])('%s', async (_what, line) => {
    const { url, asked } = await startRegistry()
    const home = informed(install(useHome(), url))
    expect(await after(openTerminal(home, { rows: 100 }), line)).not.toContain('is out')
    expect(asked).toEqual([])
  })

  it('costs nothing when the registry does not answer', async () => {
    const home = install(useHome(), 'http://127.0.0.1:2')
    const terminal = openTerminal(home)
    expect(await after(terminal, 'netbox config path')).toContain('exit 0')
    expect(JSON.parse(readFileSync(stateOf(home), 'utf8'))).toMatchObject({ latest: '', told: 0 })
    expect(await after(terminal, 'netbox config path')).not.toContain('is out')
  })
})

it('is not looked for in a checkout, nor where nobody looks', async () => {
  const { url, asked } = await startRegistry()
  const installed = install(useHome(), url)
  const command = join(installed.folder, 'bin', 'netbox')
  expect(spawnSync(command, ['list'], { env: installed.environment }).status).toBe(0)
  const home = useHome()
  const env = { ...home.environment, NO_UPDATE_NOTIFIER: '', npm_config_registry: url }
  if (hasTmux) await after(openTerminal({ ...home, environment: env }), 'netbox config path')
  expect(existsSync(stateOf(home))).toBe(false)
  expect(existsSync(stateOf(installed))).toBe(false)
  expect(asked).toEqual([])
})
