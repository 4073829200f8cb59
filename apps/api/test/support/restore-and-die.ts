import fs from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { restoreBackup } from '../../src/admin/restore.ts'

/*
 * Restores a backup, and kills this process at a moment: moments are the calls that change files, and the messages to a server. Prints the
 * number of moments if the restore ends before.
 */
const [backup = '', moment = ''] = process.argv.slice(2)
let moments = 0
const pass = (): void => {
  moments += 1
  if (String(moments) === moment) process.kill(process.pid, 'SIGKILL')
}

const watch = (holder: object, names: readonly string[]): void => {
  for (const name of names) {
    const original: unknown = Reflect.get(holder, name)
    if (typeof original !== 'function') throw new Error(`There is no ${name}`)
    const counted = function (this: unknown, ...values: unknown[]): unknown {
      pass()
      return Reflect.apply(original, this, values) as unknown
    }
    Reflect.set(holder, name, counted)
  }
}
watch(fs, ['rmSync', 'mkdirSync', 'chmodSync', 'createWriteStream'])
watch(files, ['open', 'rename', 'rm', 'mkdir'])
watch(DatabaseSync.prototype, ['exec', 'close'])
watch(Socket.prototype, ['write'])
// Modules that import the functions by name get these too.
syncBuiltinESMExports()

await restoreBackup(process.env, backup, true)
process.stdout.write(`${moments}\n`)
