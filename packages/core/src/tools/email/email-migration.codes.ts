import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `email-migration`, by code. */
export const emailMigrationCodes = findingKinds({
  'migration-answers': { title: 'The server of the mailbox answers', severities: ['pass'] },
  'migration-clear-port': {
    title: 'Port 143 begins in clear text',
    severities: ['warning'],
    rfc: 'RFC 8314, section 3.2',
  },
  'migration-large-folder': { title: 'A folder contains very many messages', severities: ['info'] },
  'migration-leftovers': { title: 'Some messages are junk or trash', severities: ['info'] },
  'migration-nothing-moved': { title: 'Nothing is transferred', severities: ['info'] },
  'migration-odd-port': { title: 'The port is not the usual one for IMAP', severities: ['info'] },
  'migration-pop': { title: 'The port is for POP3', severities: ['warning'] },
  'migration-special': { title: 'The address is a special-purpose address', severities: ['critical'], rfc: 'RFC 6890' },
  'migration-tls': { title: 'The connection uses TLS from the first byte', severities: ['pass'], rfc: 'RFC 8314' },
  'migration-unreachable': { title: 'The server of the mailbox does not accept connections', severities: ['critical'] },
  'migration-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})
