import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { arriveAt, leave, mockApi, visit } from '../../testing/visit.tsx'

const bar = async () => within(await screen.findByRole('banner'))

describe('the pages behind sign-in', () => {
  it('send a visitor to sign in, and back to the requested page', async () => {
    const { profile, password } = mockApi().addUser()
    const user = await visit('/tools/mx-record?input=mail.example&scenario=mx-down')
    await user.type(await screen.findByLabelText('Email'), profile.email)
    expect(location.pathname).toBe('/login')
    await user.type(screen.getByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'MX Record', level: 1 })
    await arriveAt('/tools/mx-record?input=mail.example&scenario=mx-down')
    await screen.findByDisplayValue('mail.example')
  })

  it.each([
    ['/dashboard', '/login'],
    ['/dashboard/dns', '/login?next=%2Fdashboard%2Fdns'],
    ['/tools/header-security', '/login?next=%2Ftools%2Fheader-security'],
    ['/tools/nothing', '/login?next=%2Ftools%2Fnothing'],
  ])('send every visitor to sign in: %s', async (path, login) => {
    await visit(path)
    await arriveAt(login)
  })

  it('are closed as soon as the next call is refused, because an admin suspended the account', async () => {
    const member = mockApi().addUser()
    const user = await visit('/dashboard', { as: member })
    await screen.findByText('Your line starts here')
    member.profile = { ...member.profile, status: 'disabled' }
    await user.click(screen.getByRole('button', { name: 'Notifications' }))
    await arriveAt('/login')
    expect(localStorage.getItem('auth_token')).toBeNull()
  })
})

describe('the frame of the dashboard', () => {
  it('shows the plan in capitals, a link to the tools, and the account menu', async () => {
    const member = mockApi().addUser({ plan: 'pro' })
    const { email } = member.profile
    const user = await visit('/dashboard', { as: member })
    const account = await (await bar()).findByRole('button', { name: `Account of ${email}` })
    expect((await bar()).getByText('PRO')).toBeDefined()
    expect((await bar()).getByRole('link', { name: 'Back to Tools' }).getAttribute('href')).toBe('/')
    await user.click(account)
    const menu = () => document.getElementById(account.getAttribute('aria-controls') ?? '')
    const open = within(menu() ?? document.body)
    expect(open.getByText(email)).toBeDefined()
    expect(open.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Manage Plan', '/pricing'],
      ['Your account', '/dashboard/account'],
    ])
    await user.tab()
    expect(menu()?.contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    expect(menu()).toBeNull()
    expect(document.activeElement).toBe(account)
    await user.click(account)
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await arriveAt('/')
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull())
    expect(mockApi().calls('auth.logout')).toHaveLength(1)
  })

  it('leads admins to the admin panel, from the navigation and from the account menu', async () => {
    const member = mockApi().addUser({ is_admin: true })
    const user = await visit('/dashboard', { as: member })
    const entry = await screen.findByRole('link', { name: /^Admin\b/ })
    expect(entry.getAttribute('href')).toBe('/admin')
    await user.click(await screen.findByRole('button', { name: `Account of ${member.profile.email}` }))
    await user.click(screen.getByRole('link', { name: 'Admin panel' }))
    await arriveAt('/admin')
    await waitFor(() => expect(entry.getAttribute('aria-current')).toBe('page'))
  })

  it('shows the current section in a row, which is closed after a navigation', async () => {
    const user = await visit('/dashboard/dns', { as: mockApi().addUser() })
    const row = async (name: string) => (await screen.findByText(name, { selector: 'summary *' })).closest('details')
    const dns = await row('DNS Tools')
    expect(dns?.open).toBe(false)
    if (dns !== null) dns.open = true
    await user.click(
      within(screen.getByRole('navigation', { name: 'Dashboard' })).getByRole('link', { name: /^Email/ }),
    )
    expect((await row('Email Tools'))?.open).toBe(false)
  })

  it('links its six sections, history and account, each with its hint, for the keyboard too', async () => {
    const user = await visit('/dashboard', { as: mockApi().addUser() })
    await screen.findByRole('heading', { name: 'Quick actions' })
    const navigation = within(screen.getByRole('navigation', { name: 'Dashboard' }))
    const entries = [
      ['Overview', '', '/dashboard'],
      ['Network Tools', 'Reach, route, address', '/dashboard/network'],
      ['DNS Tools', 'Records, chain, spread', '/dashboard/dns'],
      ['Email Tools', 'Delivery, SPF, headers', '/dashboard/email'],
      ['Security Tools', 'SSL, headers, malware', '/dashboard/security'],
      ['Monitoring', 'Uptime and alerts', '/dashboard/monitoring'],
      ['History', 'All your runs', '/dashboard/history'],
      ['Account', 'Plan, sign-in, tokens', '/dashboard/account'],
    ] as const
    expect(navigation.getAllByRole('link')).toHaveLength(entries.length)
    for (const [name, hint, path] of entries.toReversed()) {
      const link = navigation.getByRole('link', { name: new RegExp(`^${name}`) })
      expect(link.textContent).toContain(hint)
      link.focus()
      await user.keyboard('{Enter}')
      await arriveAt(path)
      await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'))
      if (!['/dashboard', '/dashboard/history', '/dashboard/account'].includes(path))
        await screen.findByRole('heading', { name, level: 1 })
      // The focus moves to the heading.
      await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    }
  })

  it('offers an upgrade if there is a higher plan', async () => {
    const offers = () => screen.queryAllByRole('link', { name: /^Upgrade/ }).length
    await visit('/dashboard', { as: mockApi().addUser({ plan: 'pro' }) })
    await screen.findByText('PRO')
    expect(offers()).toBe(2)
    for (const path of ['/dashboard', '/mx-record']) {
      leave()
      await visit(path, { as: mockApi().addUser({ plan: 'enterprise' }) })
      if (path === '/dashboard') await screen.findByText('ENTERPRISE')
      else await screen.findByRole('heading', { level: 2, name: 'MX Record' })
      await waitFor(() => expect(offers(), path).toBe(0))
    }
  })

  it('shows a changed plan a second after it is loaded', async () => {
    const member = mockApi().addUser()
    member.subscription = {
      subscribed: true,
      subscription_tier: 'Enterprise',
      subscription_end: null,
      subscription_renews: false,
      subscription_past_due: false,
      subscription_next_tier: null,
    }
    await visit('/dashboard', { as: member })
    await (await bar()).findByText('FREE')
    const verified = mockApi().calls('auth.verify')[0]?.at ?? Number.POSITIVE_INFINITY
    await (await bar()).findByText('ENTERPRISE')
    expect((mockApi().calls('subscription.status')[0]?.at ?? 0) - verified).toBeGreaterThanOrEqual(1000)
    expect(screen.getAllByText('Enterprise plan')).not.toEqual([])
  })
})
