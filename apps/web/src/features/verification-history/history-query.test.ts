import { verificationStatuses } from '@netbox/product'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanSearch, listPath, LONGEST_SEARCH } from '../../lib/page/list-query.ts'
import { VERIFICATIONS_PATH } from '../../lib/runs/run-links.ts'
import { anyText } from '../../testing/any-text.ts'
import { type HistoryQuery, readHistoryQuery } from './history-query.ts'

const historyPath = (part: HistoryQuery): string => listPath(VERIFICATIONS_PATH, part)

const all = { page: 1, status: undefined, q: '' }

describe('the address of the history', () => {
  it('contains no default values', () => {
    expect(historyPath(all)).toBe('/dashboard/verifications')
    expect(historyPath({ page: 3, status: 'catch-all', q: 'ana+x@mail' })).toBe(
      '/dashboard/verifications?page=3&status=catch-all&q=ana%2Bx%40mail',
    )
  })

  it('restores the same part of the history', () => {
    const parts = fc.record({
      page: fc.integer({ min: 1, max: 1_000_000 }),
      status: fc.option(fc.constantFrom(...verificationStatuses), { nil: undefined }),
      q: anyText.map(cleanSearch),
    })
    fc.assert(
      fc.property(parts, (part) => {
        expect(readHistoryQuery(historyPath(part).split('?')[1] ?? '')).toEqual(part)
      }),
    )
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=',
    'page=99999999',
    'status=Valid',
    'status=',
    'status=all',
  ])('ignores %s', (search) => {
    expect(readHistoryQuery(search)).toEqual(all)
  })

  it('requests nothing that the service refuses', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const q = cleanSearch(text)
        expect(q.length).toBeLessThanOrEqual(LONGEST_SEARCH)
        expect(q.trim()).toBe(q)
        expect(q).not.toMatch(/[\p{Cc}\p{Surrogate}]/u)
      }),
    )
  })
})
