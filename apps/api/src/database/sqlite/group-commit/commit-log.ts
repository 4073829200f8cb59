import { open } from 'node:fs/promises'
import { DatabaseUnavailable } from '../../database.ts'

/** The write-ahead log of an SQLite file, for syncing it to disk. */
export interface CommitLog {
  /**
   * Resolves when all earlier commits are on disk. Rejects with `DatabaseUnavailable` if the sync fails; after that, every call rejects.
   */
  sync(): Promise<void>
  /** Returns whether a sync has failed. */
  isLost(): boolean
  close(): Promise<void>
}

/** Returns the error of a log that could not be synced. */
export const logLost = (path: string, cause?: unknown): DatabaseUnavailable =>
  new DatabaseUnavailable(
    `SQLite: the log could not be synced (${path}-wal). Check the health of the disk, then restart the service`,
    { cause },
  )

/**
 * Opens the log of an existing SQLite file, after a connection has written. With `synchronous = full`, SQLite would sync it at each commit
 * on the main thread; this does the same in the background. It is as safe: because of the checksums in the log, a commit is either complete
 * or absent, and it is acknowledged only when it is on disk (https://sqlite.org/wal.html, "performance considerations"; `synchronous =
 * normal` keeps the file consistent and syncs the log before each checkpoint).
 *
 * After a failed sync, the kernel may have dropped the unwritten data, and a second sync would succeed without it. So no further commit is
 * acknowledged until the process restarts and SQLite reads the actual content.
 */
export const openCommitLog = async (path: string): Promise<CommitLog> => {
  const file = await open(`${path}-wal`, 'r+')
  let failure: unknown
  return {
    sync: async () => {
      if (failure !== undefined) throw logLost(path, failure)
      try {
        await file.datasync()
      } catch (error) {
        failure = error
        throw logLost(path, error)
      }
    },
    isLost: () => failure !== undefined,
    close: () => file.close(),
  }
}
