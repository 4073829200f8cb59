import type { Command } from './context.ts'

/** `netbox preflight` checks a zone file before nameservers load it. */
export const preflight: Command = {
  name: 'preflight',
  group: 'Diagnose',
  arguments: '<file>',
  summary: 'check a zone file before nameservers load it',
  options: ['json', 'quiet', 'output', 'was', 'fail-on', 'sarif'],
  details:
    "Prints what is wrong with the zone, with the line of the record; '-' is stdin. Findings follow from the file alone: names of other zones " +
    'count as working (assumed, with --json). It sends no query, and counts as no run.\n\n' +
    'With --was, netbox also checks that the serial has increased.',
  run: async (context) => (await import('../preflight/preflight.ts')).runPreflight(context),
}
