import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Home, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { hasTmux, openTerminal } from './support/terminal.ts'

const url = 'https://netbox.example'

/** Creates a home with a browser that records the opened addresses. */
const withBrowser = (): { home: Home; opened: string } => {
  const home = withService(useHome(), url)
  const opened = join(home.folder, 'opened')
  writeFileSync(join(home.folder, 'bin', 'xdg-open'), `#!/bin/sh\nprintf '%s|' "$@" > '${opened}'\n`, { mode: 0o755 })
  return { home, opened }
}

const shown = async (home: Home, env: Record<string, string>): Promise<string> => {
  const terminal = openTerminal(home, { env })
  terminal.type('netbox upgrade; echo "exit $?"', 'Enter')
  await expect.poll(() => terminal.screen(), { timeout: 45_000, interval: 30 }).toContain('exit 0')
  return terminal.screen()
}

it.runIf(hasTmux && process.platform === 'linux')('opens the prices on the terminal of a desktop', async () => {
  const { home, opened } = withBrowser()
  expect(await shown(home, { DISPLAY: ':0' })).toContain(`${url}/pricing`)
  await expect
    .poll(() => existsSync(opened) && readFileSync(opened, 'utf8'), { timeout: 45_000, interval: 30 })
    .toBe(`${url}/pricing|`)
})

it.runIf(hasTmux)('only prints them over SSH, and without a window system', async () => {
  const { home, opened } = withBrowser()
  expect(await shown(home, { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' })).toContain(`${url}/pricing`)
  expect(await shown(home, {})).toContain(`${url}/pricing`)
  expect(existsSync(opened)).toBe(false)
})
