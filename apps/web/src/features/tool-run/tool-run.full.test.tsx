import { endpoints } from '@netbox/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openWorldPage } from '../../testing/choose-world.ts'
import { analyze, finishRun, inputField, reportText, verify } from '../../testing/run-tools.ts'
import { arriveAt, mockApi, passTime, resumeTime, stopTime, visit } from '../../testing/visit.tsx'
import { answerWorker, resetWorkers } from '../../testing/workers.ts'

const MX_DOWN = '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z&v=3'
const VERDICT = 'Mail still arrives, ten seconds late.'

const visitSeed = () => new URLSearchParams(location.search).get('seed')
const strip = () => screen.getByRole('region', { name: 'Chosen world' })
const analyzeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Analyze' })

/** Waits until the page has filled in the values of its address. */
const filledIn = async (text: string) => waitFor(() => expect(inputField().value).toBe(text))

/** Opens the link to a run and continues from its report to the form. */
const openForm = async (link: string) => {
  const user = await visit(link)
  await user.click(await screen.findByRole('button', { name: 'Run again' }))
  await filledIn('mail.example')
  return user
}

/** Lists the endpoints that were called, except the one that returns the visitor's address. */
const asked = () => endpoints.map(({ id }) => id).filter((id) => id !== 'ip.get' && mockApi().calls(id).length > 0)

describe('a run', () => {
  it.each([
    ['/ping-test', 'IP Address', 'shop.example', /Ping|packet|answer/i],
    ['/tcp-port-test', 'IP/Domain:Port', 'shop.example:443', /port|443/i],
    ['/header-analyzer', 'Email Headers', 'From: ana@mail.example\nTo: bo@shop.example\nSubject: Hi', /mail/i],
  ])('of %s ends in its report', async (path, type, text, words) => {
    const user = await visit(path)
    await verify(user)
    await user.click(inputField(type))
    await user.paste(text)
    await analyze(user)
    expect(await reportText(user)).toMatch(words)
  })
})

describe('a run that is shared', () => {
  it('has another report in a new world, which the visit keeps', async () => {
    const user = await visit('/spf-check')
    await verify(user)
    await user.type(inputField(), 'mail.example')
    await analyze(user)
    const text = await reportText(user)
    await user.click(screen.getByRole('button', { name: 'Run in a new world' }))
    await screen.findByRole('button', { name: 'Running...' })
    await finishRun()
    const other = await reportText(user)
    expect(other).not.toBe(text)
    expect(other).toContain(`seed ${visitSeed()} `)
  })
})

describe('the recent runs', () => {
  it('lead back to the form and the report of a run, until they are cleared', async () => {
    const user = await openForm(MX_DOWN)
    await verify(user)
    await analyze(user)
    await user.click(screen.getByRole('link', { name: 'TXT Records' }))
    await screen.findByRole('heading', { level: 2, name: 'TXT Records' })
    await user.click(await screen.findByText('Recent runs, 1'))
    await user.click(screen.getByRole('link', { name: /MX Record.*k3f9/ }))
    await arriveAt(MX_DOWN.replaceAll('08:14:00', '08%3A14%3A00'))
    await screen.findByRole('heading', { name: VERDICT })
    expect(inputField().value).toBe('mail.example')
    expect(within(strip()).getByText('mx-down')).toBeDefined()
    expect(screen.getByText('99 of 100 left')).toBeDefined()
    await user.click(await screen.findByText('Recent runs, 1'))
    await user.click(screen.getByRole('button', { name: 'Clear recent runs' }))
    expect(screen.queryByText(/^Recent runs/)).toBeNull()
  })
})

