import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { chooseFault } from '../../testing/choose-world.ts'
import { analyze, findToast, inputField, reportText, runBegins, runEnds, verify } from '../../testing/run-tools.ts'
import { command } from '../../testing/palette.ts'
import { goTo, leave, mockApi, passTime, reload, visit } from '../../testing/visit.tsx'

const MX_DOWN = '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z&v=3'
const CHANGED = 'Worldk3f9mx-downclock 2026-11-20 08:14 UTCChangeNew world'
const VERDICT = 'Mail still arrives, ten seconds late.'

const queryOf = (name: string) => new URLSearchParams(location.search).get(name)
const line = () => screen.getByText(/kept for this visit/).textContent
const strip = () => screen.queryByRole('region', { name: 'Chosen world' })

const filledIn = async (text: string) => waitFor(() => expect(inputField().value).toBe(text))

/** Runs a tool in a new visit. */
const firstRun = async (path = '/mx-record', input = 'mail.example') => {
  const user = await visit(path)
  await verify(user)
  await user.type(inputField(), input)
  await analyze(user)
  await waitFor(() => expect(queryOf('input')).toBe(input))
  return { user, seed: queryOf('seed') ?? '' }
}

// The cells of the tools; a report has tabs of its own.
const toolRow = () => within(screen.getByRole('tabpanel', { name: /DNS/ }))

const openTool = async (user: UserEvent, name: string) => {
  await user.click(toolRow().getByRole('link', { name }))
  await screen.findByRole('heading', { level: 2, name })
}

/** Runs the tool that is shown, and returns the seed of the run. */
const seedOfRun = async (user: UserEvent) => {
  const before = location.search
  await analyze(user)
  await waitFor(() => expect(location.search).not.toBe(before))
  return queryOf('seed')
}

describe('the world of a visit', () => {
  it('is drawn by the first run, and kept by a second run, another input and another tool', async () => {
    const user = await visit('/mx-record')
    screen.getByText('The first run draws a world for this visit.')
    expect(strip()).toBeNull()
    await verify(user)
    await user.type(inputField(), 'mail.example')
    await analyze(user)
    await waitFor(() => expect(queryOf('input')).toBe('mail.example'))
    const seed = queryOf('seed')
    expect(line()).toBe(`World ${seed} · kept for this visit · New world`)
    expect(strip()?.textContent).toBe(`World${seed}random faults · clock nowChangeNew world`)
    expect(await seedOfRun(user)).toBe(seed)
    await user.clear(inputField())
    await user.type(inputField(), 'shop.example')
    expect(await seedOfRun(user)).toBe(seed)
    await openTool(user, 'SPF Check')
    expect(await seedOfRun(user)).toBe(seed)
  })

  it('has no stopped clock: the next run takes place now', async () => {
    await firstRun()
    const at = queryOf('at') ?? ''
    const user = await reload()
    await screen.findByRole('button', { name: 'Download' })
    await openTool(user, 'SPF Check')
    await seedOfRun(user)
    expect(Date.parse(queryOf('at') ?? '')).toBeGreaterThan(Date.parse(at))
  })

  it('is kept by another fault, so a comparison shows the fault alone', async () => {
    const { user, seed } = await firstRun()
    await chooseFault(user, 'mx-down')
    expect(await seedOfRun(user)).toBe(seed)
    expect(queryOf('scenario')).toBe('mx-down')
  })

  it('is another one after New world, which keeps the fault', async () => {
    const { user, seed } = await firstRun()
    await chooseFault(user, 'greylisting')
    await user.click(within(strip() ?? document.body).getByRole('button', { name: 'New world' }))
    expect(strip()?.textContent).toContain('greylisting')
    const other = await seedOfRun(user)
    expect(other).not.toBe(seed)
    expect(queryOf('scenario')).toBe('greylisting')
    expect(line()).toContain(other)
  })

  it('is kept after a reload and in the dashboard, in lists and in the palette, but not in the next visit', async () => {
    const { seed } = await firstRun()
    for (const path of [
      '/bulk?tool=mx-record',
      '/mail-check',
      '/spf-check',
      '/tools/header-security',
      '/dashboard/dns',
    ]) {
      await goTo(path, { as: mockApi().addUser() })
      expect(await screen.findByText(seed, { selector: 'main *' })).toBeDefined()
    }
    const user = await reload()
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('spf')
    await screen.findByRole('dialog', { name: 'Find a tool' })
    expect(command()).toContain(`--seed ${seed}`)
    leave()
    await visit('/mx-record')
    screen.getByText('The first run draws a world for this visit.')
  })

  it('comes with a link to a tool, so a new tab keeps it', async () => {
    const user = await visit('/dnssec-check?input=mail.example&seed=k3f9&scenario=dnssec-bogus')
    await filledIn('mail.example')
    await verify(user)
    expect(await seedOfRun(user)).toBe('k3f9')
    expect(queryOf('scenario')).toBe('dnssec-bogus')
    expect(line()).toContain('k3f9')
  })

  it.each([
    ['refused', 'get'],
    ['full', 'setItem'],
  ])('lasts as long as the page if the storage is %s', async (_, how) => {
    const failing = () => {
      throw new DOMException('The storage is not available.', 'QuotaExceededError')
    }
    if (how === 'get') vi.spyOn(window, 'localStorage', 'get').mockImplementation(failing)
    else vi.spyOn(Storage.prototype, 'setItem').mockImplementation(failing)
    const { user, seed } = await firstRun()
    await openTool(user, 'SPF Check')
    expect(await seedOfRun(user)).toBe(seed)
    vi.restoreAllMocks()
  })

  it('starts again if the stored one is damaged', async () => {
    localStorage.setItem(
      'netbox_visit',
      `{"world":{"seed":7,"world":"x"},"verifiedUntil":"soon","since":${Date.now()}}`,
    )
    await visit('/mx-record')
    screen.getByText('The first run draws a world for this visit.')
  })
})

