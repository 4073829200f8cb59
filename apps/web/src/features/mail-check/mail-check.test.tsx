import { WORLD_VERSION } from '@netbox/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { versionNumber } from '../../lib/runs/run-links.ts'
import { verify } from '../../testing/run-tools.ts'
import { passTime, visit } from '../../testing/visit.tsx'

// Time advances in steps, because the code of the runs loads in between.
const PIECE = 2000
const LONGEST = 600_000

const start = async (user: UserEvent, domain: string): Promise<void> => {
  const field = await screen.findByRole('textbox', { name: 'Domain Name' })
  await user.clear(field)
  await user.type(field, domain)
  await verify(user)
  await user.click(screen.getByRole('button', { name: 'Check' }))
}

const untilSaid = async (name: string, piece = PIECE): Promise<void> =>
  waitFor(
    async () => {
      await passTime(piece)
      screen.getByRole('heading', { level: 2, name })
    },
    { timeout: LONGEST },
  )

const steps = () => within(screen.getByRole('list', { name: 'The steps of the check' }))

const usedToday = (): unknown =>
  Object.values(
    (JSON.parse(localStorage.getItem('netbox_usage') ?? '{"runs":{}}') as { runs: Record<string, unknown> }).runs,
  )[0]

describe('the mail check', () => {
  it('says in one sentence why mail is late, what to do first, and links the report of every step', async () => {
    const user = await visit('/mail-check?seed=k3f9&scenario=mx-down')
    await start(user, 'shop.example')
    await untilSaid('Mail to shop.example arrives, ten seconds late.')
    expect(screen.getByText('Do this first').parentElement?.textContent).toMatch(
      /^Do this firstmx1\.shop\.example does not accept connections\. Check .* 198\.18\.122\.91/,
    )
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    const link = new URL(await navigator.clipboard.readText())
    expect(link.pathname).toBe('/mail-check')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      domain: 'shop.example',
      seed: 'k3f9',
      scenario: 'mx-down',
      at: expect.stringMatching(/^2\d{3}-/),
      v: versionNumber(WORLD_VERSION),
    })
    expect(steps().getAllByText(/^The same fault:/)).toHaveLength(1)
    expect(steps().getByRole('link', { name: 'mx1.shop.example' }).getAttribute('href')).toMatch(
      /^\/smtp-test\?input=mx1\.shop\.example%3A25&seed=k3f9&scenario=mx-down/,
    )
    expect(steps().getAllByRole('link', { name: 'Full report' })).toHaveLength(4)
    expect(usedToday()).toEqual({
      'mx-record': 1,
      'smtp-test': 3,
      'spf-check': 1,
      'email-deliverability': 1,
      'dnssec-check': 1,
    })
    screen.getByText('costs 7 runs')
    screen.getByText('enough for 7 today')
    screen.getByText(/^after 10\.\d s at the earliest; 0\.\d+ s when mx1\.shop\.example is well$/)
  })

  it('has an address from the start, which leads to the same report again without a run', async () => {
    const user = await visit('/mail-check?seed=k3f9&scenario=mx-down')
    await start(user, ' Shop.Example')
    await untilSaid('One of five steps is done.', 50)
    const { pathname, search } = location
    expect(`${pathname}${search}`).toMatch(
      /^\/mail-check\?domain=shop\.example&seed=k3f9&scenario=mx-down&at=2\d{3}-[\dTZ%A.-]+&v=\d+$/,
    )
    await untilSaid('Mail to shop.example arrives, ten seconds late.')
    const [seen, used] = [steps().getByText(/^Forged mail/).textContent, usedToday()]
    localStorage.clear()
    cleanup()
    await visit(`${pathname}${search}`)
    await screen.findByRole('heading', { level: 2, name: 'Mail to shop.example arrives, ten seconds late.' })
    steps().getByText(seen)
    expect([used === undefined, usedToday()]).toEqual([false, undefined])
  })

  it('repeats a whole link at once, without a security check and without counting its runs', async () => {
    await visit('/mail-check?domain=shop.example&seed=k3f9&scenario=dnssec-bogus&at=2026-11-20T08:14:00.000Z&v=3')
    await screen.findByRole('heading', { level: 2, name: 'No mail arrives at shop.example.' })
    screen.getByText(/2026-11-20T08:14:00/)
    expect(usedToday()).toBeUndefined()
  })

  it('fills in the domain of a link, and offers faults when there is nothing to do', async () => {
    const user = await visit('/mail-check?domain=shop.example&seed=k3f9&scenario=healthy')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Domain Name' })
    await waitFor(() => expect(field.value).toBe('shop.example'))
    await start(user, 'shop.example')
    await untilSaid('Mail to shop.example arrives at the first try.')
    screen.getByText('Nothing to do')
    await user.click(screen.getByRole('link', { name: 'greylisting' }))
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await untilSaid('Mail to shop.example arrives at the second try, minutes late.')
  })

  it('names the invalid parts of a link, and keeps the world of the visit', async () => {
    await visit('/mail-check?domain=shop.example&scenario=no-such-fault')
    await screen.findByText(/no-such-fault/)
    expect(localStorage.getItem('netbox_visit') ?? '').not.toContain('no-such-fault')
  })

  it('refuses an invalid domain beside the field, and keeps it', async () => {
    const user = await visit('/mail-check')
    await start(user, 'not a domain')
    await screen.findByText('Please enter a valid domain name.')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Domain Name' })
    expect(field.value).toBe('not a domain')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('stops: steps that are done stay, the others are not counted', async () => {
    const user = await visit('/mail-check?seed=k3f9&scenario=healthy')
    await start(user, 'shop.example')
    await untilSaid('One of five steps is done.', 50)
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
    steps().getByText('Mail arrives on the first try.')
    expect(usedToday()).toMatchObject({ 'mx-record': 1 })
  })

  it('says which version of the simulation made a link', async () => {
    await visit('/mail-check?domain=shop.example&seed=k3f9&scenario=healthy&at=2026-11-20T08:14:00.000Z&v=1')
    await screen.findByText(/^Version 1 of the simulation made this link\./)
  })

  it('shows a step that fails, runs the others, and retries that step alone', async () => {
    const simulation = '../../../../../packages/core/src/tools/dns/spf-check.simulation.ts'
    vi.doMock(simulation, () => {
      throw new Error('The file is not there.')
    })
    const user = await visit('/mail-check?seed=k3f9&scenario=healthy')
    await start(user, 'shop.example')
    await untilSaid('Four of five steps pass. SPF was not run.')
    vi.doUnmock(simulation)
    await user.click(screen.getByRole('button', { name: 'Retry SPF' }))
    await untilSaid('Mail to shop.example arrives at the first try.')
    expect(usedToday()).toMatchObject({ 'mx-record': 1, 'smtp-test': 3, 'spf-check': 1, 'dnssec-check': 1 })
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull()
  })

  it('shows a step that the daily limit refuses, and does not say that mail arrives', async () => {
    const day = new Date().toISOString().slice(0, 10)
    localStorage.setItem('netbox_usage', JSON.stringify({ day, runs: { anonymous: { 'smtp-test': 25 } } }))
    const user = await visit('/mail-check?seed=k3f9&scenario=healthy')
    await start(user, 'shop.example')
    await untilSaid('Four of five steps pass. SMTP was not run.')
    steps().getByText('not run')
    steps().getByText(/^Daily limit reached: 25 runs of SMTP Test/)
  })
})
