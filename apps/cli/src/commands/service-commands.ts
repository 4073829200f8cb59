import { configNames } from '../config-file.ts'
import type { Command } from './command.ts'

/* The commands that need the service. This file has their help, completion and manual data; their code is loaded on demand. */

const group = 'The service'

const service = async () => import('../service/service.ts')

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
    'Asks for email and password on a terminal, and for a code where the account has a second factor; none can be given on the command line. --with-token reads an API token from stdin ' +
    'and keeps it; NETBOX_TOKEN is used without being kept, and counts for more.\n\n' +
    'The session is kept in a file that only you can read, and goes to no other service than its own.',
  misuse:
    "'netbox login' asks for the email and the password. Others on this machine can read what stands on a command line. " +
    'In a script use an API token: netbox login --with-token < token.txt',
  run: async (context) => (await service()).login(context),
}

const logout: Command = {
  name: 'logout',
  group,
  summary: 'sign out, here and at the service',
  options: [],
  details:
    'Ends the session at the service, or revokes the API token that login kept, and removes it from this machine. If the service ' +
    'can not be reached it is removed here all the same, and the command exits with 7.',
  run: async (context) => (await service()).logout(context),
}

const whoami: Command = {
  name: 'whoami',
  group,
  summary: 'show who is signed in, and the plan',
  options: ['json'],
  details:
    'Asks the service, and keeps the plan: for runs it holds for seven days without the service, and is asked for again after one.',
  run: async (context) => (await service()).whoami(context),
}

const upgrade: Command = {
  name: 'upgrade',
  group,
  summary: 'show where plans are bought',
  options: [],
  details: 'Prints the address, and opens it in a browser on the terminal of a desktop.',
  run: async (context) => (await service()).upgrade(context),
}

const verify: Command = {
  name: 'verify',
  group,
  arguments: '[address...]',
  summary: 'verify email addresses for real, through the service',
  options: ['json', 'csv', 'plain', 'quiet', 'output', 'file', 'resume'],
  details:
    'Mail servers are asked, and no message is sent. This is the one command that is not simulated; a service that makes its ' +
    'results up says so, and so does the command.\n\n' +
    "Addresses are words, lines of stdin ('-') or of --file, or the email column of a file that ends in .csv. Results come as they " +
    'are known: with --json one a line. Ten addresses a run without a paid plan.\n\n' +
    'For long lists, --resume FILE writes results to FILE as they come, and skips the addresses that it already holds: after an ' +
    'interruption the same command goes on where it ended.',
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
    'The link holds input, seed, scenario and time: opened, it fills them in and makes the same run when asked to. Nothing is sent ' +
    'anywhere. Without a word it is your last run.',
  run: async (context) => (await service()).share(context),
}

const api: Command = {
  name: 'api',
  group,
  arguments: '<method> <path>',
  takes: methods,
  summary: 'call the HTTP API and print its answer as JSON',
  options: ['input'],
  details:
    "The path is one of the API, like /usage or '/email/history?limit=10'. The call uses your session. --input sends a JSON file, or " +
    'stdin, as the body. An answer that is no success is printed too, and its exit code is that of the reason.',
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
    `Verbs: ${configVerbs.join(', ')}. Keys: ${configNames.join(', ')}. What the environment says counts for more than the file, and the file more than the ` +
    "default; 'netbox config list' shows what counts and why.",
  run: async (context) => (await service()).config(context),
}

/** The commands about the service. */
export const serviceCommands: readonly Command[] = [login, logout, whoami, upgrade, verify, share, api]
