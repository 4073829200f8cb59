import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'netbox-turbo-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const turbo = (...args: readonly string[]) => {
  const script = fileURLToPath(new URL('turbo.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home },
  })
  return { status, output: `${stdout}${stderr}` }
}

describe('turbo.mjs', () => {
  it('runs turbo without telemetry', () => {
    expect(turbo('telemetry', 'status')).toEqual({ status: 0, output: expect.stringContaining('Disabled') })
  })

  it("passes on turbo's exit code", () => {
    expect(turbo('run', 'no-such-task').status).toBe(1)
  })
})
