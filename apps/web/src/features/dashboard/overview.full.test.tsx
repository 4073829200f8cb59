import { tools } from '@netbox/core'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MOCK_TIME, nextId } from '../../testing/mock-api/mock-data.ts'
import { addMockRun } from '../../testing/mock-api/run-answers.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const textOf = (element: Element): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ')

const stats = async () => screen.findByRole('region', { name: 'Your numbers' })

describe('the overview', () => {
  it('says clearly what is missing', async () => {
    const member = mockApi().addUser()
    const user = await visit('/dashboard', { as: member })
    const main = within(await screen.findByRole('main'))
    await main.findByText('Nothing has run today yet.')
    expect(main.getByText(member.profile.email)).toBeDefined()
    expect(main.getByText(/^Free plan: /)).toBeDefined()
    expect(main.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/pricing')
    await main.findByText('None verified yet')
    expect(textOf(await stats())).toMatch(
      new RegExp(`Emails Verified0.*Migrations0.*Tools Used0of ${tools.length}.*Uptime—`),
    )
    await main.findByText('Your line starts here')
    expect(main.getByRole('link', { name: 'Run Ping Test' }).getAttribute('href')).toBe('/tools/ping-test')
    await user.click(main.getByRole('button', { name: 'Choose a tool' }))
    await screen.findByRole('dialog')
    expect(main.getByText('No runs today.')).toBeDefined()
  })

  it.each([
    ['free', 'Free plan: 10 emails/day and 1 migration/day'],
    ['pro', 'Pro plan: 100K emails and 20/day'],
    ['enterprise', 'Enterprise plan: 1M+ and 100/day'],
  ] as const)('states the limits of the plan %s', async (plan, words) => {
    await visit('/dashboard', { as: mockApi().addUser({ plan }) })
    expect(textOf(await screen.findByRole('main'))).toContain(words)
  })

  it('leads on by four quick actions', async () => {
    const user = await visit('/dashboard', { as: mockApi().addUser() })
    const actions = within(await screen.findByRole('region', { name: 'Quick actions' }))
    expect(actions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['network', 'dns', 'email', 'security'].map((id) => `/dashboard/${id}`),
    )
    await user.click(actions.getByRole('link', { name: /^Security Tools/ }))
    await screen.findByRole('heading', { name: 'Security Tools', level: 1 })
    await arriveAt('/dashboard/security')
  })

  it('shows the numbers and the activity of the service, which match the day and the limits', async () => {
    const member = mockApi().addUser({ plan: 'pro' })
    member.stats = {
      ...member.stats,
      emails_verified: 0,
      migrations: 1,
      tools_used: 1,
      tools: ['mx-record'],
      uptime: 99.5,
    }
    const replay = { tool: 'mx-record', input: 'shop.example', seed: 'k3f9', scenario: '', at: '2026-11-20' }
    member.activity.push(
      {
        id: nextId(),
        kind: 'migration',
        title: 'ana@old.example to ana@new.example',
        detail: 'Pending',
        severity: 'info',
        replay: null,
        batch: null,
        list: null,
        created_at: '2026-11-20T09:00:00.000Z',
      },
      {
        id: nextId(),
        kind: 'run',
        title: 'MX Record',
        detail: 'shop.example: Mail arrives.',
        severity: 'pass',
        replay,
        batch: null,
        list: null,
        created_at: MOCK_TIME,
      },
    )
    mockApi().answer('migrations.list', ({ query }) => ({
      data: {
        items: [
          {
            id: nextId(),
            user_id: member.profile.id,
            source_host: 'imap.old.example',
            source_port: 993,
            source_email: 'ana@old.example',
            destination_host: 'imap.new.example',
            destination_port: 993,
            destination_email: 'ana@new.example',
            status: 'pending' as const,
            progress_percentage: 0,
            error_message: null,
            created_at: MOCK_TIME,
            completed_at: null,
          },
        ],
        page: query.page,
        limit: query.limit,
        total: 1,
      },
    }))
    addMockRun(member, { tool: 'a-record', input: 'mail.example', severity: 'critical', sentence: 'No address.' })
    await visit('/dashboard', { as: member })
    const cards = await stats()
    await within(cards).findByText('1 pending')
    expect(textOf(cards)).toContain(
      `Migrations11 pendingTools Used1of ${tools.length}Not used yet: Blacklist CheckUptime99.5%`,
    )
    const activity = within(screen.getByRole('region', { name: 'Recent Activity' }))
    await activity.findByText('MX Record')
    const rows = activity.getAllByRole('listitem').map((row) => textOf(row))
    expect(rows).toEqual([
      expect.stringContaining('PendingMailbox migrationana@old.example to ana@new.example'),
      expect.stringContaining('Mail arrives.MX Recordshop.example'),
    ])
    expect(activity.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/history',
      '/email-migration',
      expect.stringMatching(/^\/tools\/mx-record\?input=shop\.example&seed=k3f9/),
    ])
    expect(textOf(screen.getByRole('main'))).toContain(
      '1 run so far today. One is critical: mail.example, “No address.”',
    )
    const day = within(screen.getByRole('figure'))
    expect(day.getAllByRole('row', { hidden: true })).toHaveLength(2)
    expect(textOf(screen.getByRole('region', { name: "Today's allowance" }))).toContain('A Record1 of 1000')
  })

  it('reports parts that could not be loaded, and loads them again', async () => {
    // The response of a proxy whose service is down.
    mockApi().answer('stats.get', () => Response.json({ error: '' }, { status: 503 }))
    mockApi().answer('activity.list', () => Response.json({ error: '' }, { status: 503 }))
    const user = await visit('/dashboard', { as: mockApi().addUser() })
    const failures = () =>
      within(screen.getByRole('main'))
        .getAllByRole('status')
        .filter(({ textContent }) => textContent.includes('did not load'))
    await waitFor(() => expect(failures()).toHaveLength(2))
    const [first, second] = failures()
    expect(first?.textContent).toContain('Your numbers did not load')
    expect(second?.textContent).toContain('Recent Activity did not load')
    expect(first?.textContent).toContain('Service unavailable. The backend server may be down.')
    mockApi().restore('stats.get')
    await user.click(within(first ?? document.body).getByRole('button', { name: 'Retry' }))
    await screen.findByText('None verified yet')
    expect(failures()).toHaveLength(1)
  })
})
