import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBackup } from '../../src/admin/backup.ts'
import { restoreBackup } from '../../src/admin/restore.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { tables } from '../../src/schema.ts'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const NOW = Date.parse('2026-11-26T10:00:00Z')
const DAY = 24 * 60 * 60_000

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netbox-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const everyRow = async (url: string): Promise<object> => {
  const database = await openDatabase(url, { migrates: false })
  const rows: Record<string, readonly string[]> = {}
  // A backup has no processes: they run on one database. A running service adds a heartbeat every minute.
  for (const { name } of tables.filter((table) => !['service_processes', 'heartbeats'].includes(table.name)))
    rows[name] = (await database.queries.selectFrom(name).selectAll().execute())
      .map((row) => JSON.stringify(row, Object.keys(row).toSorted()))
      .toSorted()
  await database.close()
  return rows
}

describeOnEveryEngine('a backup', (open) => {
  let api: TestApi
  let from: { env: Record<string, string>; folder: string }
  beforeAll(async () => {
    const dataDir = join(folder, `from-${open.engine}`)
    const env = { DATABASE_URL: open.url(), DATA_DIR: dataDir, NODE_ENV: 'test' }
    api = await startApi({ databaseUrl: open.url(), env })
    const ana = await api.user({ plan: 'pro' })
    // Characters that a format of lines may treat as the end of a line, or lose.
    const input = 'Subject: a\r\n\u2028b\u0000\u{1F600}\n'
    await api.call('tools.run', { bearer: ana.bearer, params: { id: 'header-analyzer' }, body: { input } })
    const { writer } = api.core.database
    const file = { version: newId(), size: 4, mime: 'text/plain', etag: '"a"', cache_control: 'no-cache' }
    const times = { created_at: NOW, updated_at: NOW }
    const bucket = { id: 'docs', owner: null, public: 0, file_size_limit: null, allowed_mime_types: null } as const
    await writer
      .insertInto('storage_buckets')
      .values({ ...bucket, ...times })
      .execute()
    const object = { id: newId(), bucket_id: 'docs', name: 'a.txt', owner_id: ana.id, user_metadata: null }
    await writer
      .insertInto('storage_objects')
      .values({ ...object, ...file, ...times, content_encoding: null })
      .execute()
    const place = join(dataDir, 'storage/objects', file.version.slice(-2))
    await mkdir(place, { recursive: true })
    await writeFile(join(place, file.version), 'kept', { mode: 0o600 })
    from = { env, folder: join(folder, `backups-${open.engine}`) }
  })
  afterAll(() => api.stop())

  it('of a running service has rows, keys and files, for this user only, and brings all back on either engine', async () => {
    const { env } = from
    const lines = await makeBackup(readConfig(env), { folder: from.folder, now: NOW })
    const backup = join(from.folder, 'netbox-20261126T100000Z')
    expect(lines[0]).toBe(`Backup, complete and verified: ${backup}`)
    expect(lines[1]).toMatch(/^Rows: \d+ in \d+ tables\. Files: 1\.$/)
    expect((await stat(backup)).mode & 0o777).toBe(0o700)
    for (const name of ['manifest.json', 'tables.jsonl.gz', 'keys.env'])
      expect((await stat(join(backup, name))).mode & 0o777).toBe(0o600)
    const before = await everyRow(open.url())

    // A new machine with SQLite
    const dataDir = join(folder, `to-${open.engine}`)
    const url = `sqlite:${join(dataDir, 'netbox.sqlite')}`
    await restoreBackup({ DATA_DIR: dataDir }, backup, false)
    expect(await everyRow(url)).toEqual(before)
    const { encryptionKeys, jwtKeys, anonKey } = readConfig({ DATA_DIR: dataDir })
    expect({ encryptionKeys, jwtKeys, anonKey }).toEqual({
      encryptionKeys: api.core.config.encryptionKeys,
      jwtKeys: api.core.config.jwtKeys,
      anonKey: api.core.config.anonKey,
    })
    const [file = ''] = await readdir(join(dataDir, 'storage/objects'))
    const [version = ''] = await readdir(join(dataDir, 'storage/objects', file))
    expect(await readFile(join(dataDir, 'storage/objects', file, version), 'utf8')).toBe('kept')

    // Back to the first engine, over newer data
    await api.user()
    await makeBackup(readConfig({ DATA_DIR: dataDir }), { folder: from.folder, now: NOW + DAY })
    const second = join(from.folder, 'netbox-20261127T100000Z')
    await expect(restoreBackup(env, second, false)).rejects.toThrow('add --replace to replace')
    await expect(restoreBackup(env, second, true)).rejects.toThrow('stop it first')
    await api.stop()
    await restoreBackup(env, second, true)
    expect(await everyRow(open.url())).toEqual(before)
  })
})

