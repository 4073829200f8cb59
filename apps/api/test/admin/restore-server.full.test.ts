import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeBackup } from '../../src/admin/backup.ts'
import { restoreBackup } from '../../src/admin/restore.ts'
import { recoverRestore } from '../../src/admin/restore-switch.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { administer, type Mariadb, startMariadb } from '../support/mariadb.ts'
import { stateOf } from '../support/restored-state.ts'

const program = fileURLToPath(new URL('../support/restore-and-die.ts', import.meta.url))
const NOW = Date.parse('2026-11-26T10:00:00Z')

// A server of its own takes seconds to start, so only `npm run judges` runs this.
describe.runIf(process.env['NETBOX_JUDGES'] === 'all' && inject('mariadbPort') !== null)('a restore (mysql)', () => {
  let server: Mariadb
  let folder = ''
  let env: { DATA_DIR: string; DATABASE_URL: string; NODE_ENV: string }
  const states = { old: '', new: '' }
  const backupOf = (state: 'old' | 'new'): string => join(folder, state, 'netbox-20261126T100000Z')

  /** Adds rows and a file, and makes a backup of this state. */
  const keep = async (state: 'old' | 'new'): Promise<void> => {
    const database = await openDatabase(env.DATABASE_URL)
    await database.writer
      .insertInto('heartbeats')
      .values({ minute: state.charCodeAt(0) })
      .execute()
    await database.close()
    const place = join(env.DATA_DIR, 'storage/objects/ab')
    await mkdir(place, { recursive: true })
    await writeFile(join(place, `${state}-file`), state)
    await makeBackup(readConfig(env), { folder: join(folder, state), now: NOW })
    states[state] = await stateOf(env)
  }

  /** Restores the new state, and kills the server at a moment. Returns what the restore printed. */
  const killServer = async (moment: number): Promise<string> => {
    const words = [
      '--no-warnings',
      '--conditions=@netbox/source',
      program,
      backupOf('new'),
      String(moment),
      String(server.pid()),
    ]
    const child = spawn(process.execPath, words, { env: { ...process.env, ...env } })
    const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return out
  }

  beforeAll(async () => {
    server = await startMariadb()
    await administer(server.port, 'create database kept')
    folder = await mkdtemp(join(tmpdir(), 'netbox-restore-server-'))
    env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: server.url('kept'), NODE_ENV: 'test' }
    readConfig(env)
    await keep('new')
    await rm(join(env.DATA_DIR, 'storage/objects'), { recursive: true })
    await keep('old')
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  it('leaves the old or the new state when the server is killed at any moment, never a mixture', async () => {
    const all = Number(await killServer(1_000_000))
    expect(all).toBeGreaterThan(20)
    const seen = new Set<string>()
    const early = Array.from({ length: 4 }, (_, index) => 1 + Math.floor(((index + 0.5) * (all - 32)) / 4))
    for (const moment of [...early, ...Array.from({ length: 8 }, (_, index) => all - 4 * index)]) {
      if ((await stateOf(env)) !== states.old) await restoreBackup(env, backupOf('old'), true)
      await killServer(moment)
      await server.restart()
      await recoverRestore(env)
      const state = await stateOf(env)
      expect([states.old, states.new], `the server was killed at ${moment} of ${all}`).toContain(state)
      seen.add(state)
    }
    expect(seen.size).toBe(2)
  }, 600_000)
})
