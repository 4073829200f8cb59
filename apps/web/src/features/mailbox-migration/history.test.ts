import type { Migration } from '@netbox/contract'
import { expect, it } from 'vitest'
import { addedTo, joined, nothingKnown } from './history.ts'

const migration = (id: string): Migration => ({
  id,
  user_id: 'u1',
  source_host: 'imap.gmail.com',
  source_port: 993,
  source_email: 'ana@old.example',
  destination_host: 'imap.mail.me.com',
  destination_port: 993,
  destination_email: 'ana@new.example',
  status: 'pending',
  progress_percentage: 0,
  error_message: null,
  created_at: '2026-11-20T08:14:02.000Z',
  completed_at: null,
})

const page = (number: number, ids: readonly string[], total: number) => ({
  items: ids.map(migration),
  page: number,
  limit: 2,
  total,
})

it('puts a new request in front and counts it', () => {
  const { items, total } = addedTo(joined(nothingKnown, page(1, ['b', 'a'], 2)), migration('c'))
  expect(items.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  expect(total).toBe(3)
})

it('shows nothing twice that a new request moved onto the next page', () => {
  const first = addedTo(joined(nothingKnown, page(1, ['d', 'c'], 4)), migration('e'))
  const { items, total } = joined(first, page(2, ['c', 'b'], 5))
  expect(items.map(({ id }) => id)).toEqual(['e', 'd', 'c', 'b'])
  expect(total).toBe(5)
})