describe('backups', () => {
  const damage = async (file: string, change: (text: Buffer) => Buffer | string, name = `damaged-${file}`) => {
    const env = { DATA_DIR: join(folder, name), NODE_ENV: 'test' }
    await (await openDatabase(`sqlite:${join(folder, name, 'netbox.sqlite')}`)).close()
    await makeBackup(readConfig(env), { now: NOW })
    const path = join(folder, name, 'backups/netbox-20261126T100000Z', file)
    await writeFile(path, change(await readFile(path)))
    return env
  }

  it('are refused when damaged or of a newer netbox, before the data changes', async () => {
    const damages = {
      'tables.jsonl.gz': (text: Buffer) => text.subarray(0, -20),
      'manifest.json': (text: Buffer) => text.toString().replace('2026-11-tables', '2027-11-newer'),
    }
    for (const [name, change] of Object.entries(damages)) {
      const env = await damage(name, change)
      const before = await everyRow(`sqlite:${join(env.DATA_DIR, 'netbox.sqlite')}`)
      const backup = join(env.DATA_DIR, 'backups/netbox-20261126T100000Z')
      const reason = name === 'manifest.json' ? 'made by a newer netbox' : 'is damaged'
      await expect(restoreBackup(env, backup, true)).rejects.toThrow(reason)
      expect(await everyRow(`sqlite:${join(env.DATA_DIR, 'netbox.sqlite')}`)).toEqual(before)
    }
    await expect(restoreBackup({}, folder, true)).rejects.toThrow('is not a backup')
    const backup = join(folder, 'damaged-manifest.json/backups/netbox-20261126T100000Z')
    await writeFile(
      join(backup, 'manifest.json'),
      (await readFile(join(backup, 'manifest.json'), 'utf8')).replace('2027-11-newer', '2026-11-tables'),
    )
    // Node's own way to make folders would never end there.
    for (const env of [
      { DATA_DIR: '/proc/netbox' },
      { DATA_DIR: join(folder, 'new'), STORAGE_URL: 'file:/proc/netbox' },
    ])
      await expect(restoreBackup(env, backup, true)).rejects.toThrow(
        /^\/proc\/netbox.* can't be created .*: choose a folder/,
      )
  })

  it('are pruned to the newest, as are interrupted ones, and nothing else in their folder is deleted', async () => {
    const env = { DATA_DIR: join(folder, 'pruned'), NODE_ENV: 'test' }
    await (await openDatabase(`sqlite:${join(folder, 'pruned/netbox.sqlite')}`)).close()
    const place = join(folder, 'pruned/backups')
    for (const name of ['netbox-old', 'netbox-20261101T000000Z.unfinished', 'netbox-20261129T095959Z.unfinished'])
      await mkdir(join(place, name), { recursive: true })
    for (const day of [0, 1, 2, 3]) await makeBackup(readConfig(env), { now: NOW + day * DAY, keep: 2 })
    expect((await readdir(place)).toSorted()).toEqual([
      'netbox-20261128T100000Z',
      'netbox-20261129T095959Z.unfinished',
      'netbox-20261129T100000Z',
      'netbox-old',
    ])
  })

  it.runIf(process.getuid?.() === 0)('that root restores belong to the owner of the data folder', async () => {
    const env = { DATA_DIR: join(folder, 'owned'), NODE_ENV: 'test' }
    await (await openDatabase(`sqlite:${join(folder, 'owned/netbox.sqlite')}`)).close()
    await makeBackup(readConfig(env), { now: NOW })
    await chown(env.DATA_DIR, 12_345, 12_345)
    await restoreBackup(env, join(folder, 'owned/backups/netbox-20261126T100000Z'), true)
    for (const name of ['netbox.sqlite', 'jwt-keys.json', 'encryption-keys', 'anon-key'])
      expect((await stat(join(env.DATA_DIR, name))).uid).toBe(12_345)
  })

  it('of a preview are refused with the version that made them', async () => {
    const ofPreview = (text: Buffer) =>
      text.toString().replace('"netbox": "', '"netbox": "0.0.0-').replace('2026-11-tables', '0007-tables')
    const env = await damage('manifest.json', ofPreview, 'preview')
    const backup = join(env.DATA_DIR, 'backups/netbox-20261126T100000Z')
    await expect(restoreBackup(env, backup, true)).rejects.toThrow(/was made by a preview of netbox \(0\.0\.0-/)
  })

  it.runIf(process.getuid?.() === 0)('that another user may not read are not called damaged', async () => {
    const place = join(folder, 'closed')
    const env = { DATA_DIR: place, NODE_ENV: 'test' }
    await (await openDatabase(`sqlite:${join(place, 'netbox.sqlite')}`)).close()
    await makeBackup(readConfig(env), { now: NOW })
    await chmod(folder, 0o755)
    await chmod(place, 0o755)
    await chmod(join(place, 'backups'), 0o755)
    process.seteuid?.(65_534)
    try {
      const backup = join(place, 'backups/netbox-20261126T100000Z')
      await expect(restoreBackup(env, backup, true)).rejects.toThrow(/manifest\.json is closed to the user.*EACCES/)
    } finally {
      process.seteuid?.(0)
    }
  })

  it('that are made twice in a second fail the second time, and leave the first', async () => {
    const env = { DATA_DIR: join(folder, 'twice'), NODE_ENV: 'test' }
    await (await openDatabase(`sqlite:${join(folder, 'twice/netbox.sqlite')}`)).close()
    await makeBackup(readConfig(env), { now: NOW })
    await expect(makeBackup(readConfig(env), { now: NOW })).rejects.toThrow('ENOTEMPTY')
    expect(await readdir(join(folder, 'twice/backups'))).toEqual(['netbox-20261126T100000Z'])
  })

  it('add notes about a missing key, and about purchases since the backup', async () => {
    const env = { DATA_DIR: join(folder, 'keys'), NODE_ENV: 'test' }
    await (await openDatabase(`sqlite:${join(folder, 'keys/netbox.sqlite')}`)).close()
    await makeBackup(readConfig(env), { now: NOW })
    const other = readConfig({ DATA_DIR: join(folder, 'other-keys') }).encryptionKeys
    const given = other.map(({ kid, key }) => `${kid}:${Buffer.from(key).toString('base64url')}`).join(',')
    const backup = join(folder, 'keys/backups/netbox-20261126T100000Z')
    const settings = { ENCRYPTION_KEYS: given, STRIPE_SECRET_KEY: 'sk_test_1' }
    const lines = await restoreBackup({ DATA_DIR: join(folder, 'keys-2'), ...settings }, backup, false)
    expect(lines.at(-1)).toMatch(/^Run 'npm run admin -- stripe-sync' before the service starts/)
    expect(lines.at(-2)).toBe(`ENCRYPTION_KEYS lacks a key of the backup: add it from ${join(backup, 'keys.env')}.`)
  })
})
