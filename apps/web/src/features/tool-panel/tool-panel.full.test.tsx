import { createToolbox } from '@netbox/core'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { analyze, findToast, finishRun } from '../../testing/run-tools.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { leave, mockApi, visit } from '../../testing/visit.tsx'
import {
  isLoaded,
  visitAsMember,
  main,
  field,
  analyzeButton,
  result,
  done,
  typeInput,
} from '../../testing/tool-panel.ts'

const runTool = async (user: UserEvent, input: string): Promise<void> => {
  await typeInput(user, input)
  await analyze(user)
  expect(done()).not.toBeNull()
}

describe('a category page', () => {
  it('copies the result as JSON', async () => {
    const user = await visitAsMember('/dashboard/dns')
    await runTool(user, 'mail.example')
    await user.click(screen.getByRole('button', { name: 'Copy JSON' }))
    expect((await findToast('Copied')).textContent).toContain('Result copied to clipboard.')
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(result())
  })

  it('saves the result as JSON, and shows the same run time everywhere', async () => {
    const files = noteSavedFiles()
    const user = await visitAsMember('/dashboard/dns?tool=dns-propagation')
    await runTool(user, 'mail.example')
    const shown = screen.getByText(/^in [\d ]+ ms$/).textContent
    await user.click(screen.getByRole('button', { name: 'Download JSON' }))
    expect((await findToast('Downloaded')).textContent).toContain('Result saved to file.')
    expect(files[0]?.name).toMatch(/^dns-propagation-\d{13}\.json$/)
    expect(JSON.parse((await files[0]?.text) ?? '')).toEqual(result())
    const { seed, at } = Object.fromEntries(new URLSearchParams(location.search))
    const box = createToolbox({ seed, at, plan: 'enterprise' })
    const { executionTime } = await box.run('dns-propagation', 'mail.example')
    expect(Number(shown.replaceAll(/\D/g, ''))).toBe(executionTime)
  })

  it('leads to the tool that has no tab: to its page, or to the plans that include it', async () => {
    const row = () => screen.getByText('DNS Diagnostic').closest('p')?.querySelector('a')
    await visitAsMember('/dashboard/dns')
    expect([row()?.textContent, row()?.getAttribute('href')]).toEqual(['Upgrade now', '/pricing'])
    leave()
    await visit('/dashboard/dns', { as: mockApi().addUser({ plan: 'pro' }) })
    await isLoaded()
    expect([row()?.textContent, row()?.getAttribute('href')]).toEqual(['Open', '/tools/dns-diagnostic'])
  })

  it('keeps the run in the address, and the world when the tool changes, in a strip that clears it', async () => {
    const strip = () => screen.queryByRole('region', { name: 'Chosen world' })
    const link = '?tool=mx-record&input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08%3A14%3A00.000Z'
    const user = await visitAsMember(`/dashboard/dns${link}`)
    await waitFor(() => expect(field()?.value).toBe('mail.example'))
    screen.getByRole('heading', { name: 'MX Record', level: 2 })
    await waitFor(() => expect(strip()?.textContent).toBe('Worldk3f9mx-downclock 2026-11-20 08:14 UTCChangeNew world'))
    await analyze(user)
    await user.click(screen.getByRole('tab', { name: 'Report' }))
    await screen.findByRole('heading', { name: 'Mail still arrives, ten seconds late.' })
    expect(location.search).toBe(`${link}&v=3`)
    await user.click(screen.getByRole('tab', { name: /^SPF Check/ }))
    expect(field()?.value).toBe('')
    expect(location.search).toBe('?tool=spf-check')
    expect(strip()?.textContent).toContain('mx-down')
    await user.click(within(strip() ?? document.body).getByRole('button', { name: 'Leave this world' }))
    expect(strip()).toBeNull()
    await runTool(user, 'shop.example')
    await waitFor(() =>
      expect(location.search).toMatch(/^\?tool=spf-check&input=shop\.example&seed=[^&]+&scenario=random&/),
    )
    expect(strip()?.textContent, 'a run alone chooses only a seed').toContain('random faults · clock now')
  })

  it('clears input and result when another tab is chosen', async () => {
    const user = await visitAsMember('/dashboard/dns')
    await runTool(user, 'mail.example')
    await user.click(screen.getByRole('tab', { name: /^A Record/ }))
    expect(done()).not.toBeNull()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('heading', { name: 'MX Record', level: 2 })).toBeDefined()
    expect(field()?.value).toBe('')
    expect(done()).toBeNull()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('heading', { name: 'A Record', level: 2 })).toBeDefined()
    expect(field()?.value).toBe('')
    expect(done()).toBeNull()
  })

  it('shows no limit on the enterprise plan, and runs paid tools', async () => {
    const user = await visit('/dashboard/email', { as: mockApi().addUser({ plan: 'enterprise' }) })
    await screen.findByText('Today: 0 of at most ∞ runs')
    await user.click(screen.getByRole('tab', { name: /^Email Migration/ }))
    expect(screen.getByText('This is the simulated tool. It moves nothing.')).toBeDefined()
    await runTool(user, 'imap.mail.example:993')
    expect(result()).toMatchObject({ status: 'CONFIGURED' })
  })

  it('shows a failed run in a box, and runs it again', async () => {
    const simulation = '../../../../../packages/core/src/tools/dns/mx-record.simulation.ts'
    vi.doMock(simulation, () => {
      throw new Error('The file is not there.')
    })
    const user = await visitAsMember('/tools/mx-record')
    await typeInput(user, 'mail.example{Enter}')
    const box = within(await screen.findByRole('region', { name: 'Execution failed' }))
    await findToast('Execution failed')
    expect(box.getByText(/A failed run does not count\.$/)).toBeDefined()
    expect(screen.getByText('Today: 0 of at most 100 runs, 100 remaining')).toBeDefined()
    vi.doUnmock(simulation)
    await user.click(box.getByRole('button', { name: 'Retry' }))
    await finishRun()
    expect(screen.getByText('Today: 1 of at most 100 runs, 99 remaining')).toBeDefined()
  })

  it('stops a run by Escape, which costs nothing', async () => {
    const user = await visitAsMember('/dashboard/network')
    await user.click(screen.getByRole('tab', { name: /^Traceroute/ }))
    await typeInput(user, '203.0.113.80{Enter}')
    await screen.findByRole('button', { name: 'Stop' })
    await user.keyboard('{Escape}')
    await screen.findByRole('heading', { name: 'Run cancelled' })
    expect(screen.getByText('Today: 0 of at most 25 runs, 25 remaining')).toBeDefined()
  })
})

