import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTagList } from '../src/protocols/tag-list.ts'

/*
 * Mail libraries of Python read drawn texts: dkimpy tag lists. netbox must read them alike. The full tests compare a sample, `npm run judges`
 * compares all.
 */

const isWhole = process.env['NETBOX_JUDGES'] === 'all'
const script = fileURLToPath(new URL('support/drawn-mail.py', import.meta.url))

const hasLibraries = spawnSync('/usr/bin/python3', ['-c', 'import dkim']).status === 0
if (!hasLibraries) {
  const sentence = 'Drawn texts about mail were NOT compared: Debian has the libraries in python3-dkim.'
  if (isWhole) throw new Error(sentence)
  console.warn(`\n${sentence}\n`)
}

/** Returns the same cases in each run: a sample, or all. */
const drawn = <Value>(cases: fc.Arbitrary<Value>, sample: number, whole: number): Value[] =>
  fc.sample(cases, { seed: 52, numRuns: isWhole ? whole : sample })

/** Returns what the library reads in each case. */
const judged = (kind: string, cases: readonly unknown[]): unknown[] => {
  const { stdout, stderr } = spawnSync('/usr/bin/python3', [script], {
    input: JSON.stringify({ [kind]: cases }),
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  expect(stderr).toBe('')
  // The cast is safe: the script writes a list for each kind.
  return (JSON.parse(stdout) as Record<string, unknown[]>)[kind] ?? []
}

const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''))
const oneOf = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)

describe.runIf(hasLibraries)('netbox reads as the libraries', () => {
  it('tag lists, as dkimpy', () => {
    const blank = oneOf('', '', '', ' ', '\t', '  ')
    const name = oneOf('v', 'p', 'k', 't', 'k_1', 'a', 'x', 'P', '', '1', '"v', 'k rsa', ':', '\u00a0p')
    const value = oneOf('DKIM1', 'rsa', '', 'a b', 'x=y', '"', 'é', String.raw`x\ `)
    const part = fc.oneof(
      { weight: 6, arbitrary: joined(blank, name, blank, oneOf('=', '=', '=', '=', '', ':'), blank, value, blank) },
      blank,
    )
    const lists = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(';'))
    const cases = drawn(lists, 1000, 20_000).filter((text) => text.trim() !== '')
    const readings = judged('tags', cases)
    const differing = cases.filter((text, index) => {
      const { fault } = readTagList(text)
      // dkimpy checks only the first letter of a name.
      return fault?.includes("where '=' must be") !== true && (fault === undefined) !== readings[index]
    })
    expect(differing).toEqual([])
    expect(readings.filter((reading) => reading === true).length).toBeGreaterThan(cases.length / 10)
  })
})
