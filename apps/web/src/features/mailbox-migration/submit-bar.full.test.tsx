import type { Migration } from '@netbox/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MOCK_TIME } from '../../testing/mock-api/mock-data.ts'
import { findToast } from '../../testing/notices.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

it('sends a migration once, however slow the response is', async () => {
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const member = mockApi().addUser({ plan: 'pro' })
  const migration: Migration = {
    id: 'm1',
    user_id: member.profile.id,
    source_host: 'imap.mail.example',
    source_port: 993,
    source_email: 'ana@mail.example',
    destination_host: 'imap.mail.example',
    destination_port: 993,
    destination_email: 'ana@mail.example',
    status: 'pending',
    progress_percentage: 0,
    error_message: null,
    created_at: MOCK_TIME,
    completed_at: null,
  }
  mockApi().answer('migrations.create', async () => {
    await gate
    return { migration }
  })
  const user = await visit('/email-migration', { as: member })
  for (const name of ['Source mailbox', 'Destination mailbox']) {
    const side = within(screen.getByRole('group', { name }))
    await user.type(side.getByLabelText('IMAP host'), 'imap.mail.example')
    await user.type(side.getByLabelText('Email address'), 'ana@mail.example')
    await user.type(side.getByLabelText('Password'), 'battery staple')
  }
  const button = screen.getByRole('button', { name: 'Start Migration' })
  // While the user is unknown, the form can't be submitted.
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  await user.click(button)
  expect(button.textContent).toBe('Starting...')
  expect(button.hasAttribute('disabled')).toBe(true)
  letGo()
  await findToast('Migration started', 'Your email migration has been queued and will begin shortly.')
  expect(mockApi().calls('migrations.create')).toHaveLength(1)
})
