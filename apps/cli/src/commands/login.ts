import type { Command } from './context.ts'

/** `netbox login` signs in to the service. */
export const login: Command = {
  name: 'login',
  group: 'Service',
  summary: 'sign in to the service',
  options: ['with-token'],
  details:
    'Asks for email and password on a terminal, and for a code if the account has a second factor. They cannot be given on the command line. --with-token reads an API token from stdin ' +
    'and stores it. NETBOX_TOKEN takes precedence over a stored token, and is not stored.\n\n' +
    'The session is stored in a file that only you can read, and is sent only to its own service.',
  misuse:
    "'netbox login' asks for the email and the password. Other users of this machine can read command lines. " +
    'In a script use an API token: netbox login --with-token < token.txt',
  run: async (context) => (await import('../account/account.ts')).login(context),
}
