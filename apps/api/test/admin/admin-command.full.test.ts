import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { readJwtKeys, readEncryptionKeys } from '../../src/config/secrets.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { useApi } from '../support/use-api.ts'

const program = fileURLToPath(new URL('../../dist/admin.js', import.meta.url))

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the built command in its own process. */
const admin = (env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Ended> => {
  if (!existsSync(program)) throw new Error('The API is not built: npm run build')
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env } }
    const child = execFile(process.execPath, [program, ...words], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

describeOnEveryEngine('the built admin command with a running service', (open) => {
  const api = useApi({ on: open })
  let env: Record<string, string>
  beforeAll(async () => {
    env = { DATA_DIR: api.core.config.dataDir, DATABASE_URL: open.url() }
  })

  const lastAudit = async () => {
    const rows = api.core.database.queries.selectFrom('audit_log').selectAll().orderBy('created_at', 'desc')
    return rows.executeTakeFirstOrThrow()
  }

  it('makes the first admin, effective on the next request, and lists and revokes', async () => {
    const err = expect.stringMatching(/^Database \S+, data folder \S+\n$/)
    expect(await admin(env, 'list')).toEqual({ code: 0, out: 'There is no admin yet.\n', err })
    const [ana, ben] = [await api.user(), await api.user()]
    expect((await api.call('admin.services', { bearer: ana.bearer })).code).toBe('forbidden')
    expect(await admin(env, 'grant', ana.email.toUpperCase())).toEqual({
      code: 0,
      out: `${ana.email} is now an admin.\n`,
      err,
    })
    expect((await api.call('admin.services', { bearer: ana.bearer })).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ actor_id: 'shell', action: 'profile.update', target_id: ana.id })
    expect((await admin(env, 'list')).out).toBe(`${ana.email}\n`)
    expect(await admin(env, 'revoke', ana.email)).toEqual({
      code: 1,
      out: 'This is the last active admin. Make another user an admin first.\n',
      err,
    })
    await admin(env, 'grant', ben.email)
    expect((await admin(env, 'revoke', ana.email)).code).toBe(0)
    expect((await api.call('admin.services', { bearer: ana.bearer })).code).toBe('forbidden')
    expect((await api.call('admin.audit', { bearer: ben.bearer })).body.data.total).toBe(3)
  })
})

describe('the admin command without a service', () => {
  it('records a backup, so that doctor knows its age', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'netbox-admin-'))
    const env = { DATA_DIR: join(parent, 'data'), NETBOX_ADMIN: 'netbox-admin' }
    await admin(env, 'migrate')
    expect((await admin(env, 'doctor')).out).toContain(
      "note  No backup was made since this database was created or restored. Run 'netbox-admin backup', every night.",
    )
    expect((await admin(env, 'backup')).out).toMatch(/^Backup, complete and verified: \S+\nRows: .+\n$/)
    expect((await admin(env, 'doctor')).out).toContain('ok    The last verified backup is 0 hours old.')
    expect((await admin(env, 'help')).err).toContain('Usage: netbox-admin <verb>')
    await rm(parent, { recursive: true })
  })

  it('shows its usage for an invalid command', async () => {
    const ended = await Promise.all([[], ['help'], ['__proto__']].map((words) => admin({}, ...words)))
    for (const { code, out, err } of ended) {
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('Usage: npm run admin -- <verb>')
    }
  })

  it('creates keys that the configuration accepts', async () => {
    const { out, code } = await admin({ NODE_ENV: 'production' }, 'keys')
    expect(code).toBe(0)
    const [, jwt = '', keys = ''] = /^JWT_KEYS='(.+)'\nENCRYPTION_KEYS='(.+)'\n$/.exec(out) ?? []
    expect(readJwtKeys(jwt)).toHaveLength(1)
    expect(readEncryptionKeys(keys)).toHaveLength(1)
    expect((await admin({}, 'keys')).out).not.toBe(out)
  })

  it('creates nothing before migrate, which creates folder, keys and tables', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'netbox-admin-'))
    const env = { DATA_DIR: join(parent, 'data') }
    for (const verb of ['doctor', 'list', 'anon-key', 'rotate-keys'])
      expect(await admin(env, verb)).toMatchObject({
        code: 1,
        err: expect.stringContaining("'npm run admin -- migrate' first"),
      })
    expect((await admin(env, 'migrate', '--dry-run')).out).toBe(
      'Pending: 2026-11-tables\nPending: 2026-12-address-requests\nPending migrations: 2.\n',
    )
    expect(await readdir(parent)).toEqual([])
    expect((await admin(env, 'migrate')).out).toBe(
      'Migrated: 2026-11-tables\nMigrated: 2026-12-address-requests\nThe tables are up to date.\n',
    )
    expect((await admin(env, 'migrate')).out).toBe('The tables are up to date.\n')
    expect((await admin(env, 'anon-key')).out).toMatch(/^sb_publishable_/)
    expect((await admin(env, 'list')).code).toBe(0)
    expect((await admin({}, 'version')).out).toMatch(/^netbox \d+\.\d+\.\d+ \(netbox-sim\/\d+, Node.js v24/)
    await rm(parent, { recursive: true })
  })

  it('reports in one line why it can’t work, without the database password', async () => {
    const production = await admin({ NODE_ENV: 'production' }, 'list')
    expect(production).toMatchObject({ code: 1, out: '' })
    expect(production.err).toMatch(/^Database .+\nnetbox: [A-Z_]+ .+\n$/)
    const keys = await admin({}, 'keys')
    const env = Object.fromEntries([...keys.out.matchAll(/^(\w+)='(.+)'$/gm)].map(([, name, value]) => [name, value]))
    const away = await admin({ ...env, DATABASE_URL: 'mysql://netbox:hunter2@127.0.0.1:1/netbox' }, 'list')
    expect(away).toMatchObject({ code: 1, out: '' })
    expect(away.err).toMatch(/^Database mysql:\/\/netbox@127.0.0.1:1\/netbox, data folder \S+\nnetbox: .+\n$/)
    expect(away.err).not.toContain('hunter2')
  })
})