describe('the page of a tool', () => {
  it('shares a run by a link with the same result', async () => {
    const member = mockApi().addUser()
    const path = '/tools/header-security?input=shop.example&seed=k3f9&scenario=healthy'
    const runOf = async (address: string) => {
      const user = await visit(address, { as: member })
      await isLoaded()
      await waitFor(() => expect(analyzeButton().disabled).toBe(false))
      await analyze(user)
      return { user, json: result() }
    }
    const { user, json } = await runOf(path)
    await user.click(screen.getByRole('button', { name: 'Share' }))
    const { value } = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' })
    expect(value).toMatch(`${location.origin}${path}&at=`)
    leave()
    expect((await runOf(value.slice(location.origin.length))).json).toEqual(json)
  })

  it('says that a tool with a real counterpart is simulated', async () => {
    const user = await visitAsMember('/tools/email-validation')
    expect(screen.getByText(/^This is the simulated tool/)).toBeDefined()
    const link = await screen.findByRole('link', { name: 'Verify addresses for real' })
    expect(link.getAttribute('href')).toBe('/email-validation')
    await runTool(user, 'ana@mail.example')
  })

  it('leads to the real counterpart only where verification is real', async () => {
    mockApi().answer('services.list', ({ data }) => ({
      services: data.services,
      email_verification: 'simulated',
      mail: 'none',
    }))
    const user = await visitAsMember('/tools/email-validation')
    await runTool(user, 'ana@mail.example')
    expect(screen.getByText(/^This is the simulated tool/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Verify addresses for real' })).toBeNull()
  })

  it('is marked as paid if it is, in any category', async () => {
    await visitAsMember('/tools/dns-diagnostic')
    expect(main().getByText('Pro')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to DNS Tools' }).getAttribute('href')).toBe('/dashboard/dns')
    expect(main().getByText('This tool requires a Pro or Enterprise plan.')).toBeDefined()
  })
})
