import type { Verification } from '@netbox/contract'
import { labels, type Notice, verificationFailed, verificationComplete } from '@netbox/product'
import { loadApi } from '../../lib/session/load-account.ts'
import { currentSession } from '../../lib/session/session.ts'
import { createStore } from '../../lib/page/store.ts'
import { createListRunner } from '../../lib/runs/list-runner.ts'
import { toast } from '../../lib/page/toasts.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import {
  nothingVerified,
  reduceVerification,
  unansweredOf,
  type VerificationEvent,
  type VerificationFailure,
  type VerificationState,
} from './verification-state.ts'

/** The maximum number of addresses in one request to the service. */
export const MOST_ADDRESSES = 10_000

/** The maximum number of bytes: less than the service's limit of a mebibyte, because a request contains more than the addresses. */
export const MOST_BYTES = 1_000_000

const encoder = new TextEncoder()

// Returns the size of an address in JSON, with a comma.
const bytesOf = (email: string): number => encoder.encode(JSON.stringify(email)).length + 1

/** Splits a list into parts that each fit in one request. Every address is in one of the parts, regardless of its length. */
export const inParts = (emails: readonly string[]): string[][] => {
  const parts: string[][] = []
  let room = 0
  for (const email of emails) {
    const bytes = bytesOf(email)
    const part = parts.at(-1)
    if (part !== undefined && part.length < MOST_ADDRESSES && bytes <= room) {
      part.push(email)
      room -= bytes
    } else {
      parts.push([email])
      room = MOST_BYTES - bytes
    }
  }
  return parts
}

const secondsOf = (error: Error): number =>
  'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : 0

const wordsOf = (code: string, error: Error): Notice | undefined => {
  const seconds = secondsOf(error)
  if (code === 'rate_limited' && seconds > 0) return verificationTexts.tooMany(seconds)
  return verificationTexts.failures[code]
}

/** Describes why a verification failed, with the screen's own text if there is one. The toast has the spec's text (spec §8). */
export const verificationFailureOf = (error: unknown): VerificationFailure => {
  const known = error instanceof Error ? error : new Error('')
  const code = 'code' in known && typeof known.code === 'string' ? known.code : 'failed'
  const said = verificationFailed(known.message)
  return { code, ...(wordsOf(code, known) ?? said), said }
}

/** The typed list and its verification, with the id of their user. */
interface Held {
  readonly owner: string | undefined
  readonly draft: string
  readonly verification: VerificationState
}

const nothingHeld: Held = { owner: undefined, draft: '', verification: nothingVerified }

// The state is outside the component, so that a verification continues while another tool is shown.
const held = createStore(nothingHeld)
const lists = createListRunner()

// The interval between batches, in milliseconds. Drawing ten thousand rows one by one would take longer than verifying the addresses.
const GATHER = 60

const change = (fields: Partial<Held>): void => held.set({ ...held.get(), ...fields })

const current = (): VerificationState => held.get().verification

const tell = (event: VerificationEvent): void => change({ verification: reduceVerification(current(), event) })

const userId = (): string | undefined => currentSession().user?.id

/** Returns the state of the verification. */
export const useVerification = (): VerificationState => held.use().verification

/** Returns the current list. */
export const useDraft = (): string => held.use().draft

/** Stores the typed list for the current user. */
export const writeDraft = (draft: string): void => change({ owner: userId(), draft })

/** Passes on results in batches. */
const gatherer = (give: (results: readonly Verification[]) => void) => {
  let gathered: Verification[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (gathered.length > 0) give(gathered)
    gathered = []
  }
  return {
    add: (result: Verification): void => {
      gathered.push(result)
      timer ??= setTimeout(flush, GATHER)
    },
    flush,
  }
}

/** Returns whether a list is neither stopped nor replaced by another one. */
const isGoing = (signal: AbortSignal): boolean => lists.isLast(signal) && !signal.aborted

const ask = async (emails: readonly string[], signal: AbortSignal): Promise<void> => {
  const client = await loadApi()
  const gathered = gatherer((results) => {
    // The page may already verify another list.
    if (isGoing(signal)) tell({ type: 'known', results })
  })
  try {
    for (const part of inParts(emails))
      for await (const result of client.stream('email.verify', { body: { emails: part }, signal })) gathered.add(result)
  } finally {
    gathered.flush()
  }
}

const verify = async (emails: readonly string[]): Promise<void> => {
  const signal = lists.begin()
  try {
    await ask(emails, signal)
    // While the last response was on its way, another run may have started, or the user may have stopped this run.
    if (!isGoing(signal)) return
    tell({ type: 'completed', at: Date.now() })
    toast('pass', verificationComplete(current().results.length))
  } catch (error) {
    if (!isGoing(signal)) return
    const failure = verificationFailureOf(error)
    tell({ type: 'failed', failure, at: Date.now() })
    toast('critical', failure.said, { label: labels.retry, run: resumeVerification })
  }
}

/** Verifies a list. Drops the results of an earlier list. */
export const startVerification = (emails: readonly string[]): void => {
  change({ owner: userId() })
  tell({ type: 'started', emails, at: Date.now() })
  void verify(emails)
}

/** Continues with the addresses that have no result yet. */
export function resumeVerification(): void {
  const { phase } = current()
  if (phase !== 'failed' && phase !== 'stopped') return
  const emails = unansweredOf(current())
  tell({ type: 'resumed', at: Date.now() })
  void verify(emails)
}

/** Ends the verification; the results stay. */
export const stopVerification = (): void => {
  if (current().phase !== 'verifying') return
  tell({ type: 'stopped', at: Date.now() })
  lists.stop()
}

/** Deletes the list and its results if they are another user's. */
export const forgetOthers = (user: string | undefined): void => {
  const { owner } = held.get()
  if (owner === undefined || owner === user) return
  stopVerification()
  held.set(nothingHeld)
}
