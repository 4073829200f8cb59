import type { Database } from '../../src/db/database.ts'
import { newId } from '../../src/random.ts'

/** Adds a user with the minimum data that the tables require, and returns the id. */
export const addUser = async (database: Database): Promise<string> => {
  const id = newId()
  const email = `${id}@example.com`
  await database.queries
    .insertInto('users')
    .values({ id, email, email_key: email, password_hash: '-', confirmed_at: 0, created_at: 0 })
    .execute()
  return id
}
