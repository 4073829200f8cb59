import type { Mutation } from '../mutation.ts'

const seal = 'src/sealing/seal.ts'
const seals = ['src/sealing/seal.test.ts']
const observe = 'src/http/observe.ts'
const pages = 'src/features/system/pages.ts'
const requests = ['test/http/requests.test.ts']
const kept = 'mailbox passwords as JWE, bound to row and column'
const rotation = 'mailbox passwords: key rotation live'
const logs = 'secrets in logs, responses, database dump'

/** Lets somebody else know what a request's headers were. */
const heard = {
  file: 'src/http/exchange.ts',
  find: "  const peer = socket.remoteAddress ?? ''",
  replace: `  Object.assign(globalThis, { heard: headers })
  const peer = socket.remoteAddress ?? ''`,
}

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
    file: 'src/http/request-log.ts',
    find: '  return `"request_id":',
    replace: '  return `"heard":${JSON.stringify(Reflect.get(globalThis, "heard"))},"request_id":',
    also: [heard],
    tests: requests,
    named: 'the log',
  },
  {
    name: 'the log of what failed has the headers of requests',
    promise: logs,
    file: observe,
    find: '  request_id: requestId,\n',
    replace: '  request_id: requestId,\n  heard: Reflect.get(globalThis, "heard"),\n',
    also: [heard],
    tests: ['test/access/errors.test.ts'],
    named: 'internal_error and nothing of the reason',
  },
  {
    name: 'the log has the queries of requests',
    promise: logs,
    file: 'src/http/exchange.ts',
    find: 'path: question < 0 ? url : url.slice(0, question),\n',
    replace: 'path: question < 0 ? url : url.slice(0, question),\n    userId: url,\n',
    also: [{ file: 'src/http/exchange.ts', find: '    userId: undefined,\n', replace: '' }],
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
]
