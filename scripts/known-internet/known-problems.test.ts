import { expect, it } from 'vitest'
import { knownProblems, missingSites } from './known-problems.mjs'

const NOW = Date.UTC(2026, 10, 28)
const entry = { path: 'a.yaml', name: 'a.example', source: 'RFC 2606', seen: '2025-05-28' }

it.each([
  [entry, undefined],
  [{ ...entry, source: undefined }, 'has no source'],
  [{ ...entry, seen: undefined }, 'does not say when'],
  [{ ...entry, seen: '2025-05-27' }, 'over 18 months ago (2025-05-27)'],
])('an entry of the known internet needs a source and a fresh date: %j', (one, problem) => {
  const problems = knownProblems([one], NOW)
  expect(problems.length).toBe(problem === undefined ? 0 : 1)
  expect(problems.join('\n')).toContain(problem ?? '')
})

it('a site of the listing of badssl.com needs an entry', () => {
  expect(missingSites([{ name: 'expired.badssl.com' }], ['expired', 'sha384'])).toEqual([
    'sha384.badssl.com is in the listing of badssl.com, but has no entry.',
  ])
})
