import { setImmediate as nextTurn } from 'node:timers/promises'
import { reasonOf } from '../../../system-errors.ts'
import { DatabaseUnavailable } from '../../database.ts'

/** The functions of the writing connection that group commit needs. */
export interface Writer {
  /** Starts a transaction and takes the write lock. */
  begin(): Promise<void>
  /** Resolves when the transaction is on disk. */
  commit(): Promise<void>
  rollback(): Promise<void>
  /** Returns whether a transaction is open: SQLite rolls it back if the disk is full. */
  isOpen(): boolean
}

export interface GroupCommit {
  /**
   * Runs work in a transaction that is shared with other work; one unit of work runs after the other. Work that fails must undo its changes
   * (with a savepoint). Settles when the shared transaction is on disk.
   */
  submit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Waits until all work is settled and refuses new work. */
  close(): Promise<void>
}

interface Unit {
  readonly run: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  attempts: number
}

/** Finished work that waits for the commit, with its result. */
interface Ran {
  readonly unit: Unit
  readonly settle: () => void
}

/** The maximum number of queued transactions; more are refused. */
const WAITING = 10_000
/** The maximum number of units of work in a transaction, so that the first one does not wait long. */
const BATCH = 500
/** The maximum number of times that work runs if other work rolls back its transaction. */
const ATTEMPTS = 3

/**
 * Lets write transactions that arrive together share one commit, and so one fsync. Transactions that arrive during the commit's write to
 * disk make the next batch.
 */
export const createGroupCommit = (writer: Writer): GroupCommit => {
  const waiting: Unit[] = []
  let draining: Promise<void> | undefined
  let closed = false

  /** Returns the error that lost the transaction; undefined if it is intact. */
  const runWaiting = async (ran: Ran[]): Promise<{ readonly cause: unknown } | undefined> => {
    for (let unit = waiting.shift(); unit !== undefined; unit = ran.length < BATCH ? waiting.shift() : undefined) {
      const { resolve, reject } = unit
      let cause: unknown
      try {
        const value = await unit.run()
        ran.push({ unit, settle: () => resolve(value) })
      } catch (error) {
        cause = error
        // Failed work also settles after the commit: it may have failed because of a row that other work of this batch wrote.
        if (writer.isOpen()) ran.push({ unit, settle: () => reject(error) })
        else reject(error)
      }
      if (!writer.isOpen()) return { cause }
    }
    return undefined
  }

  /** Runs work again in a new transaction, after one unit rolled back the whole transaction. */
  const runAgain = (ran: readonly Ran[], cause: unknown): void => {
    for (const { unit } of ran.toReversed()) {
      unit.attempts += 1
      if (unit.attempts < ATTEMPTS) waiting.unshift(unit)
      else
        unit.reject(new DatabaseUnavailable(`The transaction was rolled back too often: ${reasonOf(cause)}`, { cause }))
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
    // All work of this turn of the event loop joins the batch.
    await nextTurn()
    try {
      await writer.begin()
    } catch (error) {
      for (const unit of waiting.splice(0)) unit.reject(error)
      return
    }
    const ran: Ran[] = []
    do {
      const lost = await runWaiting(ran)
      if (lost !== undefined) return runAgain(ran, lost.cause)
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
        // The unit resolves with the result of its own work, so the cast is safe.
        waiting.push({ run: work, resolve: (value) => resolve(value as Result), reject, attempts: 0 })
        draining ??= drain()
      }),
    close: async () => {
      closed = true
      await draining
    },
  }
}
