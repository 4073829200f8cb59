import { openDatabase } from '../../src/database/open-database.ts'
import { createVerificationJobs } from '../../src/email-verification/jobs.ts'
import { newId } from '../../src/random.ts'

/* Takes the verifications that are due at a time, prints each address, and never gets an answer. */
const [url = '', now = '0'] = process.argv.slice(2)

const database = await openDatabase(url)
const jobs = createVerificationJobs({
  database,
  clock: { now: () => Number(now), wait: () => new Promise(() => undefined) },
  verifier: {
    verify: (email) => {
      console.log(`asked ${email}`)
      return new Promise(() => undefined)
    },
  },
  isSimulated: false,
  results: { entryOf: () => undefined },
  isOn: async () => true,
  newId,
  counted: { inc: () => undefined },
  log: { warn: (fields) => console.error(fields) },
})
// An active timer keeps the process running.
setInterval(() => undefined, 1000)
await jobs.tryDue()
