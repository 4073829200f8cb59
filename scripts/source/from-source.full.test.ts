import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { createServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasTmux, openTerminal, shows } from '../../apps/cli/test/support/terminal.ts'
import { makeUnbuiltClone, type UnbuiltClone } from './unbuilt-clone.ts'

const TOOL = 'packages/core/src/tools/dns/mx-record.ts'
const BEFORE = 'The mail servers of a domain, in the order in which senders try them.'
const AFTER = 'An edited text of core.'

let clone: UnbuiltClone
beforeAll(() => {
  clone = makeUnbuiltClone()
  clone.edit(TOOL, BEFORE, AFTER)
})
afterAll(() => clone.remove())

/** Starts Node in the clone, with a home folder of its own. */
const start = (args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, args, {
    cwd: clone.folder,
    env: { PATH: process.env['PATH'], HOME: clone.folder, XDG_STATE_HOME: join(clone.folder, 'state'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  return {
    output: () => output,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })),
  }
}

const launcher = 'apps/cli/bin/netbox.cjs'

describe('an edit in core is in the next run, without a build', () => {
  it('of a tool', async () => {
    const { code, output } = await start([launcher, 'mx-record', '--help']).ended
    expect(output).toContain(AFTER)
    expect(code).toBe(0)
  })

  it('of the service', async () => {
    const service = start(['--conditions=@netbox/source', 'apps/api/src/main.ts'], {
      PORT: '0',
      DATA_DIR: join(clone.folder, 'data'),
    })
    await expect.poll(service.output).toContain('netbox listens on')
    const [, url = ''] = /listens on (\S+)/.exec(service.output()) ?? []
    expect(await (await fetch(`${url}/api/tools`)).text()).toContain(AFTER)
  })

  it('of the site', async () => {
    const web = join(clone.folder, 'apps/web')
    const server = await createServer({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      server: { middlewareMode: true, ws: false },
      optimizeDeps: { noDiscovery: true },
      logLevel: 'error',
    })
    onTestFinished(() => server.close())
    const core = await server.environments.client.pluginContainer.resolveId('@netbox/core', join(web, 'src/main.ts'))
    expect(core?.id).toBe(join(clone.folder, 'packages/core/src/index.ts'))
    expect((await server.transformRequest(`/@fs${join(clone.folder, TOOL)}`))?.code).toContain(AFTER)
  })
})

describe.runIf(findObstacle() === undefined)('netbox serve -- COMMAND', () => {
  it('runs its servers from source too', async () => {
    const fetching = "fetch('http://www.shop.example/').then(({ status }) => console.log('status', status))"
    const { code, output } = await start([
      launcher,
      'serve',
      '--seed',
      'k3f9',
      '--scenario',
      'healthy',
      '--',
      process.execPath,
      '-e',
      fetching,
    ]).ended
    expect(output).toMatch(/status \d+/)
    expect(code).toBe(0)
  })
})

describe.runIf(hasTmux)('the picker', () => {
  it('opens on a terminal', async () => {
    const folder = join(clone.folder, 'home')
    mkdirSync(folder)
    const environment = { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8', TERM: 'xterm-256color' }
    const terminal = openTerminal({ folder, state: folder, environment })
    terminal.type(`clear; ${process.execPath} ${join(clone.folder, launcher)}`, 'Enter')
    await shows(terminal, 'Enter choose')
  })
})
