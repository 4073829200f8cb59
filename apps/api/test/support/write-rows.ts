import { openDatabase } from '../../src/database/open-database.ts'

/* Writes rows, eight at a time, until it is killed or has written a given number. Prints each row's number when the row is acknowledged. */
const [url = '', first = '0', times = 'Infinity', lanes = '8'] = process.argv.slice(2)

const database = await openDatabase(url)
console.log('open')
let next = Number(first)
const end = next + Number(times)

const lane = async (): Promise<void> => {
  while (next < end) {
    const minute = next++
    await database.transaction(async (queries) => {
      await queries.insertInto('heartbeats').values({ minute }).execute()
    })
    console.log(minute)
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, lane))
await database.close()
