import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeInstallation, requireEnvFiles } from './installation.ts'
import { keptSecret, readSecret } from './secrets.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netbox-installation-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a command in the folder of the unit’s program', () => {
  const describeIt = (env: Readonly<Record<string, string>>, unit: string) =>
    describeInstallation(env, 'netbox-admin migrate', unit)

  it('does not start a second installation beside the installation of the systemd unit, and says how to use the existing one', async () => {
    const unit = join(folder, 'netbox.service')
    expect(describeIt({}, unit)).toHaveLength(1)
    await writeFile(unit, '')
    expect(() => describeIt({}, unit)).toThrow(
      /^DATA_DIR is not set, so this would be a new installation in \S+, beside the installation of \S+netbox\.service\. Run 'netbox-admin migrate', or set DATA_DIR/,
    )
    // The operator has chosen an installation.
    expect(describeIt({ DATA_DIR: folder }, unit)).toEqual([
      `Database sqlite:${join(folder, 'netbox.sqlite')}, data folder ${folder}`,
    ])
    expect(describeIt({ DATABASE_URL: 'mysql://netbox:secret@db/netbox' }, unit)[0]).toMatch(
      /^Database mysql:\/\/netbox@db\/netbox, data folder /,
    )
    expect(describeIt({ NETBOX_ADMIN: 'netbox-admin' }, unit)).toHaveLength(1)
  })
})

describe('a file of settings or keys', () => {
  it('that can’t be read is an error, never a missing one', async () => {
    const loop = join(folder, 'loop')
    await symlink(loop, loop)
    for (const options of [[`--env-file-if-exists=${loop}`], ['--env-file', loop]])
      expect(() => requireEnvFiles(options)).toThrow(/^\S+\/loop can't be read \(ELOOP: .+\): make it a file that/)
    expect(() => requireEnvFiles([`--env-file-if-exists=${folder}`])).toThrow(/can't be read \(EISDIR/)
    expect(() =>
      requireEnvFiles([`--env-file-if-exists=${join(folder, 'none')}`, '--enable-source-maps']),
    ).not.toThrow()
    expect(() => keptSecret(folder, 'loop', () => 'new')).toThrow("can't be read (ELOOP")
    expect(() => readSecret(folder, 'loop')).toThrow("can't be read (ELOOP")
    expect(() => readSecret(folder, 'none')).toThrow('is missing: check DATA_DIR')
  })
})
