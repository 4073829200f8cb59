import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { makeBackup } from '../../src/admin/backup.ts'
import { restoreBackup } from '../../src/admin/restore.ts'
import { deleteReplaced, listReplaced, recoverRestore } from '../../src/admin/restore-switch.ts'
import { readConfig, type Environment } from '../../src/config/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { administer } from '../support/mariadb.ts'
import { stateOf } from '../support/restored-state.ts'

const isWhole = process.env['NETBOX_JUDGES'] === 'all'
const FROM_SOURCE = ['--no-warnings', '--conditions=@netbox/source']
const program = fileURLToPath(new URL('../support/restore-and-die.ts', import.meta.url))

describeOnEveryEngine('a restore', (open) => {
  let folder = ''
  let env: Environment
  let backup = ''
  /** Whether to run what depends little on the engine: `npm run judges` runs it on both, other runs only on SQLite. */
  const isThorough = isWhole || open.engine === 'sqlite'
  const states = { old: '', new: '' }

  const addData = async (word: string): Promise<void> => {
    const database = await openDatabase(env['DATABASE_URL'] ?? '')
    for (const minute of [1, 2, 3])
      await database.writer
        .insertInto('heartbeats')
        .values({ minute: minute + word.length * 10 })
        .execute()
    await database.close()
    await mkdir(join(folder, 'data/storage/objects/ab'), { recursive: true })
    await writeFile(join(folder, 'data/storage/objects/ab', newId()), word, { mode: 0o600 })
  }

  const die = (moment?: number | 'decided') =>
    promisify(execFile)(process.execPath, [...FROM_SOURCE, program, backup, String(moment ?? '')], {
      env: { ...process.env, ...env },
    }).then(
      ({ stdout }) => Number(stdout),
      (error: { readonly signal?: string }) => error.signal,
    )

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-restore-'))
    env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: open.url(), NODE_ENV: 'test' }
    await addData('new')
    await makeBackup(readConfig(env), { folder: join(folder, 'backups'), now: Date.parse('2026-11-26T10:00:00Z') })
    backup = join(folder, 'backups/netbox-20261126T100000Z')
    states.new = await stateOf(env)
    for (const name of ['jwt-keys.json', 'encryption-keys', 'anon-key']) await rm(join(folder, 'data', name))
    readConfig(env)
    await rm(join(folder, 'data/storage/objects'), { recursive: true })
    await addData('older')
    states.old = await stateOf(env)
    // From now on, the old state is a backup too, so that every test starts from it.
    await makeBackup(readConfig(env), { folder: join(folder, 'old'), now: Date.parse('2026-11-26T10:00:00Z') })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  // The cases that leave the old state come first, because restores take seconds.
  const restoreOld = async (): Promise<void> => {
    if ((await stateOf(env)) === states.old) return
    await restoreBackup(env, join(folder, 'old/netbox-20261126T100000Z'), true)
    expect(await stateOf(env)).toBe(states.old)
  }

  it.runIf(isThorough)(
    'refuses a backup whose file, keys or rows were changed, cut, emptied or replaced by a link, by its name',
    async () => {
      await restoreOld()
      const [file = ''] = (await readdir(join(backup, 'files/ab'))).map((name) => join('files/ab', name))
      const damages: readonly (readonly [string, (path: string) => Promise<void>])[] = [
        ['keys.env', (path) => writeFile(path, '')],
        ['keys.env', async (path) => writeFile(path, (await readFile(path)).subarray(0, 300))],
        ['keys.env', (path) => rm(path)],
        [file, (path) => writeFile(path, 'wen')],
        [file, (path) => rm(path)],
        [file, async (path) => (await rm(path), symlink('/etc/hostname', path))],
        ['files/ab/more', (path) => writeFile(path, 'more')],
        ['tables.jsonl.gz', (path) => writeFile(path, '')],
        ['manifest.json', (path) => writeFile(path, '{')],
      ]
      for (const [name, damage] of damages) {
        const damaged = join(folder, 'damaged')
        await cp(backup, damaged, { recursive: true })
        await damage(join(damaged, name))
        const told = name === 'tables.jsonl.gz' ? 'its rows' : name
        await expect(restoreBackup(env, damaged, true)).rejects.toThrow(told)
        await rm(damaged, { recursive: true })
      }
      expect(await stateOf(env)).toBe(states.old)
    },
  )

  const hasNamespaces = spawnSync('unshare', ['-m', 'true']).status === 0
  it.runIf(hasNamespaces && isThorough)('on a full disk leaves the old state', async () => {
    await restoreOld()
    const data = join(folder, 'data')
    const isFile = open.engine === 'sqlite'
    const database = isFile ? 'DATABASE_URL=sqlite:"$1"/netbox.sqlite' : ''
    if (isFile) await cp(open.url().slice('sqlite:'.length), join(data, 'netbox.sqlite'))
    const big = join(folder, 'big')
    await cp(data, big, { recursive: true })
    // The disk has room for the present state, and for a part of the new one.
    const script = `mount -t tmpfs -o size=8m none "$1" && cp -r "$2"/. "$1" && head -c 9M /dev/zero > "$1"/ballast 2> /dev/null
      truncate -s -${isFile ? 49152 : 8192} "$1"/ballast
      ${database} DATA_DIR="$1" "$3" --no-warnings --conditions=@netbox/source "$4" "$5" > "$2.out" 2>&1 && exit 9
      rm "$1"/ballast && cp -r "$1" "$2.after"`
    const values = [data, big, process.execPath, program, backup]
    const { status } = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', ...values], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    expect(status, await readFile(`${big}.out`, 'utf8')).toBe(0)
    expect(await readFile(`${big}.out`, 'utf8')).toMatch(/is full/)
    const after = isFile ? `sqlite:${big}.after/netbox.sqlite` : open.url()
    expect(await stateOf({ ...env, DATA_DIR: `${big}.after`, DATABASE_URL: after })).toBe(states.old)
    expect((await readdir(`${big}.after`)).filter((name) => /restored|^restore\./.test(name))).toEqual([])
  })

  it('never replaces the database of another program', async () => {
    const place = join(folder, 'other')
    await mkdir(place)
    let url = `sqlite:${join(place, 'shop.sqlite')}`
    if (open.engine === 'sqlite') {
      const shop = new DatabaseSync(join(place, 'shop.sqlite'))
      shop.exec(
        "create table orders (id integer); create table kysely_migration (name text); insert into kysely_migration values ('2020-shop')",
      )
      shop.close()
    } else {
      const port = inject('mariadbPort') ?? 0
      await administer(port, 'create database shop')
      await administer(port, 'create table shop.orders (id integer)')
      await administer(port, 'create table shop.kysely_migration (name varchar(40))')
      await administer(port, "insert into shop.kysely_migration values ('2020-shop')")
      url = open.url().replace(/[^/]+$/, 'shop')
    }
    await expect(restoreBackup({ DATA_DIR: place, DATABASE_URL: url }, backup, true)).rejects.toThrow(
      'belongs to another program',
    )
    if (open.engine === 'mysql') await administer(inject('mariadbPort') ?? 0, 'drop database shop')
  })

  /** Returns the moments at which a restore is killed: half of twenty are near its end, where the new state replaces the old one. */
  const momentsToDie = async (): Promise<readonly (number | 'decided')[]> => {
    if (!isWhole) return [20, 'decided']
    const all = Number(await die())
    expect(all).toBeGreaterThan(20)
    const early = Array.from({ length: 10 }, (_, index) => 1 + Math.floor(((index + 0.5) * (all - 12)) / 10))
    return [...early, ...Array.from({ length: 10 }, (_, index) => all - index), 'decided']
  }

  it('that is killed leaves the old or the new state after the next start, never a mixture', async () => {
    const seen = new Set<string>()
    for (const moment of await momentsToDie()) {
      await restoreOld()
      expect(await die(moment)).toBe('SIGKILL')
      await recoverRestore(env)
      const state = await stateOf(env)
      expect([states.old, states.new], `killed at ${moment}`).toContain(state)
      seen.add(state)
      expect((await readdir(join(folder, 'data'))).filter((name) => /restored|^restore\./.test(name))).toEqual([])
    }
    expect(seen.size).toBe(2)
  })

  it('keeps the former state aside until an operator deletes it', async () => {
    expect(await stateOf(env)).toBe(states.new)
    expect(await readdir(join(folder, 'data'))).toEqual(expect.arrayContaining(['jwt-keys.json.before-restore']))
    if (open.engine === 'sqlite') {
      const aside = new DatabaseSync(`${(env['DATABASE_URL'] ?? '').slice('sqlite:'.length)}.before-restore`)
      expect(aside.prepare('select count(*) as rows from heartbeats').get()).toEqual({ rows: 6 })
      aside.close()
    } else {
      await administer(
        inject('mariadbPort') ?? 0,
        `select * from ${new URL(open.url()).pathname.slice(1)}.before_restore_heartbeats`,
      )
    }
    const replaced = await listReplaced(readConfig(env))
    expect(replaced).toContain(join(folder, 'data/jwt-keys.json.before-restore'))
    expect(replaced).toContainEqual(expect.stringMatching(/sqlite\.before-restore|tables before_restore_…/))
    expect(await deleteReplaced(env)).toEqual(replaced.map((each) => `Deleted: ${each}`))
    expect(await listReplaced(readConfig(env))).toEqual([])
    expect(await deleteReplaced(env)).toEqual(['No restore has left data aside.'])
    expect(await stateOf(env)).toBe(states.new)
  })

  it.runIf(isThorough)('and another one at the same time do not mix', async () => {
    await restoreOld()
    const results = await Promise.all([die(), die()])
    expect(results.filter((result) => typeof result === 'number').length).toBeGreaterThan(0)
    expect(await stateOf(env)).toBe(states.new)
  })
})
