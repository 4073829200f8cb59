import type { AuditEntry } from '@netbox/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MOCK_TIME, type MockUser, nextId } from '../../testing/mock-api/mock-data.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

/** Returns the API's record of an action of the admin. */
const auditEntry = (
  { profile: { id, email } }: MockUser,
  action: string,
  detail: AuditEntry['detail'],
  target: string | null = null,
): AuditEntry => ({
  id: nextId(),
  actor_id: id,
  actor_email: email,
  action,
  target_id: target === null ? null : nextId(),
  target_email: target,
  detail,
  created_at: MOCK_TIME,
})

describe('the audit log', () => {
  it('shows each action with its admin and user, by email and by kind', async () => {
    const admin = mockApi().addUser({ is_admin: true, email: 'admin@mail.example' })
    mockApi().data.audit.push(
      auditEntry(admin, 'profile.update', { status: 'disabled' }, 'audited@log.example'),
      auditEntry(admin, 'profile.update', { is_admin: true }, 'other@log.example'),
      auditEntry(admin, 'service.update', { service: 'registration', is_enabled: true }),
      auditEntry(admin, 'service.update', { service: 'registration', is_enabled: false }),
    )
    const user = await visit('/admin?tab=audit', { as: admin })
    await screen.findByText('4 entries')
    const rows = () =>
      within(screen.getByRole('table', { name: 'Changes by admins' }))
        .getAllByRole('row')
        .slice(1)
    await user.type(screen.getByLabelText('Search by email'), 'audited@')
    await screen.findByText('1 entry')
    const cells = within(rows()[0] ?? document.body).getAllByRole('cell')
    expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual([
      'admin@mail.example',
      'Changed a user: suspended',
      'audited@log.example',
    ])
    await user.clear(screen.getByLabelText('Search by email'))
    await user.selectOptions(screen.getByLabelText('Kind'), 'Services switched')
    await screen.findByText('2 entries')
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Switched Registration on'),
      expect.stringContaining('Switched Registration off'),
    ])
    await user.selectOptions(screen.getByLabelText('Kind'), 'Keys rotated')
    await screen.findByText('No matching entries.')
  })

  it('reports when it could not be loaded, with Retry', async () => {
    mockApi().refuse('admin.audit', 'internal_error')
    const user = await visit('/admin?tab=audit', { as: mockApi().addUser({ is_admin: true }) })
    await within(screen.getByRole('main')).findByText('Failed to load the audit log')
    mockApi().restore('admin.audit')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('No entries yet.')
  })
})
