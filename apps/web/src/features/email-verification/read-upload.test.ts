import { describe, expect, it } from 'vitest'
import { mediaTypeOf } from './read-upload.ts'

describe('the type of a file', () => {
  it("is the system's, or that of its extension if the system has none", () => {
    expect(mediaTypeOf({ name: 'list.txt', type: 'text/plain' })).toBe('text/plain')
    expect(mediaTypeOf({ name: 'list.CSV', type: '' })).toBe('text/csv')
    expect(mediaTypeOf({ name: 'list.csv', type: 'application/vnd.ms-excel' })).toBe('text/csv')
    expect(mediaTypeOf({ name: 'list.xls', type: 'application/vnd.ms-excel' })).toBe('application/vnd.ms-excel')
    expect(mediaTypeOf({ name: 'list.csv', type: 'image/png' })).toBe('image/png')
    expect(mediaTypeOf({ name: 'list', type: '' })).toBe('')
  })
})
