// hold-lock.ts <lock> <log> <times> <milliseconds>: takes the lock repeatedly and logs each start and end.
import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileLock } from '../../src/account/file-lock.ts'

const [lock = '', log = '', times = '0', milliseconds = '0'] = process.argv.slice(2)
const note = (what: string): void => appendFileSync(log, `${what} ${process.pid}\n`)

for (let round = 0; round < Number(times); round++)
  await fileLock(lock)(async () => {
    note('enter')
    await wait(Number(milliseconds))
    note('leave')
  })
