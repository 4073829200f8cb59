import type { Outcome } from '../verification-result.ts'
import { type Phrase, phraseIn } from './phrases.ts'

/** A reply: the code, the enhanced code if there is one (RFC 3463), and the text without the codes. */
export interface ServerReply {
  readonly code: number
  readonly enhanced?: string | undefined
  readonly text: string
}

// The number of characters that are searched: phrases are at the start of a reply, and the rest may be 64 KiB of any text.
const LONGEST_TEXT = 2048

// RFC 3463, sections 3.2 to 3.8, for codes that identify an outcome. Exchange uses 5.1.10 for an unknown recipient, and RFC 7505 for a
// domain without mail.
const byEnhanced: Readonly<Record<string, Outcome>> = {
  '5.1.0': 'no_mailbox',
  '5.1.1': 'no_mailbox',
  '5.1.6': 'no_mailbox',
  '5.1.10': 'no_mailbox',
  '5.2.1': 'disabled',
  '4.2.2': 'full',
  '5.2.2': 'full',
  // The server refuses the sender's address: the verifier's own.
  '5.1.7': 'refused_us',
  '5.1.8': 'refused_us',
}

/**
 * Returns the outcome of a reply to `RCPT TO`. Checks the enhanced code first, then the basic code, then the table of phrases.
 *
 * @example
 * import { outcomeOfReply } from '@netbox/email-verifier'
 * outcomeOfReply({ code: 550, enhanced: '5.1.1', text: 'Blocked, no such user' }) // => 'no_mailbox'
 * outcomeOfReply({ code: 550, enhanced: '5.7.1', text: 'No such user' }) // => 'refused_us'
 * outcomeOfReply({ code: 550, text: 'No such user' }) // => 'no_mailbox'
 * outcomeOfReply({ code: 451, text: 'Greylisted, try again in 5 minutes' }) // => 'greylisted'
 */
export const outcomeOfReply = (reply: ServerReply): Outcome => {
  const { code } = reply
  if (code === 250 || code === 251) return 'accepted'
  if (code >= 200 && code < 300) return 'cannot_tell'
  if (code < 400 || code >= 600) return 'protocol_error'
  const enhanced = enhancedOf(reply)
  const text = `${enhanced ?? ''} ${reply.text.slice(0, LONGEST_TEXT)}`
  return byCode(code, enhanced, text) ?? (code < 500 ? temporary(text) : permanent(code, text))
}

/**
 * Returns the outcome of a reply before `RCPT TO`. It is always about the verifier, because the recipient has not been sent yet.
 *
 * @param reply - a refusal of the connection, or of the verifier's name or sender address
 */
export const outcomeOfRefusal = (reply: ServerReply): Outcome => {
  const outcome = outcomeOfReply(reply)
  if (outcome === 'greylisted' || outcome === 'temporary' || outcome === 'protocol_error') return outcome
  return reply.code >= 400 && reply.code < 500 && outcome !== 'refused_us' ? 'temporary' : 'refused_us'
}

// A code of another class contradicts the reply (RFC 2034, section 4) and is ignored. qmail writes it as `(#5.1.1)`.
const enhancedOf = ({ code, enhanced, text }: ServerReply): string | undefined => {
  const found = enhanced ?? /\(#(?<code>[45]\.\d{1,3}\.\d{1,3})\b/.exec(text.slice(0, LONGEST_TEXT))?.groups?.['code']
  return found?.startsWith(`${Math.floor(code / 100)}.`) === true ? found : undefined
}

const byCode = (code: number, enhanced: string | undefined, text: string): Outcome | undefined => {
  if (enhanced?.startsWith('5.7.') === true) return 'refused_us'
  if (enhanced?.startsWith('4.7.') === true) return byTemporaryPolicy(enhanced, text)
  // Gmail sends this reply for a mailbox that receives much mail, so 5.2.1 does not mean a disabled mailbox here.
  if (enhanced === '5.2.1' && /receiving (?:mail|email) (?:at a rate|too quickly)/i.test(text)) return 'cannot_tell'
  const outcome = enhanced === undefined ? undefined : byEnhanced[enhanced]
  if (outcome !== undefined) return outcome
  if (code === 552) return 'full'
  // RFC 4954, section 6, and RFC 3207, section 4: authentication or encryption is required.
  return [530, 534, 535, 538].includes(code) ? 'refused_us' : undefined
}

// 4.7.1 means greylisting unless the text is about the verifier's machine; for the other codes it is the reverse.
const byTemporaryPolicy = (enhanced: string, text: string): Outcome => {
  if (phraseIn(text, ['greylisted']) !== undefined) return 'greylisted'
  return enhanced === '4.7.1' && phraseIn(text, ['refused_us']) === undefined ? 'greylisted' : 'refused_us'
}

const temporary = (text: string): Outcome =>
  phraseIn(text, ['greylisted', 'refused_us', 'full'])?.outcome ?? 'temporary'

// Only 550 is specifically about the mailbox (RFC 5321, section 4.2.3); other codes have many reasons.
const ofMailbox: readonly Phrase['outcome'][] = ['refused_us', 'full', 'disabled', 'no_mailbox']

const permanent = (code: number, text: string): Outcome =>
  phraseIn(text, code === 550 ? ofMailbox : ['refused_us', 'full'])?.outcome ?? 'cannot_tell'
