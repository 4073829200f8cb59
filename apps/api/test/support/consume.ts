import { createBatches } from '../../src/db/batches.ts'
import { type Consumed, consumeUsages, type UsageRequest } from '../../src/db/consume-usage.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { settle } from './settle.ts'

/* Asks for runs of one tool as the service does, many at once, and prints how many were granted and how many failed. */
const [url = '', userId = '', times = '0', limit = '0'] = process.argv.slice(2)

const database = await openDatabase(url)
const request = { userId, tool: 'mx-record', day: '2026-11-20', limit: Number(limit), cost: 1 }
const counting = createBatches<UsageRequest, Consumed>({
  run: (requests) => database.transaction((queries) => consumeUsages(queries, requests)),
  most: 32,
  atOnce: 4,
})
const { values, errors } = await settle(Number(times), () => counting.add(request))
await database.close()
console.log(JSON.stringify({ granted: values.filter(({ granted }) => granted).length, errors: errors.map(String) }))
