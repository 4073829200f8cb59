import { join } from 'node:path'
import { memoryUsage, type ToolRun } from '@netbox/core'
import { notCounted, notKept, worldNotKept } from '../texts/messages.ts'
import { appendHistory, isTooLong, readHistory, recordOf } from './history.ts'
import { fileUsage, type FileUsageStore } from './usage-store.ts'

/**
 * Opens the state that the command keeps between calls. If its folder can't be used, the command prints a warning, each one once, and
 * continues.
 */
export const stateIn = (folder: string, warn: (sentence: string) => void) => {
  const histories = join(folder, 'history')
  const warned = new Set<string>()
  const warnOnce = (sentence: string): void => {
    if (!warned.has(sentence)) warn(sentence)
    warned.add(sentence)
  }
  return {
    usage: () => forgiving(fileUsage(join(folder, 'usage')), () => warnOnce(notCounted(folder))),
    /** Adds a run to the history. */
    keep: (run: ToolRun) => {
      if (isTooLong(run)) {
        warnOnce(worldNotKept)
        return
      }
      try {
        appendHistory(histories, [recordOf(run, Date.now())])
      } catch {
        warnOnce(notKept(folder))
      }
    },
    history: () => readHistory(histories),
  }
}

export type State = ReturnType<typeof stateIn>

/** Returns a usage store that counts in files and, after their first error, in memory. */
const forgiving = (files: FileUsageStore, onFailure: () => void): FileUsageStore => {
  let store: FileUsageStore = files
  const attempt = <Result>(use: (store: FileUsageStore) => Result): Result => {
    try {
      return use(store)
    } catch (error) {
      if (store !== files) throw error
      onFailure()
      store = { ...memoryUsage(), close: () => undefined }
      return use(store)
    }
  }
  return {
    read: (key) => attempt((it) => it.read(key)),
    consume: (key, limit) => attempt((it) => it.consume(key, limit)),
    close: () => attempt((it) => it.close()),
  }
}
