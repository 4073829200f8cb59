import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { mockEntry } from '../../testing/mock-api/email-answers.ts'
import { MOCK_TIME, nextId } from '../../testing/mock-api/mock-data.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { arriveAt, mockApi, passTime, visit } from '../../testing/visit.tsx'
import { wordsOf } from '../../testing/words-of.ts'
import {
  HISTORY,
  listOf,
  owner,
  addressesOf,
  rows,
  shownAddresses,
  shows,
  search,
  status,
  exportButton,
  linesOf,
} from '../../testing/verification-history.ts'

describe('the history of verified addresses', () => {
  it('says that it is empty, and links the verification screen', async () => {
    const user = await visit(HISTORY, { as: mockApi().addUser() })
    await screen.findByRole('heading', { name: 'Nothing verified yet' })
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Verify addresses' }))
    await arriveAt('/email-validation')
  })

  it('keeps what was typed before an empty list arrived', async () => {
    await visit(HISTORY, { as: mockApi().addUser() })
    const field = await screen.findByLabelText('Search for an address')
    fireEvent.change(field, { target: { value: 'j.doe' } })
    await screen.findByRole('heading', { name: /^Nothing/ })
    expect(search()).toBe(field)
    expect(search().getAttribute('value')).toBe('j.doe')
  })

  it('is linked by the overview and the email tools', async () => {
    const user = await visit('/dashboard', { as: owner() })
    await user.click(await screen.findByRole('link', { name: 'Your verified addresses' }))
    await arriveAt(HISTORY)
    await user.click(await screen.findByRole('link', { name: 'Back to Email Tools' }))
    await arriveAt('/dashboard/email')
    await user.click(await screen.findByRole('link', { name: 'Your verified addresses' }))
    await shows(12)
  })

  it('is opened at an address from the recent activity', async () => {
    const member = owner()
    const subject = 'info.1@mail1.example'
    member.activity.push({
      id: nextId(),
      kind: 'verification',
      title: subject,
      detail: 'unconfirmed',
      severity: null,
      replay: null,
      batch: { addresses: 1, statuses: [{ status: 'unconfirmed', count: 1 }], simulated: false },
      list: null,
      created_at: MOCK_TIME,
    })
    const user = await visit('/dashboard', { as: member })
    const activity = within(await screen.findByRole('region', { name: 'Recent Activity' }))
    await user.click(await activity.findByRole('link', { name: /^Open/ }))
    await shows(1)
    expect(await shownAddresses()).toEqual([subject])
    expect(search().getAttribute('value')).toBe(subject)
  })

  it('shows the last page if the address has one beyond it', async () => {
    await visit(`${HISTORY}?page=77`, { as: owner(52) })
    await screen.findByText('51–52 of 52')
    await arriveAt(`${HISTORY}?page=2`)
  })

  it('shows the number of tries and the time of the next, and marks only simulated results', async () => {
    const late = {
      status: 'unconfirmed',
      confidence: 40,
      smtp_response_code: 451,
      smtp_response_message: '4.7.1 Try later',
      reason: 'greylisted',
      created_at: '2099-11-20T08:00:00.000Z',
    } as const
    const items = [
      mockEntry({ ...late, email: 'first@mail.example', retry_after: 360, next_try_at: '2099-11-20T08:06:00.000Z' }),
      mockEntry({
        ...late,
        email: 'later@mail.example',
        retry_after: 1800,
        verification_attempts: 2,
        next_try_at: '2099-11-20T08:36:30.000Z',
      }),
      mockEntry({
        ...late,
        email: 'due@mail.example',
        created_at: '2020-01-01T00:00:00.000Z',
        next_try_at: '2020-01-01T00:06:00.000Z',
      }),
      mockEntry({ ...late, email: 'ended@mail.example', verification_attempts: 4 }),
      {
        ...mockEntry({ ...late, email: 'asked@by.nobody.example', smtp_server: null, smtp_response_code: null }),
        status: 'queued',
        reason: 'moon_phase',
      },
    ]
    // A newer service may send a status that the contract does not define.
    mockApi().answer('email.history', () => Response.json({ data: { items, page: 1, limit: 50, total: 12_000 } }))
    await visit(HISTORY, { as: mockApi().addUser() })
    const [first, later, due, ended, asked] = (await rows()).map(wordsOf)
    expect(first).toBe(
      'first@mail.example Greylisted Unconfirmed 40 low 451 4.7.1 mx.mail.example once again at 08:06 UTC 20 Nov 2099, 08:00 UTC',
    )
    expect(later).toContain('2 times again at 08:36 UTC')
    expect(due).toContain('once again in a moment')
    expect(ended).toContain('4 times 20 Nov 2099')
    expect(asked).toContain('Moon phase queued 40 low none once')
    expect(screen.queryByText('Simulated')).toBeNull()
    screen.getByText('12,000 results')
    screen.getByText('The file contains the newest 10,000.')
  })

  it('is read-only for an admin who is viewing as a user', async () => {
    const member = owner()
    const user = await visit('/admin', { as: mockApi().addUser({ is_admin: true }) })
    await user.click(await screen.findByRole('button', { name: `View as user ${member.profile.email}` }))
    await user.click(await screen.findByRole('link', { name: 'Your verified addresses' }))
    await shows(12)
    screen.getByText('Every address that this user verified, newest first.')
    expect(screen.queryByRole('link', { name: 'Verify addresses' })).toBeNull()
  })

  it('reports that it could not be loaded, and loads it again', async () => {
    mockApi().refuse('email.history', 'database_unavailable')
    const user = await visit(HISTORY, { as: owner() })
    await screen.findByText('Your verifications could not be loaded.')
    screen.getByText('Service unavailable. The backend server may be down.')
    mockApi().restore('email.history')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await shows(12)
  })
})

