import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startShell, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'

const url = 'https://netbox.example'

it('only prints them for a program', async () => {
  const home = withService(useHome(), url)
  const opened = join(home.folder, 'opened')
  // Replaces the program that opens browsers with one that records the call.
  writeFileSync(join(home.folder, 'bin', 'xdg-open'), `#!/bin/sh\ntouch '${opened}'\n`, { mode: 0o755 })
  const { stdout } = await startShell(home, 'netbox upgrade | cat', { DISPLAY: ':0' }).finished
  expect(stdout).toBe(`${url}/pricing\n`)
  expect(existsSync(opened)).toBe(false)
})
