import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../apps/cli/test/support/free-port.ts'
import { hasTmux, openTerminal, shows } from '../../apps/cli/test/support/terminal.ts'
import { launchChromium } from '../../e2e/browser/launch-chromium.ts'
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
  const closed = once(child, 'close')
  // A program with children ends them too.
  onTestFinished(async () => {
    child.kill()
    await closed
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  return {
    output: () => output,
    ended: closed.then(([code]) => ({ code: code as number | null, output })),
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

  it('of the site, in an open browser too, and of the service while npm run dev is running', async () => {
    const port = await freePort()
    const running = start(['scripts/dev.mjs'], { PORT: `${port}`, DATA_DIR: join(clone.folder, 'dev') })
    await expect.poll(running.output).toContain('netbox listens on')
    expect(running.output()).toContain('npm run --silent netbox:source')
    const [, site = ''] = /^Site +(\S+)\/$/m.exec(running.output()) ?? []
    const textOf = async (url: string) => (await fetch(url)).text().catch(() => '')
    const module = `${site}/@fs${join(clone.folder, TOOL)}`
    expect(await textOf(module)).toContain(AFTER)
    expect(await textOf(`${site}/api/tools`)).toContain(AFTER)
    const browser = await launchChromium()
    onTestFinished(async () => browser.close())
    const page = await browser.newPage()
    await page.goto(`${site}/mx-record`)
    // Fails while the page loads again.
    const shown = async () => page.innerText('body').catch(() => '')
    await expect.poll(shown).toContain(AFTER)
    clone.edit(TOOL, AFTER, 'The next text.')
    onTestFinished(() => clone.edit(TOOL, 'The next text.', AFTER))
    await expect.poll(shown).toContain('The next text.')
    await expect.poll(async () => textOf(module)).toContain('The next text.')
    await expect.poll(async () => textOf(`${site}/api/tools`)).toContain('The next text.')
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
