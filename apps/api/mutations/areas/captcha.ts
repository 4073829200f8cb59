import type { Mutation } from '../mutation.ts'

const file = 'src/features/captcha/captcha.ts'
const tests = ['src/features/captcha/captcha.test.ts']
const promise = 'registration is rate limited'

/** The proof of work that anonymous callers are asked for. */
export const captcha: readonly Mutation[] = [
  {
    name: 'a challenge counts although nobody signed it',
    promise,
    file,
    find: ' || !(await isOurs(given))',
    replace: ' || keys.length === 0',
    tests,
    named: 'anything that is signed',
  },
  {
    name: 'a challenge of registration counts for verification',
    promise,
    file,
    find: 'data.purpose !== purpose || ',
    replace: '',
    tests,
    named: 'own purpose',
  },
  {
    name: 'a challenge counts for ever',
    promise,
    file,
    find: ' || until <= clock.now()',
    replace: '',
    tests,
    named: 'ten minutes',
  },
  {
    name: 'a challenge counts as often as it is shown',
    promise,
    file,
    find: 'return noteUse(nonce, until + NOTED_BEYOND)',
    replace: 'return (await noteUse(nonce, until + NOTED_BEYOND)) || true',
    tests,
    named: 'counts once',
  },
  {
    name: 'a challenge is forgotten as soon as it ends',
    promise,
    file,
    find: 'const NOTED_BEYOND = 600_000',
    replace: 'const NOTED_BEYOND = 0',
    tests,
    named: 'remembered for longer',
  },
  {
    name: 'nobody is asked for a challenge',
    promise,
    file: 'src/features/captcha/guard.ts',
    find: "call.caller.kind === 'anyone' && (await isHalfUsed(purpose, call.address))",
    replace: "call.caller.kind === 'user' && (await isHalfUsed(purpose, call.address))",
    tests: ['test/captcha/captcha.test.ts'],
    named: 'is asked for in the words',
  },
]
