import { open } from 'node:fs/promises'
import { DatabaseUnavailable } from '../../database.ts'

/** The write-ahead log of an SQLite file, as far as its way to the disk goes. */
export interface CommitLog {
  /** Resolves when everything that was committed before is on disk. Rejects with `DatabaseUnavailable`, from then on always. */
  sync(): Promise<void>
  /** Whether a sync has failed. */
  isLost(): boolean
  close(): Promise<void>
}

const lost = (cause?: unknown): DatabaseUnavailable =>
  new DatabaseUnavailable('SQLite: the log could not be synced', { cause })

/**
 * Opens the log beside an SQLite file, which must be there: a connection has to have written. With `synchronous = full` SQLite would
 * sync it at each commit on the thread that serves everybody; this does the same in the background. It is as safe: a commit is whole or
 * absent by the checksums of the log, and nobody hears of it before it is on disk (https://sqlite.org/wal.html, "performance
 * considerations"; `synchronous = normal` keeps the file consistent and syncs the log before each checkpoint).
 *
 * After a sync that failed the kernel may have forgotten what it could not write, and a second one would succeed for nothing. So no
 * commit is acknowledged any more, until the process starts again and SQLite reads the real content.
 */
export const openCommitLog = async (path: string): Promise<CommitLog> => {
  const file = await open(`${path}-wal`, 'r+')
  let failure: unknown
  return {
    sync: async () => {
      if (failure !== undefined) throw lost(failure)
      try {
        await file.datasync()
      } catch (error) {
        failure = error
        throw lost(error)
      }
    },
    isLost: () => failure !== undefined,
    close: () => file.close(),
  }
}
