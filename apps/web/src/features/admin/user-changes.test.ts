import { describe, expect, it } from 'vitest'
import { roleChange, statusChange } from './users.tsx'

const ana = {
  id: 'u1',
  email: 'ana@mail.example',
  status: 'active' as const,
  is_admin: false,
  second_factor: false,
  plan: 'free' as const,
  plan_expires_at: null,
  created_at: '2026-11-20T08:00:00.000Z',
}

describe('a change of a user', () => {
  it('suspends after a confirmation, and activates without one', () => {
    const suspend = statusChange(ana, false)
    expect(suspend).toMatchObject({
      body: { status: 'disabled' },
      messages: { onSuccess: { message: 'User suspended successfully' } },
    })
    expect(suspend.question?.title).toBe('Suspend ana@mail.example?')
    const activate = statusChange({ ...ana, status: 'disabled' }, false)
    expect(activate.question).toBeUndefined()
    expect(activate.messages.onSuccess?.message).toBe('User activated successfully')
  })

  it('grants and removes the admin role after a confirmation', () => {
    const grant = roleChange(ana, false)
    expect(grant).toMatchObject({
      body: { is_admin: true },
      messages: { onSuccess: { message: 'Admin role granted successfully' } },
      question: { title: 'Make ana@mail.example an admin?' },
    })
    const remove = roleChange({ ...ana, is_admin: true }, false)
    expect(remove).toMatchObject({
      body: { is_admin: false },
      messages: { onSuccess: { message: 'Admin role removed successfully' } },
    })
  })

  it('warns admins who change themselves', () => {
    expect(statusChange(ana, true).question?.title).toBe('Suspend yourself?')
    expect(roleChange({ ...ana, is_admin: true }, true).question?.title).toBe('Remove your own admin role?')
  })
})