describe('the recent runs of another user', () => {
  it('are neither shown nor cleared', async () => {
    const kept = (subject: string, seed: string) => ({
      tool: 'mx-record',
      input: 'mail.example',
      seed,
      scenario: 'random',
      at: '2026-11-20T08:14:00.000Z',
      sentence: 'Mail arrives on the first try.',
      severity: 'pass',
      subject,
      ranAt: 1,
    })
    const member = mockApi().addUser()
    const runs = [kept(member.profile.id, 'mine'), kept('other', 'theirs'), kept('anonymous', 'before')]
    const user = await visit('/mx-record', { as: member, kept: { netbox_recent_runs: JSON.stringify(runs) } })
    await user.click(await screen.findByText('Recent runs, 1'))
    screen.getByRole('link', { name: /mine/ })
    expect(screen.queryByRole('link', { name: /theirs|before/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Clear recent runs' }))
    expect(JSON.parse(localStorage.getItem('netbox_recent_runs') ?? '')).toEqual(runs.slice(1))
  })
})

describe('the world of a run', () => {
  it('is refused with a clear message if a link has an invalid one', async () => {
    await visit(`/mx-record?input=a.example&seed=${'x'.repeat(65)}&scenario=mx-dwn&at=never`)
    await filledIn('a.example')
    const alert = screen.getByRole('alert')
    for (const words of [
      'A seed is text of 1 to 64 characters.',
      "There is no scenario 'mx-dwn'. Did you mean 'mx-down'?",
      "'never' is not a time.",
    ])
      expect(within(alert).getByText(new RegExp(words.replaceAll(/[.?]/g, '\\$&')))).toBeDefined()
  })
})

describe('facts of your own', () => {
  const world = { hosts: { 'mx1.mail.example': { smtp: { state: 'refused' } } } }
  const LINK = `/mx-record?input=mail.example&seed=k3f9&scenario=healthy&at=2026-11-20T08:14:00.000Z&v=3`
  const share = async (user: Awaited<ReturnType<typeof visit>>) => {
    await user.click(screen.getByRole('button', { name: 'Share' }))
    return (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
  }

  it('come with a link, appear in the report, and continue with the next link and the history', async () => {
    const user = await openForm(`${LINK}&world=${encodeURIComponent(JSON.stringify(world))}`)
    await waitFor(() => expect(strip().textContent).toContain('1 host'))
    await verify(user)
    await analyze(user)
    expect(screen.getByText('1 host', { selector: 'b' }).parentElement?.textContent).toBe('facts of your own 1 host')
    screen.getByRole('heading', { name: 'Mail still arrives, but not at the preferred mail server.' })
    const valueOf = await share(user)
    expect(new URL(valueOf('Link')).searchParams.get('world')).toBe(JSON.stringify(world))
    expect(valueOf('Command')).toMatch(/ --world world\.json$/)
    expect(JSON.parse(valueOf('World file world.json'))).toEqual(world)
    await user.click(screen.getByRole('button', { name: 'Run again' }))
    await finishRun()
    expect(screen.getByText('1 host', { selector: 'b' })).toBeDefined()
    expect(JSON.parse(localStorage.getItem('netbox_recent_runs') ?? '')).toMatchObject([{ world }])
  })

  it('that are invalid in a link are left out with one message, and nothing else is', async () => {
    await visit(`${LINK}&world=${encodeURIComponent('{"hosts":{"mx1.mail.example":{"smtp":{"state":"shut"}}}}')}`)
    await filledIn('mail.example')
    const alert = await screen.findByRole('alert')
    within(alert).getByText(/hosts\.mx1\.mail\.example\.smtp\.state: 'shut' is not a state of a mail server\./)
    expect(screen.getAllByText('k3f9').length).toBeGreaterThan(0)
    expect(screen.queryByText('1 host')).toBeNull()
  })

  it('are written on the page of the world; a long document has no link, but can be copied', async () => {
    const user = await openForm(LINK)
    const use = await openWorldPage(user)
    await user.click(screen.getByRole('button', { name: 'As YAML' }))
    const long = { ...world, domains: { 'mail.example': { records: { TXT: ['v=spf1 -all', 'x'.repeat(2100)] } } } }
    await user.click(screen.getByRole('textbox', { name: 'Text of the world file' }))
    await user.paste(JSON.stringify(long))
    await user.click(screen.getByRole('button', { name: 'Read this text' }))
    await screen.findByText(/ kB, 1 domain, 1 host$/)
    screen.getByText('These facts are too long for a link. Send the file instead.')
    await user.click(use)
    await waitFor(() => expect(inputField().value).toBe('mail.example'))
    await verify(user)
    expect(JSON.parse(localStorage.getItem('netbox_visit') ?? '')).toMatchObject({ world: { world: long } })
    await analyze(user)
    const valueOf = await share(user)
    expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull()
    screen.getByText(/^These facts are too long for a link\./)
    expect(JSON.parse(valueOf('World file world.json'))).toEqual(long)
    await user.click(await screen.findByText('Recent runs, 1'))
    await user.click(screen.getByRole('link', { name: /MX Record.*k3f9/ }))
    expect(history.state).toMatchObject({ world: long })
  })
})

describe('between the tools', () => {
  it('the chosen world stays, in a strip that clears it', async () => {
    const user = await openForm(MX_DOWN)
    await user.click(screen.getByRole('link', { name: 'SPF Check' }))
    await screen.findByRole('heading', { level: 2, name: 'SPF Check' })
    expect(strip().textContent).toBe('Worldk3f9mx-downclock 2026-11-20 08:14 UTCChangeNew world')
    await user.click(within(strip()).getByRole('link', { name: 'Change' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Seed' })).value).toBe('k3f9')
    await user.click(within(strip()).getByRole('button', { name: 'Leave this world' }))
    expect(screen.queryByRole('region', { name: 'Chosen world' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed' }).value).toBe('')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Random faults/ }).checked).toBe(true)
  })

  it('the address has the last run, and the history leads back to it', async () => {
    const user = await visit('/mx-record')
    await verify(user)
    await user.type(inputField(), 'mail.example')
    await analyze(user)
    await waitFor(() =>
      expect(location.search).toMatch(/^\?input=mail\.example&seed=[^&]+&scenario=random&at=[^&]+&v=3$/),
    )
    const { search } = location
    await user.click(screen.getByRole('button', { name: 'Analyze' }))
    await finishRun()
    await waitFor(() => expect(location.search).not.toBe(search))
    const text = await reportText(user)
    await user.click(screen.getByRole('link', { name: 'SPF Check' }))
    await screen.findByRole('heading', { level: 2, name: 'SPF Check' })
    expect(location.search).toBe('')
    await user.clear(inputField())
    history.back()
    await filledIn('mail.example')
    await screen.findByRole('button', { name: 'Download' })
    expect(await reportText(user)).toBe(text)
  })

  it('the input stays if it fits, and the passed check stays valid', async () => {
    const user = await visit('/mx-record')
    await verify(user)
    await user.type(inputField(), 'mail.example')
    await user.click(screen.getByRole('link', { name: 'SPF Check' }))
    await screen.findByRole('heading', { level: 2, name: 'SPF Check' })
    expect(inputField().value).toBe('mail.example')
    expect(screen.getByText('Verified in this browser')).toBeDefined()
  })

  it('a favorite is stored, and comes first', async () => {
    const user = await visit('/mx-record')
    const star = screen.getByRole('button', { name: 'Favorite' })
    expect(star.getAttribute('aria-pressed')).toBe('false')
    await user.click(star)
    expect(star.getAttribute('aria-pressed')).toBe('true')
    const cells = within(screen.getByRole('tabpanel')).getAllByRole('link')
    expect(cells[0]?.textContent).toContain('MX Record')
    expect(localStorage.getItem('netbox_favorites')).toBe('["mx-record"]')
  })

  it('a favorite of an earlier visit is still one', async () => {
    await visit('/mx-record', { kept: { netbox_favorites: '["mx-record"]' } })
    expect(screen.getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed')).toBe('true')
    const cells = within(screen.getByRole('tabpanel')).getAllByRole('link')
    expect(cells[0]?.textContent).toContain('MX Record')
  })
})

describe('the security check', () => {
  it('expires after ten minutes', async () => {
    const user = await visit('/mx-record')
    await verify(user)
    expect(analyzeButton().disabled).toBe(false)
    await passTime(10 * 60_000 + 1000)
    await screen.findByText('The check has expired. Please repeat it.')
    expect(analyzeButton().disabled).toBe(true)
  })

  it('appears after 100 ms, and sends no request', async () => {
    stopTime()
    const user = await visit('/mx-record')
    expect(screen.getByText('Loading security check...')).toBeDefined()
    await passTime(99)
    expect(screen.queryByRole('checkbox')).toBeNull()
    await passTime(1)
    expect(screen.getByRole('checkbox', { name: "I'm not a robot" })).toBeDefined()
    expect(screen.queryByText('Loading security check...')).toBeNull()
    resumeTime()
    await verify(user)
    expect(asked()).toEqual([])
  })

  it('is failed by a wrong answer, and can be tried again', async () => {
    answerWorker('plain-solver.worker', () => ({ counter: 1, derivedKey: '' }))
    const user = await visit('/mx-record')
    await user.click(await screen.findByRole('checkbox', { name: "I'm not a robot" }))
    await screen.findByText('The check did not work. Please try it again.')
    expect(analyzeButton().disabled).toBe(true)
    resetWorkers()
    await verify(user)
    expect(analyzeButton().disabled).toBe(false)
  })
})
