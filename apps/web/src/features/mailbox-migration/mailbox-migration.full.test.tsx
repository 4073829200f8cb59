import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import {
  SCREEN,
  SECRET,
  onPro,
  side,
  field,
  valueOf,
  start,
  isReady,
  fill,
  fillForm,
  passwords,
  requests,
} from '../../testing/migration-form.ts'
import { mockMigration } from '../../testing/mock-api/migration-answers.ts'
import { switchOff } from '../../testing/mock-api/mock-data.ts'
import { mockApi, passTime, visit } from '../../testing/visit.tsx'
import { wordsOf } from '../../testing/words-of.ts'

describe('the migration form', () => {
  it('says before sending that nothing is transferred yet', async () => {
    await visit(SCREEN)
    await screen.findByText(/^This records a request\. It transfers nothing yet/)
  })

  it('has the providers, and fills in host and port of the chosen one', async () => {
    const user = await onPro()
    const source = await side('Source')
    const options = within(source.getByLabelText('Provider')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Gmail (imap.gmail.com)',
      'Outlook/Hotmail (outlook.office365.com)',
      'Yahoo (imap.mail.yahoo.com)',
      'iCloud (imap.mail.me.com)',
      'Custom',
    ])
    await user.selectOptions(source.getByLabelText('Provider'), 'iCloud (imap.mail.me.com)')
    expect([valueOf(source, 'IMAP host'), valueOf(source, 'Port')]).toEqual(['imap.mail.me.com', '993'])
  })

  it('reports the error of a field only after it loses the focus', async () => {
    const user = await onPro()
    const source = await side('Source')
    await user.click(field(source, 'Email address'))
    expect(screen.queryByText('Please fill in this field.')).toBeNull()
    await fill(user, source, 'Port', '70000')
    await source.findByText('Please fill in this field.')
    expect(field(source, 'Email address').getAttribute('aria-invalid')).toBe('true')
    expect(source.queryByText('Please enter a port from 1 to 65535.')).toBeNull()
    await user.click(field(source, 'Email address'))
    await source.findByText('Please enter a port from 1 to 65535.')
  })
})

describe('a connection test', () => {
  const fillSource = async (user: UserEvent) => {
    const source = await side('Source')
    await user.selectOptions(source.getByLabelText('Provider'), 'Gmail (imap.gmail.com)')
    await fill(user, source, 'Email address', 'ana@old.example')
    return source
  }

  it('is offered once a mailbox is complete, and says that it is simulated', async () => {
    const user = await visit(SCREEN)
    const source = await fillSource(user)
    expect(source.queryByRole('button', { name: 'Test connection' })).toBeNull()
    await fill(user, source, 'Password', SECRET)
    const description = source.getByRole('button', { name: 'Test connection' }).getAttribute('aria-describedby')
    expect(document.getElementById(description ?? '')?.textContent).toBe('Simulated: no server is contacted.')
  })

  it('takes a second and a half, shows the outcome, and sends no request', async () => {
    const fetches = vi.spyOn(globalThis, 'fetch')
    const user = await visit(SCREEN)
    const source = await fillSource(user)
    await fill(user, source, 'Password', SECRET)
    const before = fetches.mock.calls.length
    const button = source.getByRole('button', { name: 'Test connection' })
    // The test controls the time.
    vi.setTimerTickMode('manual')
    fireEvent.click(button)
    await passTime(1499)
    source.getByRole('button', { name: 'Testing the connection...' })
    await passTime(1)
    within(source.getByRole('status')).getByText('Connection successful')
    vi.setTimerTickMode('interval')
    expect((await findToast('Connection successful')).textContent).toContain(
      'Simulated: imap.gmail.com answers on port 993.',
    )
    expect(fetches.mock.calls.slice(before)).toEqual([])
  })

  it('is cleared once the mailbox changes', async () => {
    const user = await visit(SCREEN)
    const source = await fillSource(user)
    await fill(user, source, 'Password', SECRET)
    await user.click(source.getByRole('button', { name: 'Test connection' }))
    await passTime(1600)
    await within(source.getByRole('status')).findByText('Connection successful')
    await fill(user, source, 'IMAP host', 'imap.other.example')
    expect(source.getByRole('status').textContent).toBe('')
  })
})

