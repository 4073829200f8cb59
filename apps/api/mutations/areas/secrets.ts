import type { Mutation } from '../mutation.ts'

const seal = 'src/sealing/seal.ts'
const seals = ['src/sealing/seal.test.ts']
const observe = 'src/http/observe.ts'
const headersFile = 'src/http/security-headers.ts'
const pages = 'src/features/system/pages.ts'
const requests = ['test/http/requests.test.ts']
const everyAnswer = { tests: requests, named: 'every answer' }

const kept = 'mailbox passwords as JWE, bound to row and column'
const rotation = 'mailbox passwords: key rotation live'
const logs = 'secrets in logs, responses, database dump'
const headers = 'headers'

/** What must not be seen. */
export const secrets: readonly Mutation[] = [
  {
    name: 'a sealed password opens in another row',
    promise: kept,
    file: seal,
    find: "protectedHeader['row'] !== row || ",
    replace: '',
    tests: seals,
  },
  {
    name: 'a sealed password opens in another column',
    promise: kept,
    file: seal,
    find: " || protectedHeader['column'] !== column",
    replace: '',
    tests: seals,
  },
  {
    name: 'a sealed text chooses its own algorithm',
    promise: kept,
    file: seal,
    find: 'compactDecrypt(sealed, key, OPTIONS)',
    replace: 'compactDecrypt(sealed, key)',
    tests: seals,
  },
  {
    name: 'mailbox passwords are kept in clear',
    promise: kept,
    file: 'src/features/migrations/service.ts',
    find: 'seal.seal(password, { row: id, column })',
    replace: "column === '' ? seal.seal(password, { row: id, column }) : password",
    tests: ['test/migrations/migrations.test.ts'],
    named: 'sealed, each in its own place',
  },
  {
    name: 'both passwords of a row are sealed for one column',
    promise: kept,
    file: 'src/features/migrations/service.ts',
    find: "sealed('destination_password_encrypted', request",
    replace: "sealed('source_password_encrypted', request",
    tests: ['test/migrations/migrations.test.ts'],
    named: 'sealed, each in its own place',
  },
  {
    name: 'only the current key opens',
    promise: rotation,
    file: seal,
    find: 'new Map(keys.map(({ kid, key }) => [kid, key]))',
    replace: 'new Map([[current.kid, current.key]])',
    tests: seals,
  },
  {
    name: 'a rotation seals nothing anew',
    promise: rotation,
    file: 'src/sealing/rotate.ts',
    find: 'if (seal.keyOf(sealed) === seal.current) continue',
    replace: "if (seal.keyOf(sealed) !== '') continue",
    tests: ['test/migrations/migrations.test.ts'],
    named: 'a rotation of the keys',
  },
  {
    name: 'the log has the headers of requests',
    promise: logs,
    file: observe,
    find: '  request_id: requestId,\n',
    replace: '  request_id: requestId,\n  heard: Reflect.get(globalThis, "heard"),\n',
    also: [
      {
        file: 'src/http/exchange.ts',
        find: "  const peer = socket.remoteAddress ?? ''",
        replace: `  Object.assign(globalThis, { heard: headers })
  const peer = socket.remoteAddress ?? ''`,
      },
    ],
    tests: requests,
    named: 'the log',
  },
  {
    name: 'the log has the queries of requests',
    promise: logs,
    file: 'src/http/exchange.ts',
    find: "requestId: requestIdFor(headers['x-request-id'], addresses.isTrusted(peer)),",
    replace: 'requestId: url,',
    tests: requests,
    named: 'the log',
  },
  {
    name: 'the log has what drivers hang on their errors',
    promise: logs,
    file: 'src/compose/log.ts',
    find: 'serializers: { err: plainError }',
    replace: 'serializers: {}',
    tests: ['src/compose/log.test.ts'],
  },
  {
    name: 'an error of ours is told to the client',
    promise: logs,
    file: 'src/http/error-answer.ts',
    find: "return new ApiError('internal_error', { cause: error })",
    replace: "return new ApiError('internal_error', { message: String(error), cause: error })",
    tests: ['src/http/error-answer.test.ts'],
  },
  {
    name: 'metrics are for everybody who has no token',
    promise: 'metrics ask for their token',
    file: pages,
    find: 'bearer !== undefined && timingSafeEqual(digest(bearer), digest(token))',
    replace: 'bearer !== token',
    tests: ['test/system/pages.test.ts'],
    named: 'metrics',
  },
  {
    name: 'metrics are for everybody who comes through a proxy',
    promise: 'metrics ask for their token',
    file: pages,
    find: 'if (token === undefined) return isLocal(ctx)',
    replace: 'if (token === undefined) return isLoopback(ctx.req.socket.remoteAddress)',
    tests: ['test/system/pages.test.ts'],
    named: 'metrics',
  },
  {
    name: 'scripts in a page are allowed',
    promise: headers,
    file: headersFile,
    find: `scriptSrc: ["'self'"]`,
    replace: `scriptSrc: ["'self'", "'unsafe-inline'"]`,
    ...everyAnswer,
  },
  {
    name: 'pages can be framed',
    promise: headers,
    file: headersFile,
    find: `frameAncestors: ["'none'"]`,
    replace: `frameAncestors: ['*']`,
    ...everyAnswer,
  },
  {
    name: 'browsers guess types',
    promise: headers,
    file: headersFile,
    find: 'xXssProtection: false,',
    replace: 'xXssProtection: false, xContentTypeOptions: false,',
    ...everyAnswer,
  },
  {
    name: 'other sites are told where people come from',
    promise: headers,
    file: headersFile,
    find: "policy: 'no-referrer'",
    replace: "policy: 'unsafe-url'",
    ...everyAnswer,
  },
  {
    name: 'TLS is not asked for',
    promise: headers,
    file: 'src/compose.ts',
    find: "isSecure: config.publicUrl.startsWith('https:')",
    replace: 'isSecure: false',
    ...everyAnswer,
  },
  {
    name: 'pages of every origin read answers',
    promise: headers,
    file: 'src/http/cross-origin.ts',
    find: "headers.origin !== undefined && allowed.has(headers.origin) ? headers.origin : ''",
    replace: "(allowed.size > 0 && headers.origin) || ''",
    ...everyAnswer,
  },
  {
    name: 'an origin is allowed by how it ends',
    promise: headers,
    file: 'src/http/cross-origin.ts',
    find: 'allowed.has(headers.origin) ?',
    replace: "[...allowed].some((one) => String(headers.origin).endsWith(one.replace('https://', ''))) ?",
    ...everyAnswer,
  },
  {
    name: 'answers to who is signed in may be kept',
    promise: headers,
    file: observe,
    find: "ctx.res.setHeader('Cache-Control', 'no-store')",
    replace: "ctx.res.setHeader('Cache-Control', 'private, max-age=60')",
    tests: requests,
    named: 'views as a user',
  },
  {
    name: 'a stranger names a request',
    promise: headers,
    file: 'src/http/request-id.ts',
    find: 'isTrusted && ',
    replace: '',
    ...everyAnswer,
  },
]
