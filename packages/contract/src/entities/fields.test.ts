import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  address,
  choice,
  count,
  fields,
  instant,
  line,
  lines,
  pasted,
  newPassword,
  secret,
  textOrNumber,
} from './fields.ts'

const messages = (schema: v.GenericSchema, value: unknown): string[] =>
  (v.safeParse(schema, value).issues ?? []).map(({ message }) => message)

describe('line', () => {
  it('is trimmed and not empty', () => {
    expect(v.parse(line(5), '  ab ')).toBe('ab')
    expect(messages(line(5), '   ')).toEqual(['Must not be empty.'])
    expect(messages(line(5), 'abcdef')).toEqual(['Must have at most 5 characters.'])
  })

  it.each([
    ['NUL', 'a\u0000b'],
    ['a line feed', 'a\nb'],
    ['a lone surrogate', 'a\ud800b'],
    ['DEL', 'a\u007fb'],
  ])('refuses %s', (_, text) => {
    expect(messages(line(100), text)).toEqual(['Must not have control characters.'])
  })

  it('accepts every character that people write', () => {
    expect(v.parse(line(100), 'São João 日本 👩‍💻')).toBe('São João 日本 👩‍💻')
  })
})

describe('lines', () => {
  it('may be empty and have several lines, but no other control characters', () => {
    expect(messages(lines(10), '')).toEqual([])
    expect(messages(lines(10), 'a\r\n\tb')).toEqual([])
    expect(messages(lines(10), 'a\u0007')).toEqual(['Must not have control characters.'])
    expect(messages(lines(10), 'a\udc00')).toEqual(['Must not have control characters.'])
  })
})

describe('pasted text', () => {
  it('may have any characters that can be encoded', () => {
    expect(messages(pasted(10), 'a\u0000\u0007\n')).toEqual([])
    expect(messages(pasted(10), 'a\udc00')).toEqual(['Must not have control characters.'])
    expect(messages(pasted(10), 'x'.repeat(11))).toEqual(['Must have at most 10 characters.'])
  })
})

describe('passwords', () => {
  it('are unchanged: spaces count', () => {
    expect(v.parse(secret(), ' a ')).toBe(' a ')
    expect(v.parse(newPassword(), ' ')).toBe(' ')
  })

  it('of any length reach the service, which has the specified messages', () => {
    expect(messages(newPassword(), '')).toEqual([])
    expect(messages(newPassword(), 'x'.repeat(5000))).toEqual([])
    expect(messages(secret(), '')).toEqual(['Must not be empty.'])
  })
})

describe('address', () => {
  it('lets the service decide whether it is an address', () => {
    expect(v.parse(address(), ' ana ')).toBe('ana')
    expect(messages(address(), 'x'.repeat(321))).toEqual(['Must have at most 320 characters.'])
  })
})

describe('fields', () => {
  const schema = fields({ name: line(10), age: v.optional(count()) })

  it('reports the missing field, or a missing object', () => {
    expect(messages(schema, {})).toEqual(['Is required.'])
    expect(messages(schema, [])).toEqual(['Is required.'])
    expect(messages(schema, 'text')).toEqual(['Must be an object.'])
    expect(messages(schema, null)).toEqual(['Must be an object.'])
  })

  it('drops unknown keys', () => {
    expect(v.parse(schema, { name: 'a', is_admin: true })).toEqual({ name: 'a' })
  })
})

describe('small fields', () => {
  it('describe their values in plain words', () => {
    expect(messages(choice(['a', 'b']), 'c')).toEqual(['Must be one of: a, b.'])
    for (const wrong of ['tomorrow', '2026-01-01T00:00:00+05', '2026-01-01T00:00:00 -05:30'])
      expect(messages(instant(), wrong)).toEqual(['Must be a time like 2026-01-01T00:00:00Z.'])
    expect(messages(instant(), '2026-01-01T00:00:00+05:00')).toEqual([])
    expect(messages(instant(), '2026-01-01T00:00:00.000Z')).toEqual([])
    expect(messages(count(), -1)).toEqual(['Must not be negative.'])
    expect(messages(count(), 1.5)).toEqual(['Must be whole.'])
    expect(messages(textOrNumber(), true)).toEqual(['Must be a number.'])
  })
})
