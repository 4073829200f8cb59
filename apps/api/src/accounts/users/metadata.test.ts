import { expect, it } from 'vitest'
import { mergeMetadata } from './metadata.ts'

it('merges the members of an object, removes null ones and keeps the rest', () => {
  expect(mergeMetadata(null, { name: 'Ana', age: 30 })).toBe('{"name":"Ana","age":30}')
  expect(mergeMetadata('{"name":"Ana","age":30}', { age: null, city: 'Lima' })).toBe('{"name":"Ana","city":"Lima"}')
  const polluted: unknown = JSON.parse('{"__proto__":{"isAdmin":true}}')
  expect(mergeMetadata('{}', polluted)).toBe('{"__proto__":{"isAdmin":true}}')
  expect({}).not.toHaveProperty('isAdmin')
})

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

it('refuses values that are not objects, have more than 4 kB or more than 8 levels', () => {
  for (const wrong of ['text', 1, null, undefined, [1], { a: 'x'.repeat(4096) }, nested(9)])
    expect(() => mergeMetadata(null, wrong)).toThrow('validation_failed')
  expect(() => mergeMetadata(JSON.stringify({ a: 'x'.repeat(4000) }), { b: 'x'.repeat(100) })).toThrow(
    'validation_failed',
  )
  expect(mergeMetadata(null, nested(8))).toBe(JSON.stringify(nested(8)))
})
