import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { mutations } from '../../mutations/list.ts'
import { edited, editsOf } from '../../mutations/mutation.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

// The job itself takes minutes: this tells at once when a change of the code has left a mutation without its place.
describe('the list of mutations', () => {
  it('has a name for each', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
    expect(mutations.length).toBeGreaterThanOrEqual(200)
  })

  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))('has its place: %s', (_name, mutation) => {
    const texts = new Map<string, string>()
    for (const edit of editsOf(mutation)) {
      expect(edit.replace, 'something changes').not.toBe(edit.find)
      texts.set(edit.file, edited(texts.get(edit.file) ?? readFileSync(at(edit.file), 'utf8'), edit))
    }
    expect(mutation.tests).not.toEqual([])
    for (const test of mutation.tests) expect(existsSync(at(test)), test).toBe(true)
  })
})
