import { dashboardTools } from '@netbox/core'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast, keptUsage, runBegins, runEnds } from '../../testing/run-tools.ts'
import { arriveAt, mockApi, passTime, resumeTime, stopTime, visit } from '../../testing/visit.tsx'
import { visitAsMember, main, field, analyzeButton, result, typeInput } from '../../testing/tool-panel.ts'

describe('a category page', () => {
  it.each([
    ['network', 'Network Tools'],
    ['dns', 'DNS Tools'],
    ['email', 'Email Tools'],
    ['security', 'Security Tools'],
  ] as const)('%s has its title, its purpose, its count, the plan and a tab for each tool', async (id, title) => {
    const names = dashboardTools(id).map(({ name }) => name)
    await visitAsMember(`/dashboard/${id}`)
    const heading = main().getByRole('heading', { name: title, level: 1 })
    expect(heading.nextElementSibling?.textContent).toMatch(/^[A-Z].{30,}[.?]$/)
    expect(main().getByText(`${names.length} tools`)).toBeDefined()
    expect(main().getByText('Free plan')).toBeDefined()
    const tabs = main().getAllByRole('tab')
    expect(tabs).toHaveLength(names.length)
    for (const [index, name] of names.entries()) expect(tabs[index]?.textContent).toContain(name)
  })

  it('has no tools for monitoring', async () => {
    await visitAsMember('/dashboard/monitoring')
    expect(screen.getByRole('heading', { name: 'No tools available' })).toBeDefined()
    expect(screen.getByText('Tools for this category are coming soon.')).toBeDefined()
    expect(screen.getByText('0 tools')).toBeDefined()
  })

  it('shows the chosen tool: its input type, features, placeholder and the runs left today', async () => {
    const user = await visitAsMember('/dashboard/network')
    await user.click(screen.getByRole('tab', { name: 'TCP Port Test IP/Domain:Port' }))
    expect(screen.getByRole('heading', { name: 'TCP Port Test', level: 2 })).toBeDefined()
    const features = within(screen.getByRole('list', { name: 'What it looks at' }))
    expect(features.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.getByLabelText('IP/Domain:Port').getAttribute('placeholder')).toMatch(/:\d+$/)
    expect(screen.getByText('Today: 0 of at most 25 runs, 25 remaining')).toBeDefined()
    expect(main().queryByText('Pro')).toBeNull()
  })

  it('runs a tool with the progress steps of the dashboard, and shows its result as JSON, report and text', async () => {
    const user = await visitAsMember('/dashboard/dns')
    // The run of this tool takes the longest.
    await user.click(screen.getByRole('tab', { name: /^DNS Propagation/ }))
    expect(analyzeButton().disabled).toBe(true)
    await typeInput(user, 'mail.example{Enter}')
    await runBegins()
    stopTime()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Analyzing...' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    const bar = screen.getByRole('progressbar', { name: 'Execution Progress' })
    const seen: unknown[] = []
    for (let step = 0; step < 3; step++) {
      await passTime(300)
      seen.push(bar.getAttribute('aria-valuenow'))
    }
    expect(seen).toEqual(['15', '30', '45'])
    expect(screen.getByText('Analyzing... 45 %')).toBeDefined()
    resumeTime()
    await runEnds()
    expect(bar.getAttribute('aria-valuenow')).toBe('100')
    screen.getByText('Analysis completed successfully')
    const toast = await findToast('Analysis complete')
    expect(within(toast).getByText('DNS Propagation executed successfully.')).toBeDefined()
    expect(screen.getByText('Today: 1 of at most 25 runs, 24 remaining')).toBeDefined()
    expect(screen.getByText(/^in \d[\d ]* ms$/)).toBeDefined()
    expect(result()).toMatchObject({ domain: 'mail.example' })
    await user.click(screen.getByRole('tab', { name: 'Report' }))
    expect(screen.getAllByRole('figure').length).toBeGreaterThan(0)
    await user.click(screen.getByRole('tab', { name: 'Text' }))
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Analysis output for mail.example' })
    expect(text.value).toMatch(/simulated/i)
    expect(mockApi().calls('tools.run')).toEqual([])
  })

  it('refuses a blank or invalid input, at the input and in a toast', async () => {
    const user = await visitAsMember('/dashboard/network')
    await typeInput(user, '{Enter}')
    const alert = main().getByRole('alert')
    await within(alert).findByText('Please enter a valid ip address.')
    await findToast('Input required')
    expect(field()?.getAttribute('aria-invalid')).toBe('true')
    await typeInput(user, 'not an address')
    expect(alert.textContent).toBe('')
    await user.click(analyzeButton())
    await findToast('Invalid input')
    await within(alert).findByText('Please enter a valid IP address.')
  })

  it('refuses a paid tool on the free plan, with advice', async () => {
    const user = await visitAsMember('/dashboard/email')
    await user.click(screen.getByRole('tab', { name: /^Email Migration/ }))
    expect(main().getByText('Pro')).toBeDefined()
    const notice = main().getByText('This tool requires a Pro or Enterprise plan.')
    expect(within(notice).getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
    await typeInput(user, 'imap.mail.example:993')
    expect(analyzeButton().disabled).toBe(true)
    await user.keyboard('{Enter}')
    await findToast('Access restricted')
    const alert = within(main().getByRole('alert'))
    await alert.findByText('This tool requires a Pro or Enterprise plan.')
    expect(alert.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
  })

  it('refuses a run beyond the daily limit', async () => {
    const member = mockApi().addUser()
    // The account's count applies, not the count of this browser.
    member.usage.push({ tool: 'tcp-port-test', used: 25, limit: 25, remaining: 0, reset: '2026-11-21T00:00:00.000Z' })
    const kept = keptUsage({ [member.profile.id]: { 'tcp-port-test': 3 } })
    const user = await visit('/tools/tcp-port-test', { as: member, kept })
    await screen.findByText('Today: 25 of at most 25 runs, 0 remaining')
    await typeInput(user, 'mail.example:25{Enter}')
    const sheet = within(await screen.findByRole('region', { name: 'Access restricted' }))
    expect(sheet.getByText(/^Daily limit reached: 25 runs of TCP Port Test per day on the Free plan\./)).toBeDefined()
    expect(sheet.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
    await findToast('Access restricted')
  })
})

describe('the page of a tool', () => {
  it('has a back link, its title, features, and its input filled in from the address, without a run', async () => {
    await visitAsMember('/tools/header-security?input=shop.example&seed=k3f9&scenario=healthy')
    expect(screen.getByRole('heading', { name: 'Header Security', level: 1 })).toBeDefined()
    const back = screen.getByRole('link', { name: 'Back to Security Tools' })
    expect(back.getAttribute('href')).toBe('/dashboard/security')
    expect(screen.getByRole('heading', { name: 'Tool Input' })).toBeDefined()
    const features = within(screen.getByRole('list', { name: 'What it looks at' }))
    expect(features.getAllByRole('listitem')).toHaveLength(3)
    await waitFor(() => expect(field()?.value).toBe('shop.example'))
    await passTime(1000)
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('reports an unknown tool, and links back', async () => {
    const user = await visitAsMember('/tools/nothing')
    expect(screen.getByRole('heading', { name: 'Tool not found' })).toBeDefined()
    expect(screen.getByText('The requested tool does not exist')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }))
    await arriveAt('/dashboard')
  })
})
