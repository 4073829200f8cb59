import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `email-validation`, by code. */
export const emailValidationCodes = findingKinds({
  'validation-catch-all': { title: 'The mail server accepts any name', severities: ['warning'] },
  'validation-exchange': { title: 'A mail server accepts mail for the domain', severities: ['pass'] },
  'validation-first-refuses': {
    title: 'The first mail server refuses connections, and another one answers',
    severities: ['warning'],
  },
  'validation-first-silent': {
    title: 'The first mail server is silent, and another one answers',
    severities: ['warning'],
  },
  'validation-greylisted': {
    title: 'The mail server greylists unknown senders',
    severities: ['warning'],
    rfc: 'RFC 6647',
  },
  'validation-international': {
    title: 'The address has non-ASCII letters, and the mail server accepts them',
    severities: ['info'],
    rfc: 'RFC 6531',
  },
  'validation-literal': { title: 'There is an IP address instead of a domain', severities: ['critical'] },
  'validation-mailbox': { title: 'The mailbox exists', severities: ['pass'] },
  'validation-no-smtputf8': {
    title: 'The mail server does not accept non-ASCII letters',
    severities: ['critical'],
    rfc: 'RFC 6531, section 3.2',
  },
  'validation-not-valid': { title: 'The text is not an email address', severities: ['critical'] },
  'validation-refused': { title: 'The mail server has no such mailbox', severities: ['critical'] },
  'validation-role': { title: 'The address belongs to a role, not to a person', severities: ['info'], rfc: 'RFC 2142' },
  'validation-rule': {
    title: 'A rule of the mail server refuses or defers mail to the address',
    severities: ['critical', 'warning'],
  },
  'validation-silent': { title: 'No mail server of the domain accepts connections', severities: ['critical'] },
  'validation-simulated': { title: 'The check is simulated', severities: ['info'] },
  'validation-syntax': {
    title: 'The text has an at sign and a dot, but is not an address',
    severities: ['critical'],
    rfc: 'RFC 5321, section 4.1.2',
  },
  'validation-syntax-good': {
    title: 'The syntax of the address is valid',
    severities: ['pass'],
    rfc: 'RFC 5321, section 4.1.2',
  },
  'validation-unresolved': { title: 'The domain has no mail server', severities: ['critical'], rfc: 'RFC 2308' },
})
