import { type ParsedAddress, parseAddress } from '../syntax/parse-address.ts'
import { toResult } from '../verdict/to-result.ts'
import type { VerificationResult } from '../verification-result.ts'
import { domainGroups, type Group, linked } from './domain-groups.ts'
import { type Run, workOn } from './work-on.ts'

// The number of different addresses that a run remembers, to detect repeated ones.
const REMEMBERED = 100_000

/** Returns the same key for all spellings of an address: ignores surrounding blanks and the form of the domain. */
export const keyOf = (email: string, address: ParsedAddress | undefined): string =>
  address === undefined ? email.trim() : `${address.local}@${address.domain}`

/** Creates a function that returns whether a key is among the last `most` different ones, or empty: a blank entry is no address. */
export const seenBefore = (most = REMEMBERED): ((key: string) => boolean) => {
  const seen = new Set<string>()
  return (key) => {
    if (key === '' || seen.has(key)) return true
    seen.add(key)
    if (seen.size > most) forgetOldest(seen)
    return false
  }
}

const forgetOldest = (seen: Set<string>): void => {
  const [oldest] = seen
  if (oldest !== undefined) seen.delete(oldest)
}

/** A queue between the producers of results and one reader. */
interface ResultQueue<Result> {
  put(result: Result): void
  /** Ends the queue: the reader still gets the remaining results, then the error, if any. */
  end(error?: { readonly because: unknown }): void
  /** Ends the queue at once: drops the remaining results. */
  cut(error?: { readonly because: unknown }): void
  /** Returns the next result, or undefined at the end. */
  next(): Promise<Result | undefined>
}

/** Creates a queue for one reader. */
const resultQueue = <Result>(): ResultQueue<Result> => {
  let waiting: Result[] = []
  let head = 0
  let isOpen = true
  let error: { readonly because: unknown } | undefined
  let wake = (): void => {}

  const isQuiet = (): boolean => isOpen && waiting.length === 0

  const take = (): Result | undefined => {
    const result = waiting[head++]
    if (head >= waiting.length) {
      waiting = []
      head = 0
    }
    return result
  }

  const end = (because: typeof error): void => {
    if (isOpen) error = because
    isOpen = false
    wake()
  }

  return {
    put: (result) => {
      if (isOpen) waiting.push(result)
      wake()
    },
    end,
    cut: (because) => {
      if (isOpen) waiting = []
      end(because)
    },
    next: async () => {
      while (isQuiet()) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (waiting.length === 0 && error !== undefined) throw error.because
      return take()
    },
  }
}

/** The parts that the verification of a list uses. */
export interface ListRun extends Omit<Run, 'signal'> {
  readonly concurrency: number
  readonly lookahead: number
  readonly signal: AbortSignal | undefined
}

/** A list of addresses, read on demand. */
export type Addresses = Iterable<string> | AsyncIterable<string>

// The number of domain groups per connection. Domains that wait for a server's rate limit use no connection, so others may continue.
const GROUPS_PER_CONNECTION = 4

type Results = ResultQueue<VerificationResult>
type Source = Iterator<string> | AsyncIterator<string>

const sourceOf = (addresses: Addresses): Source =>
  Symbol.asyncIterator in addresses ? addresses[Symbol.asyncIterator]() : addresses[Symbol.iterator]()

/** Limits the number of addresses that are read but have no result yet, to limit the memory of a run. */
const createHold = (most: number) => {
  let held = 0
  let resume = (): void => {}
  return {
    take: () => {
      held += 1
    },
    give: () => {
      held -= 1
      resume()
    },
    /** Makes waiters check again. */
    wake: () => resume(),
    room: async (signal: AbortSignal): Promise<void> => {
      const isFull = (): boolean => held >= most && !signal.aborted
      while (isFull()) {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      }
    },
  }
}

/** Verifies addresses, each once, and queues their results. */
const createIntake = (run: Run & ListRun, results: Results, hold: ReturnType<typeof createHold>) => {
  const { signal, attempts, concurrency } = run
  const work = (group: Group): Promise<void> =>
    linked(signal, (own) => workOn(group, { ...run, signal: own }, (result) => results.put(result)))
  const groups = domainGroups(
    (group) => work(group).catch((because: unknown) => results.end({ because })),
    concurrency * GROUPS_PER_CONNECTION,
    signal,
  )
  const isRepeated = seenBefore()
  return {
    idle: () => groups.idle(),
    take: (email: string): void => {
      const address = parseAddress(email)
      if (isRepeated(keyOf(email, address))) return
      hold.take()
      if (address === undefined) results.put(toResult({ email, found: 'bad_syntax', attempts }))
      else groups.add({ email, address })
    },
  }
}

/** Starts the verification in the background; returns its results, and the function that ends it. */
const start = (addresses: Addresses, run: ListRun) => {
  const own = new AbortController()
  const { signal } = own
  const results = resultQueue<VerificationResult>()
  const hold = createHold(run.lookahead)
  const intake = createIntake({ ...run, signal }, results, hold)
  const source = sourceOf(addresses)

  const feed = async (): Promise<void> => {
    for (let one = await source.next(); one.done !== true && !signal.aborted; one = await source.next()) {
      intake.take(one.value)
      await hold.room(signal)
    }
    await intake.idle()
    results.end()
  }
  const follow = (): void => {
    results.cut({ because: run.signal?.reason })
    own.abort(run.signal?.reason)
    hold.wake()
  }
  run.signal?.addEventListener('abort', follow)
  if (run.signal?.aborted === true) follow()
  feed().catch((because: unknown) => results.end({ because }))

  const end = async (): Promise<void> => {
    run.signal?.removeEventListener('abort', follow)
    results.cut()
    own.abort(new DOMException('The verification was ended.', 'AbortError'))
    hold.wake()
    // The call is not awaited, because a hanging source must not block the end of the verification.
    Promise.resolve(source.return?.()).catch(() => {})
    await intake.idle()
  }
  return { results, hold, end }
}

/** Verifies a list; see `Verifier`. */
export const verifyList = (addresses: Addresses, run: ListRun): AsyncIterableIterator<VerificationResult> => {
  let started: ReturnType<typeof start> | undefined
  let isOver = false
  const finish = async (): Promise<IteratorReturnResult<undefined>> => {
    isOver = true
    await started?.end()
    return { done: true, value: undefined }
  }
  const iterator: AsyncIterableIterator<VerificationResult> = {
    [Symbol.asyncIterator]: () => iterator,
    next: async () => {
      if (isOver) return { done: true, value: undefined }
      started ??= start(addresses, run)
      try {
        const value = await started.results.next()
        if (value === undefined) return await finish()
        started.hold.give()
        return { done: false, value }
      } catch (error) {
        await finish()
        throw error
      }
    },
    return: finish,
  }
  return iterator
}
