import type { Command } from './context.ts'

/** The methods of `netbox api`. */
export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/** `netbox api` calls the HTTP API. */
export const api: Command = {
  name: 'api',
  group: 'Service',
  arguments: '<method> <path>',
  takes: methods,
  summary: 'call the HTTP API and print its response as JSON',
  options: ['input'],
  details:
    "The path is relative to /api, like /usage or '/email/history?limit=10'. The call uses your session. --input sends a JSON file, or " +
    'stdin, as the body. An error of the API is printed too, and sets the exit code.',
  run: async (context) => (await import('../account/account.ts')).api(context),
}
