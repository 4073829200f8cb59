import type { Command } from './context.ts'

/** `netbox verify` verifies email addresses for real. */
export const verify: Command = {
  name: 'verify',
  group: 'Service',
  arguments: '[address...]',
  summary: 'verify email addresses for real, through the service',
  options: ['json', 'csv', 'plain', 'quiet', 'output', 'file', 'resume'],
  details:
    'The service contacts real mail servers and sends no message. This is the only command that is not simulated. If the service simulates ' +
    'its results, the command says so.\n\n' +
    "Addresses are arguments, lines of stdin ('-', or a pipe without arguments) or of --file, or the email column of a .csv file. Each result appears as soon as it " +
    'is known, with --json as one line. Without a paid plan, a run accepts at most ten addresses.\n\n' +
    'For long lists, --resume FILE writes each result to FILE and skips the addresses that FILE already has. After an ' +
    'interruption, the same command continues.',
  run: async (context) => (await import('../account/account.ts')).verify(context),
}
