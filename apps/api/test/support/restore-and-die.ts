import fs from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { restoreBackup } from '../../src/admin/restore.ts'

/*
 * Restores a backup, and kills this process, or another one such as the server, at a moment: moments are the calls that change files, and
 * the messages to a server. "decided" is the first one after the restore is decided. Prints the number of moments if the restore ends before.
 */
const [backup = '', moment = '', victim = process.pid] = process.argv.slice(2)
let moments = 0
let isDecided = false
const pass = (): void => {
  moments += 1
  if (String(moments) === moment || (isDecided && moment === 'decided')) process.kill(Number(victim), 'SIGKILL')
}

const watch = (holder: object, names: readonly string[]): void => {
  for (const name of names) {
    const original: unknown = Reflect.get(holder, name)
    if (typeof original !== 'function') throw new Error(`There is no ${name}`)
    const counted = function (this: unknown, ...values: unknown[]): unknown {
      pass()
      isDecided ||= name === 'rename' && String(values[1]).endsWith('restore.json')
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
