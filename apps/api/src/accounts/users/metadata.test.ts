import { expect, it } from 'vitest'
import { newId, toUuid } from '../../random.ts'
import { mergeMetadata, mergeUserMetadata, metadataOfSignUp, showMetadata } from './metadata.ts'

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
  const deepest: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
  expect(() => mergeMetadata(null, deepest)).toThrow('validation_failed')
})

it('are shown with the facts of netbox to users who signed up, and as they were set to those whom the service key created', () => {
  const row = { id: newId(), email: 'ana@mail.example', confirmed_at: 1, app_metadata: '{"role":"editor"}' }
  const facts = { email: 'ana@mail.example', email_verified: true, phone_verified: false }
  const signedUp = showMetadata({ ...row, user_metadata: metadataOfSignUp(row.id, '{"color":"red"}') })
  expect(signedUp.user_metadata).toEqual({ color: 'red', sub: toUuid(row.id), ...facts })
  expect(signedUp.app_metadata).toEqual({ provider: 'email', providers: ['email'], role: 'editor' })
  expect(showMetadata({ ...row, user_metadata: null }).user_metadata).toMatchObject(facts)
  expect(showMetadata({ ...row, user_metadata: '{"color":"red"}' }).user_metadata).toEqual({ color: 'red' })
})

it('of a sign-up may have 4 kB and still change, and keep the mark of the sign-up', () => {
  const id = newId()
  const largest = JSON.stringify({ a: 'x'.repeat(4096 - '{"a":""}'.length) })
  const user = { id, user_metadata: metadataOfSignUp(id, largest) }
  const sub = toUuid(id)
  expect(JSON.parse(mergeUserMetadata(user, { a: 'y'.repeat(4088), sub: null }))).toEqual({ a: 'y'.repeat(4088), sub })
  expect(() => mergeUserMetadata(user, { b: 1 })).toThrow('validation_failed')
  expect(() => mergeUserMetadata(user, { a: null, sub: 'x'.repeat(4096) })).toThrow('validation_failed')
  expect(mergeUserMetadata({ id, user_metadata: '{"a":1}' }, { b: 2 })).toBe('{"a":1,"b":2}')
})
