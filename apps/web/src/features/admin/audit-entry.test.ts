import type { AuditEntry } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import { whatOf, whomOf, whoOf } from './audit.tsx'

const entry = (action: string, detail: AuditEntry['detail'], more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 'a1',
  actor_id: 'u1',
  actor_email: 'ada@mail.example',
  action,
  target_id: null,
  target_email: null,
  detail,
  created_at: '2026-11-20T08:00:00.000Z',
  ...more,
})

describe('an audit entry', () => {
  it.each([
    ['user.create', { email: 'ana@mail.example', plan: 'pro' }, 'Created a user on the pro plan'],
    ['profiles.sync', { created: 2 }, 'Synced profiles: 2 were missing'],
    ['profile.update', { status: 'disabled' }, 'Changed a user: suspended'],
    ['profile.update', { status: 'active', is_admin: true }, 'Changed a user: activated, made an admin'],
    ['profile.update', { is_admin: false }, 'Changed a user: no longer an admin'],
    ['profile.view_as', {}, 'Viewed the dashboard of a user'],
    ['notification.create', { is_global: true }, 'Sent a notification to everyone'],
    ['notification.create', { is_global: false }, 'Sent a notification to a user'],
    ['service.update', { service: 'billing', is_enabled: false }, 'Switched Billing off'],
    ['service.update', { service: 'later', is_enabled: true }, 'Switched later on'],
    ['keys.rotate', {}, 'Encrypted stored passwords and app secrets with a new key'],
    ['backup.create', {}, 'Made a backup with all keys and data'],
    ['of.another.version', {}, 'of.another.version'],
  ])('%s %j is shown as: %3$s', (action, detail, words) => {
    expect(whatOf(entry(action, detail))).toBe(words)
  })

  it('names the admin, or the shell, or a deleted user', () => {
    expect(whoOf(entry('keys.rotate', {}))).toBe('ada@mail.example')
    expect(whoOf(entry('keys.rotate', {}, { actor_id: 'shell', actor_email: null }))).toContain('shell')
    expect(whoOf(entry('keys.rotate', {}, { actor_email: null }))).toBe('a deleted user')
  })

  it('names the affected user, if any', () => {
    const target = { target_id: 'u2', target_email: 'ana@mail.example' }
    expect(whomOf(entry('profile.update', {}, target))).toBe('ana@mail.example')
    expect(whomOf(entry('profile.update', {}, { target_id: 'u2' }))).toBe('a deleted user')
    expect(whomOf(entry('user.create', { email: 'eva@mail.example' }, { target_id: 'u2' }))).toBe('eva@mail.example')
    expect(whomOf(entry('service.update', {}, { target_id: 's1' }))).toBe('')
    expect(whomOf(entry('profiles.sync', {}))).toBe('')
  })
})
