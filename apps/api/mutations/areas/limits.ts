import type { Mutation } from '../mutation.ts'

const addresses = 'src/http/client-address.ts'
const units = ['src/http/client-address.test.ts']
const tests = ['test/http/limits.test.ts']
const promise = 'stuffing, forged X-Forwarded-For, IPv6 in one /64'

/** Limits by network address. */
export const limits: readonly Mutation[] = [
  {
    name: 'anybody says which address they have',
    promise,
    file: addresses,
    find: '        if (!isTrusted(client)) return client\n',
    replace: '',
    also: [{ file: addresses, find: ' || proxies.length === 0', replace: '' }],
    tests: units,
  },
  {
    name: 'a proxy is believed what the client wrote before it',
    promise,
    file: addresses,
    find: "forwardedFor.split(',').toReversed()",
    replace: "forwardedFor.split(',')",
    tests: units,
  },
  {
    name: 'each address of an IPv6 network has a limit of its own',
    promise,
    file: addresses,
    find: 'if (isIP(address) !== 6) return address',
    replace: 'if (isIP(address) !== 0) return address',
    tests: units,
  },
  {
    name: 'the gate counts and lets everybody through',
    promise,
    file: 'src/http/rate-gate.ts',
    find: "if (!state.granted) throw new ApiError('rate_limited', { retryAfter: state.reset })",
    replace: '',
    tests,
    named: 'counts an address once',
  },
  {
    name: 'one more than the limit is let through',
    promise,
    file: 'src/http/rate-limiter.ts',
    find: 'granted: points <= policy.points',
    replace: 'granted: points <= policy.points + 1',
    tests: ['src/http/rate-limiter.test.ts'],
  },
  {
    name: 'each process counts for itself',
    promise,
    file: 'src/http/rate-policies.ts',
    find: "'auth.recover': { points: 10, seconds: HOUR, shared: true }",
    replace: "'auth.recover': { points: 10, seconds: HOUR, shared: false }",
    tests,
  },
  {
    name: 'a counter of the gate is read, then written',
    promise,
    file: 'src/http/rate-limits-repository.ts',
    find: ".set((row) => ({ points: row('points', '+', 1) }))",
    replace: '.set({ points: (await readPoints(queries, key)) + 1 })',
    tests,
    named: 'counts an address once',
    engine: 'mysql',
  },
  {
    name: 'credentials are tried out without a limit',
    promise,
    file: 'src/http/dispatch.ts',
    find: "if (error instanceof ApiError && error.code === 'unauthorized') await gate.badBearer(",
    replace: "if (error instanceof ApiError && error.code === 'busy') await gate.badBearer(",
    tests,
    named: 'quiets',
  },
  {
    name: 'a made-up key for each request fills the memory',
    promise: 'bounded work',
    file: 'src/http/rate-limiter.ts',
    find: 'if (counters.size >= MOST_KEYS) makeRoom()',
    replace: 'if (counters.size < 0) makeRoom()',
    tests: ['src/http/rate-limiter.test.ts'],
  },
]
