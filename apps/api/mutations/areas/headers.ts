import type { Mutation } from '../mutation.ts'

const headersFile = 'src/http/security-headers.ts'
const requests = ['test/http/requests.test.ts']
const everyAnswer = { tests: requests, named: 'every answer' }
const promise = 'headers'

/** What every answer says to browsers. */
export const headers: readonly Mutation[] = [
  {
    name: 'scripts in a page are allowed',
    promise,
    file: headersFile,
    find: `scriptSrc: ["'self'"]`,
    replace: `scriptSrc: ["'self'", "'unsafe-inline'"]`,
    ...everyAnswer,
  },
  {
    name: 'pages can be framed',
    promise,
    file: headersFile,
    find: `frameAncestors: ["'none'"]`,
    replace: `frameAncestors: ['*']`,
    ...everyAnswer,
  },
  {
    name: 'browsers guess types',
    promise,
    file: headersFile,
    find: 'xXssProtection: false,',
    replace: 'xXssProtection: false, xContentTypeOptions: false,',
    ...everyAnswer,
  },
  {
    name: 'other sites are told where people come from',
    promise,
    file: headersFile,
    find: "policy: 'no-referrer'",
    replace: "policy: 'unsafe-url'",
    ...everyAnswer,
  },
  {
    name: 'TLS is not asked for',
    promise,
    file: 'src/compose.ts',
    find: "isSecure: config.publicUrl.startsWith('https:')",
    replace: 'isSecure: false',
    ...everyAnswer,
  },
  {
    name: 'pages of every origin read answers',
    promise,
    file: 'src/http/cross-origin.ts',
    find: "headers.origin !== undefined && allowed.has(headers.origin) ? headers.origin : ''",
    replace: "(allowed.size > 0 && headers.origin) || ''",
    ...everyAnswer,
  },
  {
    name: 'an origin is allowed by how it ends',
    promise,
    file: 'src/http/cross-origin.ts',
    find: 'allowed.has(headers.origin) ?',
    replace: "[...allowed].some((one) => String(headers.origin).endsWith(one.replace('https://', ''))) ?",
    ...everyAnswer,
  },
  {
    name: 'answers to who is signed in may be kept',
    promise,
    file: 'src/http/exchange.ts',
    find: "'Cache-Control': 'no-store'",
    replace: "'Cache-Control': 'private, max-age=60'",
    tests: requests,
    named: 'views as a user',
  },
  {
    name: 'a stranger names a request',
    promise,
    file: 'src/http/request-id.ts',
    find: 'isTrusted && ',
    replace: '',
    ...everyAnswer,
  },
]
