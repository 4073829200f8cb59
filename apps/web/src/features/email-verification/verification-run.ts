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

// The state is outside the component, so that a verification continues while another tool is shown.
const verification = createStore<VerificationState>(nothingVerified)
const draft = createStore('')
let owner: string | undefined
const lists = createListRunner()

// The interval between batches, in milliseconds. Drawing ten thousand rows one by one would take longer than verifying the addresses.
const GATHER = 60

const tell = (event: VerificationEvent): void => verification.set(reduceVerification(verification.get(), event))

/** Returns the state of the verification. */
export const useVerification = (): VerificationState => verification.use()

/** Returns the current list. */
export const useDraft = (): string => draft.use()

/** Stores the typed list for the current user. */
export const writeDraft = (text: string): void => {
  owner = currentSession().user?.id
  draft.set(text)
}

/** Passes on results in batches. */
const gatherer = (give: (results: readonly Verification[]) => void) => {
  let held: Verification[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (held.length > 0) give(held)
    held = []
  }
  return {
    add: (result: Verification): void => {
      held.push(result)
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
    toast('pass', verificationComplete(verification.get().results.length))
  } catch (error) {
    if (!isGoing(signal)) return
    const failure = verificationFailureOf(error)
    tell({ type: 'failed', failure, at: Date.now() })
    toast('critical', failure.said, { label: labels.retry, run: resumeVerification })
  }
}

/** Verifies a list. Drops the results of an earlier list. */
export const startVerification = (emails: readonly string[]): void => {
  owner = currentSession().user?.id
  tell({ type: 'started', emails, at: Date.now() })
  void verify(emails)
}

/** Continues with the addresses that have no result yet. */
export function resumeVerification(): void {
  if (verification.get().phase !== 'failed' && verification.get().phase !== 'stopped') return
  const emails = unansweredOf(verification.get())
  tell({ type: 'resumed', at: Date.now() })
  void verify(emails)
}

/** Ends the verification; the results stay. */
export const stopVerification = (): void => {
  if (verification.get().phase !== 'verifying') return
  tell({ type: 'stopped', at: Date.now() })
  lists.stop()
}

/** Deletes the list and its results if they are another user's. */
export const forgetOthers = (userId: string | undefined): void => {
  if (owner === undefined || owner === userId) return
  stopVerification()
  owner = undefined
  verification.set(nothingVerified)
  draft.set('')
}
