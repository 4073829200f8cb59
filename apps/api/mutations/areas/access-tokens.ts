import type { Mutation } from '../mutation.ts'

const file = 'src/accounts/read-token.ts'
const ring = 'src/accounts/signing-keys.ts'
const tests = ['src/accounts/signing-keys.test.ts']

const forged = 'forged JWTs'
const rotation = 'key rotation'
const payloadOf = "JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())"

/** Access tokens and the keys that sign them. */
export const accessTokens: readonly Mutation[] = [
  {
    name: 'the signature of an access token is not checked',
    promise: forged,
    file,
    find: 'const { payload } = await jwtVerify(token, entry.key, {',
    replace: `const payload = ${payloadOf}
    void ({`,
    tests,
    named: 'forged',
  },
  {
    name: 'a token that says alg none is believed',
    promise: forged,
    file,
    find: `    const kid = kidOf(token) ?? ''`,
    replace: `    const { alg = '', kid: said = '' } = decodeProtectedHeader(token)
    const body = ${payloadOf}
    if (/^none$/i.test(alg)) return { claims: { userId: body.sub, sessionId: body.session_id }, kid: said, expiresAt: body.exp * 1000 }
    const kid = kidOf(token) ?? ''`,
    tests,
    named: 'forged',
  },
  {
    name: 'a token may bring headers of its own, such as a key',
    promise: forged,
    file,
    find: ' && Object.keys(rest).length === 0',
    replace: '',
    tests,
    named: 'forged',
  },
  {
    name: 'a token of another type is taken',
    promise: forged,
    file,
    find: " && typ === 'JWT'",
    replace: '',
    tests,
    named: 'forged',
  },
  {
    name: 'the audience of a token is not checked',
    promise: forged,
    file,
    find: `      audience,
      currentDate`,
    replace: '      currentDate',
    tests,
    named: 'forged',
  },
  {
    name: 'the issuer of a token is not checked',
    promise: forged,
    file,
    find: `      issuer,
      audience,
      currentDate`,
    replace: `      audience,
      currentDate`,
    tests,
    named: 'forged',
  },
  {
    name: 'the end of a token that was read before is not checked',
    promise: forged,
    file,
    find: 'found.expiresAt <= now || ',
    replace: '',
    tests,
    named: 'until it is over',
  },
  {
    name: 'a kid that nobody knows means the first key',
    promise: forged,
    file,
    find: 'const entry = ring.get(kid)',
    replace: 'const entry = ring.get(kid) ?? [...ring.values()][0]',
    also: [{ file, find: '(ring.get(found.kid)?.until ?? 0)', replace: '(ring.get(found.kid)?.until ?? Infinity)' }],
    tests,
    named: 'forged',
  },
  {
    name: 'a session that is no text is taken',
    promise: forged,
    file,
    find: "typeof sessionId !== 'string'",
    replace: 'sessionId === undefined',
    tests,
    named: 'forged',
  },
  {
    name: 'other spellings of the same token are taken',
    promise: forged,
    file,
    find: ' || !parts.every(isCanonical)',
    replace: '',
    tests,
    named: 'any one character',
  },
  {
    name: 'a retired key counts for ever',
    promise: rotation,
    file,
    find: ' || (ring.get(found.kid)?.until ?? 0) <= now',
    replace: '',
    tests,
    named: 'rotate',
  },
  {
    name: 'a retired key stays published',
    promise: rotation,
    file: ring,
    find: 'keys.filter(({ until = Infinity }) => until > clock.now()).map(publicPart)',
    replace: 'keys.map(publicPart)',
    tests,
    named: 'rotate',
  },
  {
    name: 'private parts of keys are published',
    promise: rotation,
    file: ring,
    find: 'until > clock.now()).map(publicPart)',
    replace: 'until > clock.now()).map((key) => ({ ...key, ...publicPart(key) }))',
    tests,
    named: 'public parts only',
  },
  {
    name: 'the key set may be kept for a day',
    promise: rotation,
    file: 'src/features/system/routes.ts',
    find: 'export const KEYS_AGE = 600',
    replace: 'export const KEYS_AGE = 86_400',
    tests: ['test/system/pages.test.ts'],
    named: 'the keys',
  },
]
