import type { Command } from './context.ts'
import { worldOptions } from '../options.ts'

/** `netbox mail-check` answers why mail to a domain does not arrive. */
export const mailCheck: Command = {
  name: 'mail-check',
  group: 'Diagnose',
  arguments: '<domain>',
  summary: "find out why mail doesn't arrive at a domain",
  options: ['json', 'plain', 'quiet', 'output', ...worldOptions],
  details:
    'Five steps in one world: mx-record, smtp-test on each mail server (at most five), spf-check, email-deliverability for DMARC and DKIM, and ' +
    'dnssec-check. Each counts as a run of its tool. If a daily limit refuses a step, the others still run, and the exit code is 5.\n\n' +
    'With --json, the document has the sentence, the advice and the whole runs of every step.',
  run: async (context) => (await import('../run/check-mail.ts')).runMailCheck(context),
}
