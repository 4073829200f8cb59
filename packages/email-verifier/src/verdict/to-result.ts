import { isDisposableDomain, isRoleAccount } from '../lists/lists.ts'
import { type Provider, providerOf } from '../lists/providers.ts'
import type { ServerReply } from './outcome-of-reply.ts'
import { retryAfterOf } from './retry-after.ts'
import type { CatchAllVerdict } from '../ports.ts'
import type { ParsedAddress } from '../syntax/parse-address.ts'
import type { RcptOutcome, Reason, VerificationResult } from '../verification-result.ts'
import { retrySchedule, verdicts } from './verdicts.ts'

/** The findings about an address. */
export interface Findings {
  /** The address as given. */
  readonly email: string
  /** Absent if the text is not an address. */
  readonly address?: ParsedAddress | undefined
  /** The outcome, or the reason why no server was contacted. */
  readonly found: RcptOutcome | Exclude<Reason, 'mailbox_exists' | 'accepts_all' | 'catch_all_unknown'>
  /** The outcome for a random name of the domain, if one was tried. */
  readonly catchAll?: CatchAllVerdict | undefined
  /** The host that answered, or the host of the reported failure. */
  readonly host?: string | undefined
  readonly reply?: ServerReply | undefined
  /** The number of earlier tries. */
  readonly attempts: number
  readonly simulated?: boolean
}

const byCatchAll: Readonly<Record<CatchAllVerdict, Reason>> = {
  refuses_unknown: 'mailbox_exists',
  accepts_all: 'accepts_all',
  unknown: 'catch_all_unknown',
}

const LONGEST_MESSAGE = 512

/** Returns the reason for the status. For a disposable domain, it is `disposable_domain` unless the address is invalid. */
export const reasonOf = (
  found: Findings['found'],
  {
    catchAll = 'unknown',
    provider,
    disposable,
  }: {
    readonly catchAll?: CatchAllVerdict | undefined
    readonly provider?: Provider | undefined
    readonly disposable: boolean
  },
): Reason => {
  const accepted = provider?.acceptsAll === true ? 'provider_accepts_all' : byCatchAll[catchAll]
  const reason = found === 'accepted' ? accepted : found
  return disposable && verdicts[reason].status !== 'invalid' ? 'disposable_domain' : reason
}

/** Creates the result from the outcome. */
export const toResult = (findings: Findings): VerificationResult => {
  const { email, address, found, catchAll, host, reply, attempts, simulated = false } = findings
  const provider = host === undefined ? undefined : providerOf(host)
  const disposable = address !== undefined && isDisposableDomain(address.domain)
  const reason = reasonOf(found, { catchAll, provider, disposable })
  const { status, confidence, mayChange } = verdicts[reason]
  const next = mayChange ? retrySchedule[attempts] : undefined
  return {
    email,
    status,
    confidence,
    provider: provider?.name ?? null,
    smtp_server: host ?? null,
    smtp_response_code: reply?.code ?? null,
    smtp_response_message: reply === undefined ? null : oneLine(reply),
    verification_attempts: attempts + 1,
    reason,
    retry_after: next === undefined ? null : (retryAfterOf(reply?.text ?? '') ?? next),
    role: address !== undefined && isRoleAccount(address.local),
    simulated,
  }
}

// Control characters, bidirectional controls and line breaks could attack terminals and logs.
const oneLine = ({ enhanced, text }: ServerReply): string => {
  const said = enhanced === undefined || text.startsWith(enhanced) ? text : `${enhanced} ${text}`
  const line = said.slice(0, 4 * LONGEST_MESSAGE).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ')
  // The cut may leave half a character.
  return line
    .trim()
    .slice(0, LONGEST_MESSAGE)
    .replace(/\p{Cs}$/u, '')
}
