import type { RcptOutcome } from '../verification-result.ts'

/** A phrase of mail servers, with its meaning and source. */
interface Phrase {
  readonly pattern: RegExp
  readonly outcome: Extract<RcptOutcome, 'no_mailbox' | 'disabled' | 'full' | 'greylisted' | 'refused_us'>
  /** The server or the documentation with this phrase. */
  readonly source: string
}

const phrase = (outcome: Phrase['outcome'], pattern: RegExp, source: string): Phrase => ({ pattern, outcome, source })

/**
 * The phrases of mail servers with ambiguous codes, in the order of the search: phrases about the verifier come before phrases about the
 * recipient, so that a refusal of the verifier never counts against the recipient. No pattern nests quantifiers, because an attacker may
 * write the reply.
 */
export const phrases: readonly Phrase[] = [
  // The only exception to that order: this phrase says 'access denied', but means that no mailbox has this name.
  phrase(
    'no_mailbox',
    /5\.4\.1 recipient address rejected: access denied/i,
    'Exchange Online, directory-based edge blocking',
  ),

  phrase('greylisted', /gr[ae]y-?\s?list/i, 'Postgrey, SQLgrey, rspamd, Exim, milter-greylist'),
  phrase('greylisted', /deferred for \d|try again in \d/i, 'Exim (Debian), qgreylist'),
  phrase('greylisted', /please (?:re)?try (?:again )?in \d/i, 'OpenBSD spamd and its successors'),
  phrase('greylisted', /temporarily deferred.{0,40}(?:first|new|unknown) /i, 'MDaemon'),
  phrase('greylisted', /unknown (?:sender|triplet).{0,40}(?:later|again)/i, 'policyd-weight, cbpolicyd'),

  phrase(
    'refused_us',
    /spamhaus|spamcop|barracudacentral|sorbs|abuseat|uceprotect|backscatterer/i,
    'names of block lists',
  ),
  phrase(
    'refused_us',
    /\b(?:rbl|dnsbl|dnsrbl)\b|(?:black|block|deny)-?\s?list|blackhole/i,
    'Postfix reject_rbl_client, Exim dnslists',
  ),
  phrase(
    'refused_us',
    /client host .{0,80}(?:blocked|rejected)|client host rejected/i,
    'Postfix, Exchange Online (5.7.606)',
  ),
  phrase(
    'refused_us',
    /reverse (?:dns|hostname|lookup|ip)|\br-?dns\b|\bptr\b/i,
    'Postfix reject_unknown_reverse_client_hostname, sendmail',
  ),
  phrase(
    'refused_us',
    /cannot find your|(?:fix|no) reverse|(?:helo|ehlo).{0,60}(?:rejected|denied|invalid|mismatch)/i,
    'Postfix reject_unknown_helo_hostname',
  ),
  phrase(
    'refused_us',
    /(?:poor|bad|low) reputation|reputation of|due to (?:its|your) reputation/i,
    'Cisco Secure Email, Trend Micro',
  ),
  phrase(
    'refused_us',
    /your (?:ip|host|server|network|address|domain|message|mail|email|connection)\b.{0,80}(?:blocked|banned|rejected|refused|denied|listed)/i,
    'Gmail, AT&T, Cloudmark',
  ),
  phrase(
    'refused_us',
    /(?:ip|host|connection|access|mail) .{0,60}(?:blocked|banned)|\bblocked (?:by|using|for)\b/i,
    'Exim, Mimecast, Proofpoint',
  ),
  phrase(
    'refused_us',
    /access denied|not (?:authori[sz]ed|allowed|permitted) to (?:send|relay|connect)/i,
    'sendmail access_db',
  ),
  phrase(
    'refused_us',
    /relay(?:ing)? (?:access )?(?:denied|not (?:allowed|permitted)|prohibited)|unable to relay|do(?:es)? not relay/i,
    'Postfix, Exchange, Exim',
  ),
  phrase(
    'refused_us',
    /authentication (?:is )?required|must (?:first )?authenticate|smtp auth|auth required/i,
    'Postfix permit_sasl_authenticated, Exchange',
  ),
  phrase(
    'refused_us',
    /must issue a starttls|(?:tls|encryption|secure connection) (?:is )?(?:required|needed)|requires? (?:tls|encryption)/i,
    'RFC 3207, section 4',
  ),
  phrase(
    'refused_us',
    /sender (?:address |domain )?(?:rejected|denied|blocked|verif|is not|not)/i,
    'Postfix reject_sender, Exim verify = sender',
  ),
  phrase('refused_us', /\b(?:spf|dkim|dmarc)\b|callout/i, 'Gmail, Exim'),
  phrase(
    'refused_us',
    /\bspam\b|unsolicited|(?:local|security|site|administrative) polic|policy (?:reason|violation|rejection|restriction)/i,
    'Exim, Barracuda, Yahoo',
  ),
  phrase(
    'refused_us',
    /(?:too many|exceeded).{0,40}(?:connections|messages|invalid|attempts|rate)|rate.?limit/i,
    'Postfix anvil, Outlook.com',
  ),
  phrase('refused_us', /banned|blocked for abuse/i, 'Mimecast, T-Online'),

  phrase(
    'full',
    /(?:over|exceed(?:s|ed|ing)?|out of)\s(?:the |its |his |their )?(?:disk |storage |mailbox |mail )?(?:quota|storage|space)/i,
    'Gmail, Dovecot, Cyrus',
  ),
  phrase(
    'full',
    /(?:mail)?box (?:is |size )?(?:full|limit exceeded)|inbox is full|quota (?:is )?(?:exceeded|full)/i,
    'Dovecot, Exim, Zimbra',
  ),
  phrase(
    'full',
    /insufficient (?:mailbox |disk )?(?:storage|quota)|user (?:is )?over ?quota/i,
    'RFC 5321 (552), qmail',
  ),

  phrase(
    'disabled',
    /(?:mailbox|account|user|recipient|address).{0,60}(?:disabled|suspended|deactivated|inactive|discontinued|closed)/i,
    'Gmail, Exchange, Zoho, Yahoo',
  ),
  phrase(
    'disabled',
    /(?:disabled|suspended|inactive|deactivated) (?:mailbox|account|user|recipient)/i,
    'Courier, Mail.ru',
  ),

  phrase(
    'no_mailbox',
    /(?:user|mailbox|recipient|account|address|alias|member|person)\b.{0,80}(?:unknown|not? (?:be )?found|(?:does ?n[o']t|not) exist|no longer|unavailable|invalid|not (?:a )?(?:known|valid|listed|recogni[sz]ed|local))/i,
    'Postfix, Exim, Exchange, Courier, Zoho',
  ),
  phrase(
    'no_mailbox',
    /(?:unknown|invalid|bad|non-?existent|nonexistent|unrecogni[sz]ed|undeliverable) (?:local )?(?:user|mailbox|recipient|account|address|alias|destination)/i,
    'Postfix, sendmail, hMailServer',
  ),
  phrase('no_mailbox', /no such (?:user|mailbox|recipient|account|address|person|local)/i, 'Exim, Yandex, sendmail'),
  phrase(
    'no_mailbox',
    /no (?:mailbox|account|user|recipient|one) (?:here )?(?:by|with|of) (?:that|this) name/i,
    'qmail, chkuser',
  ),
  phrase('no_mailbox', /does ?n[o']t have an? .{0,40}(?:account|mailbox)|have no (?:mailbox|account)/i, 'Yahoo, Kerio'),
  phrase('no_mailbox', /unrouteable address|unroutable address/i, 'Exim'),
  phrase('no_mailbox', /not our customer|user doesn't exist|there is no one at this address/i, 'Mimecast, IceWarp'),
  phrase(
    'no_mailbox',
    /(?:usuario|utilisateur|utente|benutzer|empf(?:ä|ae)nger).{0,40}(?:desconocido|inconnu|sconosciuto|unbekannt)/i,
    'servers that speak other languages',
  ),
]

/** Returns the first phrase of the table that occurs in a text, among phrases with these outcomes. */
const phraseIn = (text: string, outcomes: readonly Phrase['outcome'][]): Phrase | undefined =>
  phrases.find(({ pattern, outcome }) => outcomes.includes(outcome) && pattern.test(text))

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
const byEnhanced: Readonly<Record<string, RcptOutcome>> = {
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
export const outcomeOfReply = (reply: ServerReply): RcptOutcome => {
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
export const outcomeOfRefusal = (reply: ServerReply): RcptOutcome => {
  const outcome = outcomeOfReply(reply)
  if (outcome === 'greylisted' || outcome === 'temporary' || outcome === 'protocol_error') return outcome
  return reply.code >= 400 && reply.code < 500 && outcome !== 'refused_us' ? 'temporary' : 'refused_us'
}

// A code of another class contradicts the reply (RFC 2034, section 4) and is ignored. qmail writes it as `(#5.1.1)`.
const enhancedOf = ({ code, enhanced, text }: ServerReply): string | undefined => {
  const found = enhanced ?? /\(#(?<code>[45]\.\d{1,3}\.\d{1,3})\b/.exec(text.slice(0, LONGEST_TEXT))?.groups?.['code']
  return found?.startsWith(`${Math.floor(code / 100)}.`) === true ? found : undefined
}

const byCode = (code: number, enhanced: string | undefined, text: string): RcptOutcome | undefined => {
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
const byTemporaryPolicy = (enhanced: string, text: string): RcptOutcome => {
  if (phraseIn(text, ['greylisted']) !== undefined) return 'greylisted'
  return enhanced === '4.7.1' && phraseIn(text, ['refused_us']) === undefined ? 'greylisted' : 'refused_us'
}

const temporary = (text: string): RcptOutcome =>
  phraseIn(text, ['greylisted', 'refused_us', 'full'])?.outcome ?? 'temporary'

// Only 550 is specifically about the mailbox (RFC 5321, section 4.2.3); other codes have many reasons.
const ofMailbox: readonly Phrase['outcome'][] = ['refused_us', 'full', 'disabled', 'no_mailbox']

const permanent = (code: number, text: string): RcptOutcome =>
  phraseIn(text, code === 550 ? ofMailbox : ['refused_us', 'full'])?.outcome ?? 'cannot_tell'
