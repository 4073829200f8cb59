import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createAuthority } from './authority.ts'
import { writeTrustBundle } from './trust-bundle.ts'

const PROGRAM = `
import sys
first = "ssl" in sys.modules
import ssl
def size(path):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(path)
    return len(context.get_ca_certs())
print(first, size("public.pem"), size("pin.pem"), sys.modules["sitecustomize"].NAME, sys.path[1:2])
`

describe.skipIf(spawnSync('python3', ['--version']).status !== 0)('the trust of Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  const bundle = writeTrustBundle(createAuthority().pem)
  afterAll(() => {
    bundle.remove()
    rmSync(folder, { recursive: true })
  })

  it('adds the authority to lists of public ones only, and runs the sitecustomize of the user', () => {
    const other = createAuthority().pem
    writeFileSync(join(folder, 'public.pem'), other.repeat(60))
    writeFileSync(join(folder, 'pin.pem'), other)
    const own = join(folder, 'own')
    mkdirSync(own)
    writeFileSync(join(own, 'sitecustomize.py'), 'NAME = "own"\n')
    const PYTHONPATH = `${bundle.variables['PYTHONPATH']}:${own}`
    const given = { cwd: folder, env: { ...process.env, PYTHONPATH }, encoding: 'utf8' } as const
    const { stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], given)
    expect(stdout, stderr).toBe(`False 2 1 own ['${own}']\n`)
  })

  it('starts every Python without a warning', () => {
    const given = { cwd: folder, env: { ...process.env, ...bundle.variables }, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync('python3', ['-S', '-c', 'import ssl'], given)
    expect([status, stderr]).toEqual([0, ''])
    const { stdout } = spawnSync('python3', ['-W', 'error', '-c', 'import http.client; print("fine")'], given)
    expect(stdout).toBe('fine\n')
  })
})