describe('a migration', () => {
  it('that failed is reported, and its passwords stay, to be sent again', async () => {
    mockApi().answer('migrations.create', () => Response.error())
    const user = await onPro()
    await fillForm(user)
    await user.click(start())
    const words = 'Cannot connect to API at /api/migrations.'
    expect((await findToast('Migration failed')).textContent).toContain(words)
    screen.getByText(new RegExp(`^Migration failed\\. ${words}`))
    expect(await passwords()).toEqual([SECRET, SECRET])
    expect(isReady()).toBe(true)
  })

  it('is not allowed after the service was switched off', async () => {
    const user = await onPro()
    await fillForm(user)
    mockApi().refuse('migrations.create', 'service_off', { error: 'Email migration is switched off at the moment.' })
    await user.click(start())
    expect((await findToast('Migration not allowed')).textContent).toContain(
      'Email migration is switched off at the moment.',
    )
  })

  it('can’t be requested while the service is switched off: the screen says so first', async () => {
    switchOff(mockApi().data, 'email_migration')
    const user = await onPro()
    await screen.findByText('Email migration is switched off at the moment.')
    expect(screen.getByRole('link', { name: 'Your earlier requests' }).getAttribute('href')).toBe('#history-title')
    await fillForm(user)
    expect(isReady()).toBe(false)
  })

  it('leaves no password for the next user of the browser', async () => {
    const user = await onPro()
    await fillForm(user)
    localStorage.clear()
    act(() => void dispatchEvent(new StorageEvent('storage', { key: null })))
    await screen.findByText('Please log in to use migration.')
    expect(await passwords()).toEqual(['', ''])
  })
})

describe('the history of migrations', () => {
  it('says that it is empty', async () => {
    await onPro()
    await screen.findByText('No migrations yet')
  })

  it('is not shown to visitors, who are asked to log in', async () => {
    await visit(SCREEN)
    await screen.findByText('Log in to see your migrations here.')
  })

  it('shows each request in one of five states', async () => {
    const at = (status: string, more: object) => ({ ...mockMigration(), status, progress_percentage: 42, ...more })
    const items = [
      at('pending', {}),
      at('in_progress', {}),
      at('completed', { completed_at: '2026-11-19T11:02:00.000Z' }),
      at('failed', { error_message: 'The source mailbox refused the password.' }),
      at('paused', {}),
    ]
    // A newer service may send a status that the contract does not define.
    mockApi().answer('migrations.list', () => Response.json({ data: { items, page: 1, limit: 50, total: 5 } }))
    await onPro()
    const texts = (await requests()).map(wordsOf)
    const words = ['Pending', 'In progress', 'Completed', 'Failed', 'paused']
    expect(texts.map((text) => words.filter((word) => text.includes(word)))).toEqual(words.map((word) => [word]))
    const bar = screen.getByRole('progressbar', { name: 'ana@old.example to ana@new.example' })
    expect(bar.getAttribute('aria-valuenow')).toBe('42')
    expect(texts[1]).toContain('42 %')
    expect(texts[2]).toContain('2026-11-19 11:02 UTC')
    expect(texts[3]).toContain('The source mailbox refused the password.')
  })

  it('reports that it could not be loaded, and loads it again', async () => {
    const member = mockApi().addUser({ plan: 'pro' })
    member.migrations.push(mockMigration())
    mockApi().refuse('migrations.list', 'database_unavailable')
    const user = await visit(SCREEN, { as: member })
    const sheet = within(await screen.findByRole('region', { name: 'Your migrations could not be loaded' }))
    mockApi().restore('migrations.list')
    await user.click(sheet.getByRole('button', { name: 'Retry' }))
    expect(await requests()).toHaveLength(1)
  })

  it('has fifty requests per page, and shows more on demand', async () => {
    const member = mockApi().addUser({ plan: 'pro' })
    member.migrations.push(...Array.from({ length: 60 }, () => mockMigration()))
    const user = await visit(SCREEN, { as: member })
    expect(await requests()).toHaveLength(50)
    screen.getByText('60 requests')
    // Another tab has recorded a request, which moves a row to the second page.
    member.migrations.unshift(mockMigration())
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(async () => expect(await requests()).toHaveLength(61))
    screen.getByText('61 requests')
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})
