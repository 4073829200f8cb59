import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseUnavailable } from '../../database.ts'

/** The connection that writes, as group commit needs it. */
export interface Writer {
  /** Starts a transaction and takes the write lock. */
  begin(): Promise<void>
  /** Resolves when the transaction is on disk. */
  commit(): Promise<void>
  rollback(): Promise<void>
  /** Whether a transaction is open: SQLite ends it by itself when the disk is full. */
  isOpen(): boolean
}

export interface GroupCommit {
  /**
   * Runs work inside a transaction that it shares with others, one after the other. The work must undo what it did when it fails (a
   * savepoint). Settles when the shared transaction is on disk.
   */
  submit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Waits until all work is settled and refuses more. */
  close(): Promise<void>
}

interface Unit {
  readonly run: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  attempts: number
}

/** Work that ran and waits for the commit, with what to tell its owner then. */
interface Ran {
  readonly unit: Unit
  readonly settle: () => void
}

/** More waiting work than this is refused. */
const WAITING = 10_000
/** A transaction takes no more work than this, so that the first to come need not wait forever. */
const BATCH = 500
/** Work that others' trouble undid runs again so many times. */
const ATTEMPTS = 3

/**
 * Lets write transactions that arrive together share one commit, and so one fsync. Transactions that arrive while a commit is on its way to
 * the disk makes the next batch.
 */
export const createGroupCommit = (writer: Writer): GroupCommit => {
  const waiting: Unit[] = []
  let draining: Promise<void> | undefined
  let closed = false

  const runWaiting = async (ran: Ran[]): Promise<'intact' | 'lost'> => {
    for (let unit = waiting.shift(); unit !== undefined; unit = ran.length < BATCH ? waiting.shift() : undefined) {
      const { resolve, reject } = unit
      try {
        const value = await unit.run()
        ran.push({ unit, settle: () => resolve(value) })
      } catch (error) {
        // Told after the commit too: it may have failed because of a row that another one of this batch wrote.
        if (writer.isOpen()) ran.push({ unit, settle: () => reject(error) })
        else reject(error)
      }
      if (!writer.isOpen()) return 'lost'
    }
    return 'intact'
  }

  /** One unit took the transaction with it: the others run again, in a new one. */
  const runAgain = (ran: readonly Ran[]): void => {
    for (const { unit } of ran.toReversed()) {
      unit.attempts += 1
      if (unit.attempts < ATTEMPTS) waiting.unshift(unit)
      else unit.reject(new DatabaseUnavailable('The transaction was undone too often'))
    }
  }

  const commitAll = async (ran: readonly Ran[]): Promise<void> => {
    try {
      await writer.commit()
    } catch (error) {
      if (writer.isOpen()) await writer.rollback()
      for (const { unit } of ran) unit.reject(error)
      return
    }
    for (const { settle } of ran) settle()
  }

  const runBatch = async (): Promise<void> => {
    // Everything that this turn of the event loop brings comes along.
    await nextTurn()
    try {
      await writer.begin()
    } catch (error) {
      for (const unit of waiting.splice(0)) unit.reject(error)
      return
    }
    const ran: Ran[] = []
    do {
      if ((await runWaiting(ran)) === 'lost') return runAgain(ran)
      await nextTurn()
    } while (waiting.length > 0 && ran.length < BATCH)
    await commitAll(ran)
  }

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await runBatch()
    draining = undefined
  }

  return {
    submit: <Result>(work: () => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        if (closed) return reject(new DatabaseUnavailable('The database is closed'))
        if (waiting.length >= WAITING) return reject(new DatabaseUnavailable('Too many transactions are waiting'))
        // The unit resolves with what its own work gave, so the value is a Result.
        waiting.push({ run: work, resolve: (value) => resolve(value as Result), reject, attempts: 0 })
        draining ??= drain()
      }),
    close: async () => {
      closed = true
      await draining
    },
  }
}
