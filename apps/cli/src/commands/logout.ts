import type { Command } from './context.ts'

/** `netbox logout` signs out. */
export const logout: Command = {
  name: 'logout',
  group: 'Service',
  summary: 'sign out, here and at the service',
  options: [],
  details:
    'Ends the session at the service, or revokes the API token that login stored, and removes it from this machine. If the service ' +
    'cannot be reached, it is still removed here, and the command exits with 7.',
  run: async (context) => (await import('../account/account.ts')).logout(context),
}
