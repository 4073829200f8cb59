import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { pageOf, pageQuery } from './page.ts'

const messages = (query: unknown): string[] =>
  (v.safeParse(pageQuery, query).issues ?? []).map(({ message }) => message)

describe('pageQuery', () => {
  it('is the first page of 50 by default', () => {
    expect(v.parse(pageQuery, {})).toEqual({ page: 1, limit: 50 })
  })

  it('accepts text, as in an address, and numbers', () => {
    expect(v.parse(pageQuery, { page: '3', limit: 200 })).toEqual({ page: 3, limit: 200 })
  })

  it('refuses more than 200, less than 1, and numbers that are not whole', () => {
    expect(messages({ limit: '201' })).toEqual(['Must be at most 200.'])
    expect(messages({ page: '0' })).toEqual(['Must be at least 1.'])
    for (const limit of ['', '-1', '1.5', '1e2', '0x10', ' 5', '99999999999'])
      expect(messages({ limit }), limit).toContain('Must be a whole number.')
    expect(messages({ limit: ['1', '2'] })).toEqual(['Must be a number.'])
  })
})

describe('pageOf', () => {
  it('describes items with the data for paging', () => {
    const page = { items: ['a'], page: 1, limit: 50, total: 1 }
    expect(v.parse(pageOf(v.string()), page)).toEqual(page)
    expect(v.safeParse(pageOf(v.string()), { ...page, total: -1 }).success).toBe(false)
  })
})
