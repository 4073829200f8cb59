import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../src/config/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { tables } from '../../src/schema.ts'

/** Returns everything that a restore replaces, as one text. */
export const stateOf = async (env: Environment): Promise<string> => {
  const database = await openDatabase(env['DATABASE_URL'] ?? '', { migrates: false })
  const state: Record<string, unknown> = {}
  for (const { name } of tables)
    state[name] = (await database.queries.selectFrom(name).selectAll().execute())
      .map((row) => JSON.stringify(row))
      .toSorted()
  await database.close()
  const folder = env['DATA_DIR'] ?? ''
  for (const name of ['jwt-keys.json', 'encryption-keys', 'anon-key'])
    state[name] = await readFile(join(folder, name), 'utf8')
  const files = await readdir(join(folder, 'storage/objects'), { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of files.filter((entry) => entry.isFile()))
    state[name] = await readFile(join(parentPath, name), 'utf8')
  return JSON.stringify(state, undefined, 1)
}
