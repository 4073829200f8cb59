import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { arriveAt, mockApi, passTime, visit } from '../../testing/visit.tsx'

// A session of ten minutes is renewed in its last minute, within 3 ticks of 30 s.
const UNTIL_NEARLY_OVER = 9 * 60_000
const TICK = 30_000

const storedToken = () => localStorage.getItem('auth_token')
const dashboardOf = async (email: string) => screen.findByRole('button', { name: `Account of ${email}` })

/** Holds the response to a session check until the test releases it. */
const holdVerify = () => {
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const api = mockApi()
  api.answer('auth.verify', async ({ caller }) => {
    await gate
    if (caller === undefined) throw new TypeError('Nobody asks without a token here.')
    const { id, email, plan, is_admin } = caller.profile
    return { user: { id, email, plan, is_admin }, actor_id: null }
  })
  return () => letGo()
}

describe('the session', () => {
  it('is unknown while a stored token is checked: the dashboard shows that it loads', async () => {
    const { profile, tokens } = mockApi().addUser()
    const letGo = holdVerify()
    await visit('/dashboard', { kept: { auth_token: tokens[0] ?? '' } })
    expect(screen.getByText('Loading...').closest('[role="status"]')).not.toBeNull()
    expect(location.pathname).toBe('/dashboard')
    expect(screen.queryByText(profile.email)).toBeNull()
    letGo()
    await dashboardOf(profile.email)
    await waitFor(() => expect(screen.queryAllByText('Loading...')).toEqual([]))
  })

  it('is kept while the service fails, and verified when it works again', async () => {
    const member = mockApi().addUser()
    mockApi().answer('auth.verify', () => HttpResponse.json({ error: 'Away.', code: 'x' }, { status: 503 }))
    await visit('/dashboard', { as: member })
    await dashboardOf(member.profile.email)
    await waitFor(() => expect(mockApi().calls('auth.verify')).toHaveLength(1))
    expect(storedToken()).toBe(member.tokens.at(-1))
    screen.getByText('The service does not respond.')
    member.profile = { ...member.profile, plan: 'enterprise' }
    member.subscription = {
      subscribed: true,
      subscription_tier: 'enterprise',
      subscription_end: null,
      subscription_renews: false,
      subscription_past_due: false,
      subscription_next_tier: null,
    }
    mockApi().restore('auth.verify')
    await screen.findByText('ENTERPRISE')
    expect(mockApi().calls('auth.verify').length).toBeGreaterThan(1)
    expect(screen.queryByText('The service does not respond.')).toBeNull()
  })

  it.each([
    ['fails', () => HttpResponse.json({ error: 'x', code: 'internal' }, { status: 500 })],
    ['is a page', () => HttpResponse.html('<html></html>')],
  ])('ends when its check %s', async (_, answer) => {
    mockApi().answer('auth.verify', answer)
    await visit('/dashboard', { as: mockApi().addUser() })
    await arriveAt('/login')
    expect(storedToken()).toBeNull()
  })

  it('ends after one retry when only its token is stored and the service is unreachable', async () => {
    mockApi().answer('auth.verify', () => HttpResponse.error())
    await visit('/dashboard', { kept: { auth_token: mockApi().addUser().tokens[0] ?? '' } })
    screen.getByText('Loading...')
    await arriveAt('/login')
    expect(storedToken()).toBeNull()
    expect(mockApi().calls('auth.verify')).toHaveLength(2)
  })

  it('ends when its token is refused', async () => {
    await visit('/dashboard', { kept: { auth_token: 'forged' } })
    await arriveAt('/login')
    expect(storedToken()).toBeNull()
  })

  it('survives an outage of the service at the time of renewal', async () => {
    const member = mockApi().addUser()
    await visit('/dashboard', { as: member })
    await dashboardOf(member.profile.email)
    const first = storedToken()
    mockApi().answer('auth.refresh', () => HttpResponse.error())
    await passTime(UNTIL_NEARLY_OVER)
    await waitFor(() => expect(mockApi().calls('auth.refresh').length).toBeGreaterThan(0))
    expect(storedToken()).toBe(first)
    await dashboardOf(member.profile.email)
    mockApi().restore('auth.refresh')
    await passTime(TICK)
    await waitFor(() => expect(storedToken()).not.toBe(first))
    await dashboardOf(member.profile.email)
  })

  it('uses the plan of the subscription a second after signing in', async () => {
    const member = mockApi().addUser()
    member.subscription = {
      subscribed: true,
      subscription_tier: 'Enterprise',
      subscription_end: null,
      subscription_renews: false,
      subscription_past_due: false,
      subscription_next_tier: null,
    }
    const user = await visit('/login')
    await user.type(screen.getByLabelText('Email'), member.profile.email)
    await user.type(screen.getByLabelText('Password'), `${member.password}{Enter}`)
    await screen.findByText('FREE')
    await screen.findByText('ENTERPRISE')
  })

  it('that is signed out leaves nothing in the browser, and ends at the service', async () => {
    const member = mockApi().addUser()
    const user = await visit('/dashboard', { as: member })
    await user.click(await dashboardOf(member.profile.email))
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await arriveAt('/')
    expect(localStorage.length).toBe(0)
    await waitFor(() => expect(mockApi().calls('auth.logout')).toHaveLength(1))
  })
})