describe('the search in the history', () => {
  it('finds a part of an address once typing pauses, not letter by letter', async () => {
    await visit(`${HISTORY}?page=2`, { as: owner(52) })
    await screen.findByText('51–52 of 52')
    const before = mockApi().calls('email.history').length
    const asked = () => mockApi().calls('email.history').slice(before)
    // The test controls the time, so that a busy machine does not type more slowly.
    vi.setTimerTickMode('manual')
    for (const value of ['J', 'J.', 'J.D', 'J.DOE', 'J.DOE.1']) {
      fireEvent.change(search(), { target: { value } })
      await passTime(200)
    }
    expect(asked()).toEqual([])
    await passTime(50)
    vi.setTimerTickMode('interval')
    const wanted = listOf(52).filter((email) => email.includes('j.doe.1'))
    await shows(wanted.length)
    expect(await shownAddresses()).toEqual(wanted)
    expect(location.search).toBe('?q=J.DOE.1')
    expect(asked().map(({ query }) => query.q)).toEqual(['J.DOE.1'])
  })

  it('is undone by Back, a step at a time', async () => {
    const user = await visit(`${HISTORY}?page=2`, { as: owner(52) })
    await screen.findByText('51–52 of 52')
    await user.type(search(), 'j.doe')
    await arriveAt(`${HISTORY}?q=j.doe`)
    await user.selectOptions(status(), 'suspicious')
    await arriveAt(`${HISTORY}?status=suspicious&q=j.doe`)
    history.back()
    await arriveAt(`${HISTORY}?q=j.doe`)
    history.back()
    await arriveAt(`${HISTORY}?page=2`)
    await screen.findByText('51–52 of 52')
    expect(search().getAttribute('value')).toBe('')
  })

  it('that finds nothing says so, and is cleared with one button', async () => {
    const text = '100%_+ nobody'
    const user = await visit(`${HISTORY}?q=${encodeURIComponent(text)}`, { as: owner() })
    await screen.findByRole('heading', { name: 'Nothing found' })
    expect(search().getAttribute('value')).toBe(text)
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await shows(12)
    expect(search().getAttribute('value')).toBe('')
  })
})

describe('the file of the history', () => {
  it('contains the filtered entries if a filter is set', async () => {
    const member = owner(52)
    const user = await visit(`${HISTORY}?status=invalid&q=ana`, { as: member })
    const files = noteSavedFiles()
    const wanted = addressesOf(member, 'invalid').filter((email) => email.includes('ana'))
    await shows(wanted.length)
    await user.click(exportButton())
    await screen.findByText(`${wanted.length} results saved.`)
    expect(linesOf(await files[0]?.text).map((line) => line.split(',').slice(0, 2))).toEqual(
      wanted.map((email) => [email, 'invalid']),
    )
  })

  it('is not created when a page could not be loaded, which is reported', async () => {
    const user = await visit(HISTORY, { as: owner() })
    const files = noteSavedFiles()
    await shows(12)
    mockApi().refuse('email.history', 'upgrade_required', { error: 'Not on this plan.' })
    await user.click(exportButton())
    await screen.findByText('The export failed: Not on this plan.')
    expect(files).toEqual([])
  })

  it('is not created when it is stopped, and can be created again', async () => {
    const user = await visit(HISTORY, { as: owner() })
    const files = noteSavedFiles()
    await shows(12)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const items = owner().verifications
    mockApi().answer('email.history', async () => {
      await held
      return { data: { items, page: 1, limit: 200, total: items.length } }
    })
    await user.click(exportButton())
    await screen.findByText('0 of 12 read')
    await user.click(screen.getByText('Stop', { selector: 'button' }))
    await screen.findByText('Stopped. There is no file.')
    release()
    await passTime(100)
    expect(files).toEqual([])
    screen.getByText('Stopped. There is no file.')
    mockApi().restore('email.history')
    await user.click(exportButton())
    await screen.findByText('12 results saved.')
    expect(files).toHaveLength(1)
  })
})
