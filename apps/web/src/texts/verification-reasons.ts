import type { VerificationStatus } from '@netbox/product'

/** Explanations of a status in a few words, by the service's reason. */
export const reasonTexts: Readonly<Record<string, string>> = {
  mailbox_exists: 'Accepted, random address refused',
  accepts_all: 'The domain accepts any address',
  catch_all_unknown: 'Accepted, but a random address was not tried',
  provider_accepts_all: 'Accepted, because its provider accepts any address',
  no_mailbox: 'No such mailbox',
  disabled: 'The mailbox is disabled',
  full: 'The mailbox is full',
  disposable_domain: 'Disposable domain',
  greylisted: 'Greylisted',
  temporary: 'The server asks us to try later',
  refused_us: 'The server refuses to talk to us',
  cannot_tell: 'The server gives no clear reply',
  no_connect: 'No server could be reached',
  timeout: 'The server did not answer in time',
  protocol_error: 'The server does not speak SMTP',
  bad_syntax: 'Not an email address',
  null_mx: 'The domain accepts no mail',
  no_such_domain: 'No such domain',
  no_mail_server: 'The domain has no mail server',
  forbidden_address: 'Its server is on a private network and was not contacted',
  dns_failed: 'The nameservers of the domain did not answer',
  domain_limit: 'Today’s limit for this domain is reached',
}

/** Explanations of a status for which the service gives no reason. */
export const statusReasons: Readonly<Record<VerificationStatus, string>> = {
  valid: 'The server accepts mail for it',
  invalid: 'Mail to it would bounce',
  unconfirmed: 'No clear answer',
  suspicious: 'Think twice before you send',
  'catch-all': 'Accepts any address',
  unreachable: 'No server answers',
}
