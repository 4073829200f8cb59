import type { Outcome } from '../verification-result.ts'

/** A phrase of mail servers, with its meaning and source. */
export interface Phrase {
  readonly pattern: RegExp
  readonly outcome: Extract<Outcome, 'no_mailbox' | 'disabled' | 'full' | 'greylisted' | 'refused_us'>
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
export const phraseIn = (text: string, outcomes: readonly Phrase['outcome'][]): Phrase | undefined =>
  phrases.find(({ pattern, outcome }) => outcomes.includes(outcome) && pattern.test(text))
