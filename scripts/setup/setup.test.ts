import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeAdvice } from './installation.mjs'

const here = fileURLToPath(new URL('..', import.meta.url))
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'netbox-setup-'))
  cpSync(join(here, 'setup.mjs'), join(root, 'scripts/setup.mjs'))
  cpSync(join(here, 'setup'), join(root, 'scripts/setup'), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3,"packages":{"":{}}}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const log = (): string => (existsSync(join(root, 'npm.log')) ? readFileSync(join(root, 'npm.log'), 'utf8') : '')

const INSTALL = 'mkdir -p node_modules/.bin && touch node_modules/.bin/node'

/** Runs setup.mjs with a fake npm, which records its arguments and runs `action`. */
const setUp = (action = INSTALL, environment = {}, words: readonly string[] = []) => {
  const bin = join(root, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$@" >> npm.log\n${action}\n`, { mode: 0o755 })
  return run(`${bin}${delimiter}${process.env['PATH']}`, environment, words)
}

const run = (path: string, environment = {}, words: readonly string[] = []) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment, PATH: path },
  })
  return { status, stdout, stderr }
}

// Skipped on Windows, because the fake npm is a shell script.
describe.runIf(process.platform !== 'win32')('set-up', () => {
  it('installs once, quietly, and reports it in one sentence', () => {
    expect(setUp()).toEqual({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Installing the locked dependencies with npm\. .*\n$/),
    })
    expect(setUp()).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(log()).toBe('ci --loglevel=error\n')
  })

  it('installs again when the lockfile changed', () => {
    setUp()
    writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3,"packages":{"":{"name":"changed"}}}')
    setUp()
    expect(log()).toBe('ci --loglevel=error\nci --loglevel=error\n')
  })

  it('installs again when node_modules was deleted', () => {
    setUp()
    rmSync(join(root, 'node_modules'), { recursive: true })
    setUp()
    expect(log()).toBe('ci --loglevel=error\nci --loglevel=error\n')
  })

  it('passes on the exit code of an installation that failed, and tries again the next time', () => {
    expect(setUp('exit 7')).toMatchObject({ status: 7, stderr: expect.stringContaining('The installation failed') })
    expect(setUp()).toMatchObject({ status: 0 })
  })

  it('reports that npm is missing', () => {
    mkdirSync(join(root, 'empty'))
    expect(run(join(root, 'empty'))).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('npm was not found'),
    })
  })

  it('of a start reports that the port is in use, and installs nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    // The cast is safe: a server on a port has an address of this type.
    const { port } = other.address() as AddressInfo
    try {
      expect(setUp(INSTALL, { PORT: String(port) }, ['start'])).toEqual({
        status: 1,
        stdout: '',
        stderr: `Port ${port} is in use by another program. Set PORT to a free one: PORT=${port + 1} npm start\n`,
      })
      expect(log()).toBe('')
      expect(setUp(INSTALL, { PORT: String(port) })).toMatchObject({ status: 0 })
    } finally {
      other.close()
    }
    expect(setUp(INSTALL, { PORT: String(port) }, ['start'])).toMatchObject({ status: 0 })
  })

  it('reports that the lockfile is missing, and installs nothing', () => {
    rmSync(join(root, 'package-lock.json'))
    expect(setUp()).toMatchObject({ status: 1, stderr: expect.stringContaining('package-lock.json is missing') })
    expect(log()).toBe('')
  })
})

describe('advice about Node', () => {
  const platform = { platform: 'freebsd', arch: 'x64' }

  it.each(['20.20.2', '22.12.0', '24.10.9'])('is given on Node %s if none is bundled', (running) => {
    expect(nodeAdvice({ bundled: false, running, platform })).toBe(
      `netbox needs Node 24.11 or newer, none comes with it for freebsd-x64, and this is Node ${running}: install a newer one and try again.`,
    )
  })

  it.each(['24.11.0', '24.21.0', '26.0.0'])('is not given on Node %s', (running) => {
    expect(nodeAdvice({ bundled: false, running, platform })).toBeUndefined()
  })

  it('is not given if one is bundled', () => {
    expect(nodeAdvice({ bundled: true, running: '20.0.0', platform })).toBeUndefined()
  })
})
