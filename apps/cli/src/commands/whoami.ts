import type { Command } from './context.ts'

/** `netbox whoami` shows the account. */
export const whoami: Command = {
  name: 'whoami',
  group: 'Service',
  summary: 'show who is signed in, and the plan',
  options: ['json'],
  details:
    'Asks the service for the account, and stores its plan. Runs ask the service for the plan again after one day. While the service is unreachable, they use the stored plan for up to seven days.',
  run: async (context) => (await import('../account/account.ts')).whoami(context),
}
