import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { addMockNotification, type MockUser, MOCK_TIME, nextId } from '../../testing/mock-api/mock-data.ts'
import { arriveAt, mockApi, passTime, visit } from '../../testing/visit.tsx'

/** Returns the stored data of a browser in which an admin views a user's dashboard. */
const viewOf = ({ profile, tokens }: MockUser, actor: MockUser, lasts = 600_000) => {
  const token = `view-${profile.id}`
  tokens.push(token)
  const { id, email, plan } = profile
  const marker = { id, email, plan, token, actor_id: actor.profile.id, expires_at: Date.now() + lasts }
  return { impersonating: JSON.stringify(marker) }
}

const addAdmin = (): MockUser => mockApi().addUser({ is_admin: true, email: 'admin@mail.example' })

/** Adds a user who has run a tool and was sent a notification. */
const addActive = (): MockUser => {
  const member = mockApi().addUser({ plan: 'pro', email: 'ruiz@mail.example' })
  member.usage.push({ tool: 'mx-record', used: 1, limit: 1000, remaining: 999, reset: '2026-11-21T00:00:00.000Z' })
  member.activity.push({
    id: nextId(),
    kind: 'run',
    title: 'MX Record',
    detail: 'shop.example: Mail arrives.',
    severity: 'pass',
    replay: null,
    batch: null,
    list: null,
    created_at: MOCK_TIME,
  })
  addMockNotification(member, { title: 'For their eyes' })
  return member
}

const banner = () => screen.findByRole('region', { name: 'Viewing as' })

describe('viewing as a user', () => {
  it('shows that user’s dashboard under a banner, read-only', async () => {
    const [admin, member] = [addAdmin(), addActive()]
    const user = await visit('/dashboard', { as: admin, kept: viewOf(member, admin) })
    expect(within(await banner()).getByText('ruiz@mail.example')).toBeDefined()
    expect(within(screen.getByRole('banner')).getByText('PRO')).toBeDefined()
    expect(within(screen.getByRole('main')).getByText('ruiz@mail.example')).toBeDefined()
    const part = (name: string) => screen.getByRole('region', { name })
    await waitFor(() => within(part('Recent Activity')).getByText('MX Record'))
    await waitFor(() => expect(part("Today's allowance").textContent).toContain('1 of 1000'))
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
    await screen.findByText('For their eyes')
    expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull()
  })

  it('runs nothing', async () => {
    const [admin, member] = [addAdmin(), addActive()]
    const user = await visit('/dashboard/dns', { as: admin, kept: viewOf(member, admin) })
    await screen.findByText('You are viewing as another user, so you can’t run tools.')
    await user.type(within(screen.getByRole('main')).getAllByRole('textbox')[0] ?? document.body, 'mail.example')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Analyze' }).disabled).toBe(true)
  })

  it('shows nothing of the account that is only for the user', async () => {
    const [admin, member] = [addAdmin(), addActive()]
    await visit('/dashboard/account', { as: admin, kept: viewOf(member, admin) })
    await screen.findByText(/are hidden from you\.$/)
    expect(screen.queryByLabelText('Current password')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
  })

  it('ends with Exit, which leads to the admin panel, and at the API', async () => {
    const [admin, member] = [addAdmin(), addActive()]
    const kept = viewOf(member, admin)
    const user = await visit('/dashboard', { as: admin, kept })
    await user.click(within(await banner()).getByRole('button', { name: 'Exit' }))
    await arriveAt('/admin')
    expect(localStorage.getItem('impersonating')).toBeNull()
    await waitFor(() => expect(member.tokens).not.toContain(`view-${member.profile.id}`))
    await screen.findByRole('table', { name: 'All users' })
    expect(screen.queryByRole('region', { name: 'Viewing as' })).toBeNull()
  })

  it('has no effect for anyone but the admin who started it', async () => {
    const [member, other] = [mockApi().addUser(), mockApi().addUser()]
    await visit('/dashboard', { as: other, kept: viewOf(member, addAdmin()) })
    await within(await screen.findByRole('main')).findByText(other.profile.email)
    expect(screen.queryByRole('region', { name: 'Viewing as' })).toBeNull()
  })

  it('ends automatically after its time', async () => {
    const admin = addAdmin()
    await visit('/dashboard', { as: admin, kept: viewOf(mockApi().addUser(), admin) })
    await banner()
    await passTime(600_000)
    await findToast('The view has ended')
    await within(screen.getByRole('main')).findByText('admin@mail.example')
    expect(localStorage.getItem('impersonating')).toBeNull()
  })
})
