import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import {
  SCREEN,
  SECRET,
  onPro,
  side,
  field,
  start,
  isReady,
  fill,
  fillForm,
  passwords,
  requests,
} from '../../testing/migration-form.ts'
import { mockApi, visit } from '../../testing/visit.tsx'
import { wordsOf } from '../../testing/words-of.ts'

const keptTexts = (): string => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])

describe('the migration form', () => {
  it('asks visitors to log in, even if it is complete', async () => {
    const user = await visit(SCREEN)
    await screen.findByText('Please log in to use migration.')
    await fillForm(user)
    expect(isReady()).toBe(false)
    expect(screen.getByRole('link', { name: 'Please log in' }).getAttribute('href')).toBe('/login')
  })

  it('is refused on the free plan', async () => {
    const user = await visit(SCREEN, { as: mockApi().addUser() })
    await screen.findByText('This tool is not available on your current plan.')
    await fillForm(user)
    expect(isReady()).toBe(false)
    const form = within(screen.getByRole('form', { name: 'Email Migration' }))
    expect(form.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
  })

  it('can be sent once every field is valid; a missing port becomes the IMAP port', async () => {
    const user = await onPro()
    const source = await side('Source')
    await fill(user, source, 'Port', '70000')
    await fillForm(user)
    expect(isReady()).toBe(false)
    await user.clear(field(source, 'Port'))
    await waitFor(() => expect(isReady()).toBe(true))
    screen.getByText('Migration functionality is currently being migrated to the new backend.')
    await user.click(start())
    await screen.findByText('imap.old.example:993')
  })
})

describe('a migration', () => {
  it('is recorded as pending and added at the top of the history', async () => {
    const user = await onPro()
    await screen.findByText('No migrations yet')
    await fillForm(user)
    await fill(user, await side('Source'), 'Port', 'soon')
    await user.click(start())
    expect((await findToast('Migration started')).textContent).toContain(
      'Your email migration has been queued and will begin shortly.',
    )
    screen.getByText('The request is recorded as pending. Nothing is transferred yet.')
    expect((await requests()).map(wordsOf)).toEqual([
      expect.stringContaining('ana@old.example imap.old.example : 993 ana@new.example imap.new.example : 993 Pending'),
    ])
    await fillForm(user, 'imap.later.example')
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await requests()).toHaveLength(2))
    expect(wordsOf((await requests())[0] ?? null)).toContain('imap.later.example')
  })

  it('is sent with its passwords once, which the page then clears', async () => {
    const user = await onPro()
    await fillForm(user)
    expect(keptTexts()).not.toContain(SECRET)
    await user.click(start())
    await findToast('Migration started')
    const [call] = mockApi().calls('migrations.create')
    expect([call?.body.source_password, call?.body.destination_password]).toEqual([SECRET, SECRET])
    expect(await passwords()).toEqual(['', ''])
    expect(isReady()).toBe(false)
    expect(keptTexts()).not.toContain(SECRET)
  })
})
