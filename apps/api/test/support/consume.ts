import { type Consumed, consumeUsage } from '../../src/db/consume-usage.ts'
import { DatabaseUnavailable } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { settle } from './settle.ts'

/* Asks for runs of one tool as the service does, many at once, and prints how many were granted and how many failed. */
const [url = '', userId = '', times = '0', limit = '0'] = process.argv.slice(2)

const database = await openDatabase(url)
const request = { userId, tool: 'mx-record', day: '2026-11-20', limit: Number(limit), cost: 1 }

/** Asks again when the database has no connection free, as a client does that is told to come again. */
const consume = async (): Promise<Consumed> => {
  try {
    return await database.transaction((queries) => consumeUsage(queries, request))
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return consume()
    throw error
  }
}

const { values, errors } = await settle(Number(times), consume)
await database.close()
console.log(JSON.stringify({ granted: values.filter(({ granted }) => granted).length, errors: errors.map(String) }))
