import type { VerificationStatus } from '@netbox/core'

/**
 * Says in a few words why a status is what it is, by the reason that the service gives: every one that
 * packages/email-verifier knows (scripts/verification-reasons.test.ts).
 */
export const reasonTexts: Readonly<Record<string, string>> = {
  mailbox_exists: 'Accepted, random address refused',
  accepts_all: 'Accepts any address',
  catch_all_unknown: 'Accepted, but perhaps any address is',
  provider_accepts_all: 'Accepted, as any address is by this provider',
  bad_syntax: 'Not an email address',
  null_mx: 'The domain takes no mail',
  no_such_domain: 'No such domain',
  no_mailbox: 'No such mailbox',
  disabled: 'The mailbox is disabled',
  no_mail_server: 'The domain has no mail server',
  disposable_domain: 'Disposable domain',
  full: 'The mailbox is full',
  greylisted: 'Greylisted',
  temporary: 'The server asks to try later',
  cannot_tell: 'The server does not say',
  refused_us: 'The server refuses to talk to us',
  domain_limit: 'Not asked: enough of this domain for today',
  timeout: 'The server did not answer in time',
  forbidden_address: 'The mail server is in a private network',
  protocol_error: 'The server does not speak SMTP',
  dns_failed: 'The domain could not be looked up',
  no_connect: 'No server could be reached',
}

/** Says why where the service gives no reason. */
export const statusReasons: Readonly<Record<VerificationStatus, string>> = {
  valid: 'The server takes mail for it',
  invalid: 'Mail to it would bounce',
  unconfirmed: 'No clear answer',
  suspicious: 'Think twice before you send',
  'catch-all': 'Accepts any address',
  unreachable: 'No server answers',
}