describe('a run of the visitor’s own', () => {
  const isBack = async (text: string, user: UserEvent) => {
    await screen.findByRole('button', { name: 'Download' })
    expect(inputField().value).toBe('mail.example')
    expect(screen.queryByText('A shared report.')).toBeNull()
    toolRow()
    expect(await reportText(user)).toBe(text)
  }

  it('is on its page again after a reload, with form, tools and log, and counts once', async () => {
    const { user } = await firstRun()
    const [text, log] = [await reportText(user), screen.getByRole('log').textContent]
    const after = await reload()
    await isBack(text, after)
    expect(screen.getByRole('log').textContent).toBe(log)
    expect(screen.getByText('99 of 100 left')).toBeDefined()
    expect(screen.getByText('Verified in this browser')).toBeDefined()
  })

  it('is on its page again after Back, whatever the visitor did since', async () => {
    const { user, seed } = await firstRun()
    const text = await reportText(user)
    await openTool(user, 'SPF Check')
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'New world' }))
    history.back()
    await screen.findByRole('heading', { level: 2, name: 'MX Record' })
    await isBack(text, user)
    expect(line()).not.toContain(seed)
  })

  it('is on its page of the dashboard again after a reload', async () => {
    const user = await visit('/tools/header-security', { as: mockApi().addUser() })
    await user.type(await screen.findByLabelText('Domain Name'), 'shop.example')
    await user.click(screen.getByRole('button', { name: 'Analyze' }))
    await runEnds()
    await waitFor(() => expect(queryOf('input')).toBe('shop.example'))
    const { search } = location
    await reload()
    await screen.findByRole('button', { name: 'Download' })
    expect(inputField().value).toBe('shop.example')
    expect(location.search).toBe(search)
    expect(line()).toContain(queryOf('seed'))
  })
})

describe('somebody’s link', () => {
  it('leaves the world of the visit until Run again', async () => {
    const { seed } = await firstRun()
    const user = await goTo(MX_DOWN)
    await screen.findByRole('heading', { name: VERDICT })
    expect(JSON.parse(localStorage.getItem('netbox_visit') ?? '')).toMatchObject({ world: { seed } })
    await user.click(screen.getByRole('button', { name: 'Run again' }))
    await filledIn('mail.example')
    await waitFor(() => expect(line()).toContain('k3f9'))
    await waitFor(() => expect(strip()?.textContent).toBe(CHANGED))
  })

  it('is the visitor’s own after they have run it', async () => {
    const user = await visit(MX_DOWN)
    await user.click(await screen.findByRole('button', { name: 'Run again' }))
    await filledIn('mail.example')
    await verify(user)
    await analyze(user)
    await waitFor(() => expect(history.state).toMatchObject({ own: true }))
    await reload()
    await screen.findByRole('heading', { name: VERDICT })
    expect(screen.queryByText('A shared report.')).toBeNull()
    expect(inputField().value).toBe('mail.example')
  })
})

