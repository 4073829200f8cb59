import { type Consumed, consumeUsage } from '../../src/database/consume-usage.ts'
import { DatabaseUnavailable } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { settle } from './settle.ts'

/* Requests many runs of one tool at once, as the service does, and prints the numbers of granted and failed ones. */
const [url = '', userId = '', times = '0', limit = '0'] = process.argv.slice(2)

const database = await openDatabase(url)
const request = { userId, tool: 'mx-record', day: '2026-11-20', limit: Number(limit), cost: 1 }

/** Repeats the request if the database has no free connection, like a client that is told to retry. */
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
