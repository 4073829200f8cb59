import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findObstacle } from './run-in-namespace.ts'

describe('a system that runs no command in its own network says so in one sentence, with advice', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'netbox-'))
    vi.stubEnv('PATH', folder)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  /** Adds programs to the PATH, which do nothing but end with a code. */
  const add = (code: number, ...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
  }

  it('without Linux', () =>
    expect(findObstacle('darwin')).toBe(
      'A command in its own network needs Linux. Here, use --loopback, which serves on ports of 127.0.0.1, or the container image.',
    ))

  it.runIf(process.platform === 'linux')('without a program', () =>
    expect(findObstacle()).toBe("The program 'unshare' is missing: install the package util-linux, or use --loopback."),
  )

  it.runIf(process.platform === 'linux')('without namespaces for users', () => {
    add(0, 'ip', 'mount')
    add(1, 'unshare')
    expect(findObstacle()).toBe(
      'This system does not let users create network namespaces: use sudo, the container image with --cap-add NET_ADMIN --cap-add SYS_ADMIN, or --loopback.',
    )
  })
})