describe('a tool that is left while it runs', () => {
  it('runs to its end, with a line in the history and a toast that leads to the report', async () => {
    const user = await visit('/mx-record')
    await verify(user)
    await user.type(inputField(), 'mail.example')
    await user.click(screen.getByRole('button', { name: 'Analyze' }))
    await runBegins()
    await openTool(user, 'SPF Check')
    await passTime(4000)
    const toast = within(await findToast('MX Record executed successfully.'))
    expect(location.pathname + location.search).toBe('/spf-check')
    await screen.findByText('Recent runs, 1')
    await user.click(toast.getByRole('button', { name: 'Show report' }))
    await screen.findByRole('button', { name: 'Download' })
    expect(location.pathname).toBe('/mx-record')
    expect(inputField().value).toBe('mail.example')
    expect(screen.getByText('99 of 100 left')).toBeDefined()
  })

  it('shows its progress to a visitor who returns, and keeps one world for both tools', async () => {
    const user = await visit('/mx-record')
    await verify(user)
    await user.type(inputField(), 'mail.example')
    await user.click(screen.getByRole('button', { name: 'Analyze' }))
    await runBegins()
    await openTool(user, 'SPF Check')
    await user.click(screen.getByRole('button', { name: 'Analyze' }))
    await screen.findByRole('button', { name: 'Running...' })
    await openTool(user, 'MX Record')
    screen.getByRole('button', { name: 'Running...' })
    await runEnds()
    await waitFor(() => expect(queryOf('input')).toBe('mail.example'))
    expect(location.pathname).toBe('/mx-record')
    const runs: unknown = JSON.parse(localStorage.getItem('netbox_recent_runs') ?? '')
    expect(runs).toMatchObject([{ seed: queryOf('seed') }, { seed: queryOf('seed') }])
  })
})

describe('the passed security check', () => {
  it('survives a reload and another page, until it expires', async () => {
    const user = await visit('/mx-record')
    await verify(user)
    await passTime(9 * 60_000)
    await reload()
    await screen.findByText('Verified in this browser')
    await goTo('/bulk?tool=mx-record')
    await screen.findByText('Verified in this browser')
    await passTime(61_000)
    await screen.findByText('The check has expired. Please repeat it.')
    await reload()
    await screen.findByRole('checkbox', { name: "I'm not a robot" })
  })
})

describe('a report of the world before', () => {
  it('stays in pencil after another fault, says which, and is compared with the same run in the current world', async () => {
    const { user, seed } = await firstRun()
    expect(screen.queryByText('Report of the world before')).toBeNull()
    await chooseFault(user, 'mx-down')
    await screen.findByRole('heading', { name: 'Report of the world before' })
    screen.getByText(
      'It had random faults. Now the world has mx-down, same seed: press Analyze, and only the fault differs.',
    )
    await user.click(screen.getByRole('link', { name: 'Compare both' }))
    await screen.findByRole('heading', { level: 1, name: 'What changed between two runs?' })
    const [a, b] = ['a', 'b'].map((name) => new URLSearchParams(queryOf(name)?.split('?')[1]))
    expect([a?.get('scenario'), b?.get('scenario')]).toEqual(['random', 'mx-down'])
    for (const part of ['seed', 'at', 'input']) expect(a?.get(part)).toBe(b?.get(part))
    expect(b?.get('seed')).toBe(seed)
  })

  it('is replaced by the report of the current world', async () => {
    const { user } = await firstRun()
    await user.click(within(strip() ?? document.body).getByRole('button', { name: 'New world' }))
    await screen.findByText(/^It had the seed .*, with the same faults\.$/)
    await seedOfRun(user)
    await waitFor(() => expect(screen.queryByText('Report of the world before')).toBeNull())
  })
})
