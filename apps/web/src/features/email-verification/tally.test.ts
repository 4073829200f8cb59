import { expect, it } from 'vitest'
import { tallyOf } from './verification-results.ts'

it('counts by status, the good first, and unknown statuses last', () => {
  const statuses = ['queued', 'invalid', 'valid', 'catch-all', 'valid', 'invalid', 'valid']
  expect(tallyOf(statuses.map((status) => ({ status }))).map(({ status, count }) => `${count} ${status}`)).toEqual([
    '3 valid',
    '1 catch-all',
    '2 invalid',
    '1 queued',
  ])
})
