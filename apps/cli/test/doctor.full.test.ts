import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'

interface Report {
  readonly ready: boolean
  readonly checks: readonly { readonly name: string; readonly state: string; readonly text: string }[]
}

const examine = async (env: Record<string, string> = {}): Promise<Report & { readonly code: number | null }> => {
  const { stdout, code } = await netbox(useHome(), ['doctor', '--json'], { env })
  const report: Report = JSON.parse(stdout)
  return { ...report, code }
}

const stateOf = ({ checks }: Report, wanted: string): string | undefined =>
  checks.find(({ name }) => name === wanted)?.state

describe('netbox doctor', () => {
  it('is right about serve: exit code 0 exactly if a command runs in a world here', async () => {
    const { ready, code, checks } = await examine()
    const served = await netbox(useHome(), ['serve', '--quiet', '--', 'true'])
    expect([ready, code]).toEqual([served.code === 0, served.code === 0 ? 0 : 1])
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['Node', 'Namespaces', 'Space', 'Ports']))
  })

  it('names the missing program and its package, and what works without it', async () => {
    const home = useHome()
    // A PATH with Node alone.
    const env = { PATH: dirname(process.execPath) }
    const { stdout, code } = await netbox(home, ['doctor'], { env })
    expect(code).toBe(1)
    expect(stdout).toContain("'netbox serve -- COMMAND' doesn't work here.")
    expect(stdout).toMatch(/✖ Namespaces +The program 'unshare' is missing: install the package/)
    expect(stdout).toMatch(/✔ Without it +--loopback/)
    const served = await netbox(home, ['serve', '--', 'true'], { env })
    expect([served.code, served.stderr]).toEqual([1, expect.stringContaining("'netbox doctor' checks this machine.")])
  })

  it('sees a folder for temporary files that can not be used', async () => {
    const report = await examine({ TMPDIR: '/etc/passwd/missing' })
    expect([report.ready, report.code, stateOf(report, 'Space')]).toEqual([false, 1, 'blocked'])
  })

  it('installs nothing: the profile for AppArmor is printed, with its steps and what it permits', async () => {
    const { stdout, code } = await netbox(useHome(), ['doctor', '--apparmor-profile'])
    expect(code).toBe(0)
    expect(stdout).toContain('profile netbox-node /opt/netbox/bin/node flags=(unconfined) {\n  userns,\n}')
    expect(stdout).toContain('sudo install -D --owner=root --group=root --mode=755')
  })
})
