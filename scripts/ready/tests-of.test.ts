import { expect, it } from 'vitest'
import { testsOf } from './tests-of.mjs'

const files = [
  'a/one.ts',
  'a/one.simulation.ts',
  'a/one.test.ts',
  'a/one.full.test.ts',
  'a/two.test.tsx',
  'a/b/three.test.ts',
]

it.each([
  ['a file with a test', ['a/one.ts'], ['a/one.test.ts']],
  ['a part of it', ['a/one.simulation.ts'], ['a/one.test.ts']],
  ['a file without a test', ['a/other.ts'], ['a/one.test.ts', 'a/two.test.tsx']],
  ['a test', ['a/two.test.tsx'], ['a/two.test.tsx']],
  ['a test of the full set', ['a/one.full.test.ts'], []],
  ['several files', ['a/one.ts', 'a/one.test.ts'], ['a/one.test.ts']],
  ['a page of the docs', ['docs/page.md'], []],
])('finds the tests of %s', (_, changed, tests) => {
  expect(testsOf(changed, files)).toEqual(tests)
})
