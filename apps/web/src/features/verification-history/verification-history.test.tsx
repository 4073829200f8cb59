import { verificationStatuses } from '@netbox/product'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { mockEntry } from '../../testing/mock-api/email-answers.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'
import { wordsOf } from '../../testing/words-of.ts'
import {
  HISTORY,
  FORMULA,
  listOf,
  owner,
  addressesOf,
  rows,
  shownAddresses,
  shows,
  status,
  exportButton,
  linesOf,
} from '../../testing/verification-history.ts'

describe('the history of verified addresses', () => {
  it('is for signed-in users, and returns them to the requested part after signing in', async () => {
    const member = owner()
    const user = await visit(`${HISTORY}?status=valid`)
    await arriveAt(`/login?next=${encodeURIComponent(`${HISTORY}?status=valid`)}`)
    await user.type(await screen.findByLabelText('Email'), member.profile.email)
    await user.type(screen.getByLabelText('Password'), member.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await arriveAt(`${HISTORY}?status=valid`)
    await shows(addressesOf(member, 'valid').length)
  })

  it('has fifty rows per page, each once, in the order of the service', async () => {
    const user = await visit(HISTORY, { as: owner(101) })
    const pages = within(await screen.findByLabelText('Pages of the history'))
    const seen: unknown[] = []
    for (const [first, last] of [
      [1, 50],
      [51, 100],
      [101, 101],
    ]) {
      await pages.findByText(`${first}–${last} of 101`)
      seen.push(...(await shownAddresses()))
      if (last !== 101) await user.click(pages.getByText('Next', { selector: 'button' }))
    }
    expect(seen).toEqual(listOf(101))
    expect(location.search).toBe('?page=3')
    history.back()
    await pages.findByText('51–100 of 101')
  })

  it('shows a result as on the screen, with its time', async () => {
    const member = mockApi().addUser()
    member.verifications.push(mockEntry({ email: 'info@shop.example', role: true, simulated: true }))
    await visit(HISTORY, { as: member })
    expect((await rows()).map(wordsOf)).toEqual([
      'info@shop.example Accepted, random address refused Role Simulated Valid 95 high 250 2.1.5 mx.mail.example once 20 Nov 2026, 08:00 UTC',
    ])
    screen.getByRole('button', { name: 'Simulated' })
  })
})

describe('the search in the history', () => {
  it('filters by each of the six statuses, which the address records', async () => {
    const member = owner()
    const user = await visit(HISTORY, { as: member })
    await shows(12)
    const options = within(status())
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(options).toEqual([
      'All statuses',
      'Valid',
      'Invalid',
      'Unconfirmed',
      'Suspicious',
      'Catch-all',
      'Unreachable',
    ])
    for (const wanted of verificationStatuses) {
      await user.selectOptions(status(), wanted)
      await waitFor(async () => expect(await shownAddresses()).toEqual(addressesOf(member, wanted)))
      expect(location.search).toBe(`?status=${wanted}`)
      const label = options[verificationStatuses.indexOf(wanted) + 1]
      expect(new Set((await rows()).map((row) => row.querySelector('[data-status]')?.textContent))).toEqual(
        new Set([label]),
      )
    }
    await user.selectOptions(status(), '')
    await shows(12)
  })
})

describe('the file of the history', () => {
  it('contains every page of the matches, without formulas', async () => {
    vi.setSystemTime('2026-11-20T08:14:02Z')
    const user = await visit(`${HISTORY}?page=5`, { as: owner(201) })
    const files = noteSavedFiles()
    await shows(201)
    await user.click(exportButton())
    await screen.findByText('201 results saved.')
    expect(files.map(({ name }) => name)).toEqual(['email-verification-2026-11-20.csv'])
    const lines = linesOf(await files[0]?.text)
    expect(lines.map((line) => line.split(',')[0])).toEqual([`'${FORMULA}`, ...listOf(201).slice(1)])
  })
})
