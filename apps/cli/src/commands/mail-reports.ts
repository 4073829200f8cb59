import type { Command } from './context.ts'

/** The kinds of files. */
const mailReportKinds = ['dmarc', 'tls', 'bounces', 'complaints'] as const

/** `netbox mail-reports` writes the files that other mail servers would send to a domain. */
export const mailReports: Command = {
  name: 'mail-reports',
  group: 'Run your programs',
  arguments: '<kind> <domain>',
  takes: mailReportKinds,
  strict: true,
  summary: 'write the DMARC reports, TLS reports, bounces or complaints of a domain',
  options: ['json', 'quiet', 'output', 'days', 'dialect', 'format', 'seed', 'scenario', 'at', 'world', 'reproducible'],
  details:
    'dmarc: aggregate reports, one for each receiver and day before --at. Addresses, results and dispositions agree with spf-check and ' +
    'email-deliverability, and a timeline in --scenario shows on its days. --dialect is rfc9990, rfc7489, or a deviation that real reports ' +
    'have.\n\n' +
    'tls: reports about TLS (RFC 8460), for the policies and faults that smtp-test and mx-record find. bounces: delivery status ' +
    'notifications (RFC 3464) for an unknown user, a server without an answer in five days, a refused relay and a full mailbox. complaints: ' +
    'feedback reports (RFC 5965), one for each receiver.\n\n' +
    'Here, --output names a folder. --json prints the names of the files, and the number of messages or sessions in each.',
  run: async (context) => (await import('../run/write-mail-reports.ts')).writeMailReports(context),
}
