import { createHash } from 'node:crypto'
import { simulatedMailbox } from '@netbox/core/dns'
import type { ServerReply } from '../verdict/outcome-of-reply.ts'
import { type Findings, toResult } from '../verdict/to-result.ts'
import { type ParsedAddress, parseAddress } from '../syntax/parse-address.ts'
import type { VerificationResult } from '../verification-result.ts'
import { keyOf, seenBefore } from './verify-list.ts'
import type { Verifier } from './verifier.ts'

/** The world of a simulated verifier. */
export interface SimulatedVerifierOptions {
  /** 1 to 64 characters; default `netbox`. The same seed always gives the same answers. */
  readonly seed?: string
}

type Found = Pick<Findings, 'found' | 'catchAll' | 'reply'>

const reply = (code: number, enhanced: string, text: string): ServerReply => ({ code, enhanced, text })

const exists: Found = { found: 'accepted', catchAll: 'refuses_unknown', reply: reply(250, '2.1.5', 'Ok') }
const refused: Found = { found: 'no_mailbox', reply: reply(550, '5.1.1', 'No such user here') }
const anyName: Found = { found: 'accepted', catchAll: 'accepts_all', reply: reply(250, '2.1.5', 'Ok') }
const later: Found = { found: 'greylisted', reply: reply(451, '4.7.1', 'Greylisted, try again in 6 minutes') }
const full: Found = { found: 'full', reply: reply(552, '5.2.2', 'The mailbox is over quota') }

/**
 * Creates a verifier that contacts no server. Its answers come from the simulated internet of the other tools and are always the same for
 * an address and a seed. It marks every result as simulated. Use it for demonstrations without a network, and in tests of code that uses a
 * verifier.
 *
 * @example
 * import { simulatedVerifier } from '@netbox/email-verifier'
 * const result = await simulatedVerifier().verify('postmaster@mailinator.com')
 * result.status // => 'suspicious'
 * result.simulated // => true
 */
export const simulatedVerifier = ({ seed = 'netbox' }: SimulatedVerifierOptions = {}): Verifier => {
  const resultFor = (email: string, attempts: number): VerificationResult => {
    const address = parseAddress(email)
    if (address === undefined) return toResult({ email, found: 'bad_syntax', attempts, simulated: true })
    const { host, ...found } = ask(address, seed, attempts)
    return toResult({ email, address, host, ...found, attempts, simulated: true })
  }
  return {
    verify: async (email, { signal, attempts = 0 } = {}) => {
      signal?.throwIfAborted()
      return resultFor(email, attempts)
    },
    async *verifyMany(addresses, { signal, attempts = 0 } = {}) {
      signal?.throwIfAborted()
      const isRepeated = seenBefore()
      for await (const email of addresses) {
        signal?.throwIfAborted()
        if (!isRepeated(keyOf(email, parseAddress(email)))) yield resultFor(email, attempts)
      }
    },
  }
}

const ask = (
  { local, domain }: ParsedAddress,
  seed: string,
  attempts: number,
): Found & { host: string | undefined } => {
  const mailbox = simulatedMailbox(`${local}@${domain}`, { seed, known: attempts > 0 })
  const host = mailbox.answering ?? mailbox.exchanges[0]
  if (mailbox.state === 'any') return { host, ...anyName }
  if (mailbox.state === 'refused') return { host, ...refused }
  if (mailbox.state === 'not-asked') return { host, found: 'no_connect' }
  if (mailbox.state === 'later') return { host, ...later }
  // A few of the existing mailboxes are full.
  return { host, ...(oneOf(30, `${seed} ${local}@${domain}`) ? full : exists) }
}

const oneOf = (number: number, text: string): boolean =>
  createHash('sha256').update(text).digest().readUInt32BE() % number === 0
