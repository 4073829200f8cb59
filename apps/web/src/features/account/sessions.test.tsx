import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { addMockSession } from '../../testing/mock-api/mock-data.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const CHROME = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

const openAccount = async () => {
  const member = mockApi().addUser()
  addMockSession(member, { current: true, user_agent: CHROME })
  addMockSession(member, { user_agent: 'node', created_at: '2026-11-19T08:00:00.000Z' })
  addMockSession(member, { user_agent: 'curl/8.0' })
  const user = await visit('/dashboard/account', { as: member })
  return { member, user }
}

const devices = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name: 'Your devices' })).getAllByRole('listitem')

const signOutOfNode = () =>
  screen.getByRole('button', { name: 'Sign out Node.js at 203.0.113.7, signed in 19 Nov 2026, 08:00 UTC' })

describe('devices', () => {
  it('are signed out one by one, or all others after a confirmation', async () => {
    const { member, user } = await openAccount()
    expect((await devices()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Chrome on Linux.*This device$/),
      expect.stringMatching(/^Node\.js.*Sign out$/),
      expect.stringMatching(/^curl.*Sign out$/),
    ])
    const [, node] = member.sessions
    await user.click(signOutOfNode())
    await findToast('The device was signed out.')
    await waitFor(async () => expect(await devices()).toHaveLength(2))
    expect(
      mockApi()
        .calls('account.endSession')
        .map(({ params }) => params.id),
    ).toEqual([node?.id])
    await user.click(screen.getByRole('button', { name: 'Sign out all others' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out all other devices?' })
    expect(mockApi().calls('account.endOthers')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Sign out all others' }))
    await findToast('Every other device was signed out.')
    await screen.findByText('You are not signed in on any other device.')
    expect(await devices()).toHaveLength(1)
    expect(mockApi().calls('account.endOthers')).toHaveLength(1)
  })

  it('report when one could not be signed out', async () => {
    const { user } = await openAccount()
    await devices()
    mockApi().refuse('account.endSession', 'not_found')
    await user.click(signOutOfNode())
    await screen.findByText('The device was not signed out', { selector: '[role="alert"] *' })
    expect(await devices()).toHaveLength(3)
  })

  it('report when they could not be loaded, with Retry', async () => {
    mockApi().refuse('account.sessions', 'internal_error')
    const { user } = await openAccount()
    await screen.findByText('Your devices could not be loaded')
    mockApi().restore('account.sessions')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('This device')
  })
})
