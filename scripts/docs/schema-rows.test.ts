import { describe, expect, it } from 'vitest'
import { fieldsOf, typeOf } from './schema-rows.mjs'

describe('fieldsOf', () => {
  it('lists fields with their rules, those within objects and arrays as dotted paths', () => {
    const entry = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
    const schema = {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
        items: { type: 'array', items: entry, maxItems: 3 },
        last: { anyOf: [entry, { type: 'null' }] },
      },
      required: ['items', 'last'],
    }
    expect(fieldsOf(schema)).toEqual([
      ['`limit`', 'integer', 'optional; 1 to 200; default `50`'],
      ['`items`', 'array of object', 'at most 3 entries'],
      ['`items[].id`', 'string', ''],
      ['`last`', 'object or null', ''],
      ['`last.id`', 'string', ''],
    ])
  })

  it('lists nothing for a schema that is not an object', () => {
    expect(fieldsOf({ type: 'string' })).toEqual([])
  })
})

describe('typeOf', () => {
  it('links entities, and the pages of the tools for their results', () => {
    expect(typeOf({ $ref: '#/components/schemas/User' })).toBe('[User](entities.md#user)')
    expect(typeOf({ $ref: '#/components/schemas/MxRecordResult' })).toBe('[MxRecordResult](../tools/README.md)')
    expect(typeOf({ $ref: '#/components/schemas/ToolRun' })).toBe('[ToolRun](entities.md#toolrun)')
  })

  it('names values, alternatives and the items of an array', () => {
    expect(typeOf({ enum: ['a', 'b'] })).toBe('`a`, `b`')
    expect(typeOf({ const: true })).toBe('`true`')
    expect(typeOf({ type: 'array', items: { type: 'string' } })).toBe('array of string')
    expect(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null')
    expect(typeOf({ type: 'object', additionalProperties: { type: 'integer' } })).toBe('object of integer')
  })
})
