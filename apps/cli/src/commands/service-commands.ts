import { configNames } from '../state/config-file.ts'
import type { Command } from './command.ts'

/* The commands that need the service. This file has their help, completion and manual data; their code is loaded on demand. */

const group = 'The service'

const service = async () => import('../account/account.ts')

/** The methods of `netbox api`. */
export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/** The verbs of `netbox config`. */
export const configVerbs = ['get', 'set', 'unset', 'list', 'path'] as const

const login: Command = {
  name: 'login',
  group,
  summary: 'sign in to the service',
  options: ['with-token'],
  details:
    'Asks for email and password on a terminal, and for a code if the account has a second factor. They cannot be given on the command line. --with-token reads an API token from stdin ' +
    'and stores it. NETBOX_TOKEN takes precedence over a stored token, and is not stored.\n\n' +
    'The session is stored in a file that only you can read, and is sent only to its own service.',
  misuse:
    "'netbox login' asks for the email and the password. Other users of this machine can read command lines. " +
    'In a script use an API token: netbox login --with-token < token.txt',
  run: async (context) => (await service()).login(context),
}

const logout: Command = {
  name: 'logout',
  group,
  summary: 'sign out, here and at the service',
  options: [],
  details:
    'Ends the session at the service, or revokes the API token that login stored, and removes it from this machine. If the service ' +
    'cannot be reached, it is still removed here, and the command exits with 7.',
  run: async (context) => (await service()).logout(context),
}

const whoami: Command = {
  name: 'whoami',
  group,
  summary: 'show who is signed in, and the plan',
  options: ['json'],
  details:
    'Asks the service for the account, and stores its plan. Runs ask the service for the plan again after one day. While the service is unreachable, they use the stored plan for up to seven days.',
  run: async (context) => (await service()).whoami(context),
}

const upgrade: Command = {
  name: 'upgrade',
  group,
  summary: 'print the URL of the plan page',
  options: [],
  details: 'You can buy a plan on this page. On a desktop, the command also opens it in a browser.',
  run: async (context) => (await service()).upgrade(context),
}

const verify: Command = {
  name: 'verify',
  group,
  arguments: '[address...]',
  summary: 'verify email addresses for real, through the service',
  options: ['json', 'csv', 'plain', 'quiet', 'output', 'file', 'resume'],
  details:
    'The service contacts real mail servers and sends no message. This is the only command that is not simulated. If the service simulates ' +
    'its results, the command says so.\n\n' +
    "Addresses are arguments, lines of stdin ('-', or a pipe without arguments) or of --file, or the email column of a .csv file. Each result appears as soon as it " +
    'is known, with --json as one line. Without a paid plan, a run takes at most ten addresses.\n\n' +
    'For long lists, --resume FILE writes each result to FILE and skips the addresses that FILE already has. After an ' +
    'interruption, the same command continues.',
  run: async (context) => (await service()).verify(context),
}

const share: Command = {
  name: 'share',
  group,
  arguments: '[@-1|id|run.json]',
  takes: 'run',
  summary: 'print the web link of a recorded run',
  options: [],
  details:
    'The link contains input, seed, scenario and time, so everyone who opens it sees the same report. This command sends nothing. ' +
    'Without an argument, it uses your last run.',
  run: async (context) => (await service()).share(context),
}

const api: Command = {
  name: 'api',
  group,
  arguments: '<method> <path>',
  takes: methods,
  summary: 'call the HTTP API and print its response as JSON',
  options: ['input'],
  details:
    "The path is relative to /api, like /usage or '/email/history?limit=10'. The call uses your session. --input sends a JSON file, or " +
    'stdin, as the body. An error of the API is printed too, and sets the exit code.',
  run: async (context) => (await service()).api(context),
}

/** `netbox config`. */
export const configCommand: Command = {
  name: 'config',
  group: 'Other',
  arguments: '<verb> [key] [value]',
  takes: configVerbs,
  strict: true,
  summary: 'read and change the configuration',
  options: ['json'],
  details:
    `Verbs: ${configVerbs.join(', ')}. Keys: ${configNames.join(', ')}. Environment variables take precedence over the file, and the file over the ` +
    "defaults. 'netbox config list' shows each value and its source.",
  run: async (context) => (await service()).config(context),
}

/** The commands about the service. */
export const serviceCommands: readonly Command[] = [login, logout, whoami, upgrade, verify, share, api]
