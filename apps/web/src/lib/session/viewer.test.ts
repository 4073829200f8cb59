import { beforeEach, describe, expect, it } from 'vitest'
import { beginViewAs, currentViewedAs, endViewAs, readViewedAs } from './viewer.ts'

const answer = {
  token: 'read.only',
  token_type: 'bearer' as const,
  expires_in: 900,
  expires_at: 1_795_000_000,
  user: { id: 'u2', email: 'ana@mail.example', plan: 'pro' as const, is_admin: true },
  actor_id: 'u1',
}

describe('viewing as a user', () => {
  beforeEach(endViewAs)

  it('continues until it is ended, for the admin who started it', () => {
    expect(currentViewedAs()).toBeUndefined()
    beginViewAs(answer)
    expect(currentViewedAs()).toMatchObject({
      user: { id: 'u2', email: 'ana@mail.example', plan: 'pro' },
      actorId: 'u1',
      token: 'read.only',
      expiresAt: 1_795_000_000_000,
    })
    endViewAs()
    expect(currentViewedAs()).toBeUndefined()
  })

  it('never makes the viewer an admin', () => {
    beginViewAs(answer)
    expect(currentViewedAs()?.user.is_admin).toBe(false)
  })

  const whole = { email: 'a@b.example', id: 'u2', plan: 'gold', actor_id: 'u1', token: 't', expires_at: 1 }

  it('treats an unknown plan as the free one', () => {
    expect(readViewedAs(whole)?.user.plan).toBe('free')
  })

  it.each([
    undefined,
    null,
    'x',
    7,
    [],
    {},
    { ...whole, token: '' },
    { ...whole, actor_id: 3 },
    { ...whole, email: null },
  ])('does not accept %j as a marker', (value) => {
    expect(readViewedAs(value)).toBeUndefined()
  })
})
