import type { EndpointId } from '../endpoint-types.ts'

type Feature = EndpointId extends infer Id ? (Id extends `${infer First}.${string}` ? First : never) : never

/** The headings of the features in the reference, in order. */
export const tags = {
  auth: { name: 'Accounts', description: 'Accounts, sessions and passwords.' },
  account: {
    name: 'Your account',
    description: 'Sessions, data export and account deletion.',
  },
  tools: {
    name: 'Tools',
    description: 'The list of tools, and their runs. Every result is simulated and marked as such.',
  },
  runs: { name: 'Runs', description: 'The history of your runs, in browsers and over the API.' },
  usage: { name: 'Usage', description: "Today's runs and their limits." },
  tokens: { name: 'API tokens', description: 'Tokens for programs, on the enterprise plan.' },
  email: { name: 'Email verification', description: 'Real verification of addresses; no message is sent.' },
  captcha: { name: 'Captcha', description: 'Proof-of-work challenges for visitors.' },
  plans: { name: 'Plans', description: 'Plans and prices.' },
  subscription: { name: 'Subscription', description: 'Buying and managing a plan.' },
  migrations: { name: 'Mailbox migrations', description: 'Requests to move a mailbox; nothing is transferred yet.' },
  notifications: { name: 'Notifications', description: 'Messages from admins.' },
  services: { name: 'Service', description: 'The parts of the service that are switched on.' },
  ip: { name: 'Address', description: 'Your IP address.' },
  stats: { name: 'Numbers', description: 'Your usage statistics.' },
  activity: { name: 'Activity', description: 'Your recent actions.' },
  admin: { name: 'Admin', description: 'Only for admins.' },
} as const satisfies Record<Feature, { readonly name: string; readonly description: string }>

/** Returns the tag of an endpoint. */
export const tagOf = (id: string): string => {
  const [feature = ''] = id.split('.', 1)
  // The cast is safe: a feature without an entry does not compile.
  return tags[feature as Feature].name
}
