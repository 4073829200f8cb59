import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeBackup } from '../../src/admin/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { runOnDatabase } from '../../src/run-on-database.ts'
import { administer } from '../support/mariadb.ts'

const sources = (name: string): string => fileURLToPath(new URL(`../../src/${name}`, import.meta.url))
const start = ['--no-warnings', '--conditions=@netbox/source']
const hasNamespaces = spawnSync('unshare', ['-m', 'true']).status === 0

let folder = ''
let data = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netbox-machine-'))
  data = join(folder, 'data')
  readConfig({ DATA_DIR: data })
  await (await openDatabase(`sqlite:${join(data, 'netbox.sqlite')}`)).close()
  await makeBackup(readConfig({ DATA_DIR: data }), { now: Date.parse('2026-11-26T10:00:00Z') })
})
afterAll(() => rm(folder, { recursive: true }))

describe.runIf(hasNamespaces)('a data folder on a read-only disk', () => {
  it.each([
    [
      'doctor',
      'admin.ts',
      ['doctor'],
      /netbox\.sqlite\S* .*(?:read-only for this command.*ReadWritePaths=|mounted read-only)/,
    ],
    ['a backup', 'admin.ts', ['backup'], /data\/backups\S* is read-only for this command.*ReadWritePaths=/],
    [
      'a restore',
      'admin.ts',
      ['restore', 'BACKUP', '--replace'],
      /data\/restore\.lock\)\. Let the user .*mounted read-only/,
    ],
    [
      'the start',
      'main.ts',
      [],
      /netbox\.sqlite\S* .*(?:read-only for this command.*ReadWritePaths=|mounted read-only)/,
    ],
  ])('makes %s fail with the path and the remedy, and changes nothing', async (_name, program, words, expected) => {
    const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
    const backup = join(data, 'backups/netbox-20261126T100000Z')
    const command = [
      process.execPath,
      ...start,
      sources(program),
      ...words.map((word) => (word === 'BACKUP' ? backup : word)),
    ]
    const before = await readdir(data, { recursive: true })
    const { status, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', data, ...command], {
      env: { PATH: process.env['PATH'], DATA_DIR: data },
      encoding: 'utf8',
    })
    expect(stderr).toMatch(expected)
    expect(status).toBe(1)
    expect(await readdir(data, { recursive: true })).toEqual(before)
  })
})

const doctor = async (env: Readonly<Record<string, string>>): Promise<string> => {
  try {
    const config = readConfig({ DATA_DIR: data, NODE_ENV: 'test', ...env }, { creates: false })
    return (await runOnDatabase(config, 'doctor', [])).lines.join('\n')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('doctor with an SQLite file', () => {
  const copy = async (name: string): Promise<string> => {
    const path = join(folder, name)
    await cp(join(data, 'netbox.sqlite'), path)
    return path
  }

  it('of a newer netbox says what to install', async () => {
    const path = await copy('newer.sqlite')
    const database = new DatabaseSync(path)
    database.exec("insert into kysely_migration values ('2099-newer', '2099-01-01')")
    database.close()
    expect(await doctor({ DATABASE_URL: `sqlite:${path}` })).toMatch(
      /belong to a newer netbox: install it or restore a backup/,
    )
  })

  it('that is damaged names the file and the remedy, as does a backup', async () => {
    const path = await copy('damaged.sqlite')
    const bytes = await readFile(path)
    await writeFile(path, bytes.fill(7, 8192))
    expect(await doctor({ DATABASE_URL: `sqlite:${path}` })).toMatch(
      /malformed \(\S+damaged\.sqlite.*\)\. Restore a backup/,
    )
    const config = readConfig({ DATA_DIR: data, DATABASE_URL: `sqlite:${path}` })
    await expect(makeBackup(config, { folder: join(folder, 'of-damaged'), now: 0 })).rejects.toThrow(
      /malformed \(\S+damaged\.sqlite.*\)\. Restore a backup/,
    )
  })
})

const port = inject('mariadbPort') ?? 0
describe.runIf(port !== 0)('doctor with a MariaDB server (mysql)', () => {
  const url = (user: string, database: string): string => `mysql://${user}@127.0.0.1:${port}/${database}`
  beforeAll(async () => {
    await administer(port, 'create database states character set latin1')
    await administer(port, 'create user reader@`%` identified by "r"')
    await administer(port, 'create user nobody@`%` identified by "n"')
    await administer(port, 'grant select on states.* to reader@`%`')
    await (await openDatabase(url('netbox:netbox', 'states'))).close()
  })
  afterAll(async () => {
    await administer(port, 'drop database states')
    await administer(port, 'drop user reader@`%`, nobody@`%`')
    await administer(port, "set global sql_mode = default, global time_zone = 'SYSTEM', global read_only = 0")
  })

  it.each([
    [
      'the wrong password',
      'netbox:wrong',
      'states',
      /Access denied .*\(mysql:\/\/netbox@127\.0\.0\.1:\d+\/states\)\. Check that the server runs and lets/,
    ],
    [
      'the wrong database',
      'netbox:netbox',
      'missing',
      /Unknown database 'missing'.*Check that the server runs and lets/,
    ],
    ['no privileges', 'nobody:n', 'states', /Access denied .*'states'.*Check that the server runs and lets this user/],
    ['tables of nobody', 'netbox:netbox', 'information_schema', /DATABASE_URL: /],
  ])('names fault and remedy of %s', async (_name, user, database, expected) => {
    const found = await doctor({ DATABASE_URL: url(user, database) })
    expect(found).toMatch(expected)
    expect(found).not.toMatch(/wrong@/)
  })

  it('finds a user who may only read', async () => {
    expect(await doctor({ DATABASE_URL: url('reader:r', 'states') })).toMatch(
      /^fail {2}The database can be read but not written: .*denied.*Let the user in DATABASE_URL write all tables/m,
    )
  })

  it('does not depend on the character set, the mode and the time zone of the server', async () => {
    await administer(port, "set global sql_mode = '', global time_zone = '+05:00'")
    const found = await doctor({ DATABASE_URL: url('netbox:netbox', 'states') })
    expect(found).toContain('ok    The database answers (mysql)')
    expect(found).not.toMatch(/Clocks/)
    await administer(port, "set global sql_mode = default, global time_zone = 'SYSTEM'")
  })
})
