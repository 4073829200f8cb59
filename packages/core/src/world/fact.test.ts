import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWorld } from '../world-document/read-world.ts'
import { fact } from './fact.ts'
import { createWorld } from './world.ts'

const sources = ['law', 'document', 'scenario', 'seed'] as const
const facts = readWorld({ domains: { 'shop.example': { records: { A: [] } } } }).factsAt(0)
const worlds = { without: createWorld('k3f9', 0), with: createWorld('k3f9', 0, {}, undefined, facts) }

describe('a fact', () => {
  it('has the value of the first source that decides: law, document, scenario, seed', () => {
    const decides = fc.record({ law: fc.boolean(), document: fc.boolean(), scenario: fc.boolean() })
    fc.assert(
      fc.property(decides, fc.constantFrom('without', 'with'), (of, kind) => {
        const valueOf = (source: keyof typeof of) => () => (of[source] ? source : undefined)
        const read = fact<string, string>({
          law: valueOf('law'),
          document: valueOf('document'),
          scenario: valueOf('scenario'),
          seed: () => 'seed',
        })
        const asked = { ...of, document: of.document && kind === 'with', seed: true }
        expect(read(worlds[kind], 'shop.example')).toBe(sources.find((source) => asked[source]))
      }),
    )
  })

  it('takes null and false for a decision', () => {
    const read = fact<string, null | boolean>({ law: () => null, scenario: () => false, seed: () => true })
    expect(read(worlds.without, 'shop.example')).toBeNull()
    expect(fact<string, boolean>({ scenario: () => false, seed: () => true })(worlds.without, '')).toBe(false)
  })
})
