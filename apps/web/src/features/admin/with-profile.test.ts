import { describe, expect, it } from 'vitest'
import { withProfile } from './users.tsx'

const profile = (id: string, status: 'active' | 'disabled') => ({
  id,
  email: `${id}@mail.example`,
  status,
  is_admin: false,
  second_factor: false,
  plan: 'free' as const,
  plan_expires_at: null,
  created_at: '2026-11-20T08:00:00.000Z',
})

describe('the list of users', () => {
  it('shows the changed user, in the same position', () => {
    const page = {
      data: { items: [profile('a', 'active'), profile('b', 'active')], page: 1, limit: 25, total: 2 },
    }
    expect(withProfile(page, profile('a', 'disabled')).data.items.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'disabled'],
      ['b', 'active'],
    ])
    expect(withProfile(page, profile('c', 'disabled'))).toEqual(page)
  })
})
