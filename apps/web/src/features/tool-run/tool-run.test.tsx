import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { analyze, findToast, inputField, keptUsage, reportText, runBegins, verify } from '../../testing/run-tools.ts'
import { passTime, resumeTime, stopTime, visit } from '../../testing/visit.tsx'

const MX_DOWN = '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z&v=3'
const VERDICT = 'Mail still arrives, ten seconds late.'

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

describe('a run', () => {
  it('goes from the form to the report, with the specified progress steps', async () => {
    const user = await openForm(MX_DOWN)
    expect(analyzeButton().disabled).toBe(true)
    await verify(user)
    expect(analyzeButton().disabled).toBe(false)
    await user.click(analyzeButton())
    await runBegins()
    stopTime()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Running...' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Running...' }))
    const bar = screen.getByRole('progressbar', { name: 'Execution Progress' })
    const seen = [bar.getAttribute('aria-valuenow')]
    for (const wait of [500, 800, 1000, 600]) {
      await passTime(wait)
      seen.push(bar.getAttribute('aria-valuenow'))
    }
    expect(seen).toEqual(['10', '25', '50', '75', '100'])
    resumeTime()
    const heading = await screen.findByRole('heading', { level: 2, name: VERDICT })
    expect(document.activeElement).toBe(heading)
    await findToast('Tool execution finished successfully.')
    expect(screen.getByText('exec_1795162440000')).toBeDefined()
    expect(screen.getByText('99 of 100 left')).toBeDefined()
    expect(screen.getByRole('log').textContent).toMatch(/\d\d:\d\d:\d\d\.\d{3}\s*MX Record started for mail\.example/)
    const times = screen.getByRole('log').textContent.match(/\d\d:\d\d:\d\d\.\d{3}/g) ?? []
    const [start = 0, ...later] = times.map((time) => Date.parse(`2026-11-20T${time}Z`))
    const shown = screen.getByText(/^[\d\s]+ ms$/).textContent.replaceAll(/\D/g, '')
    expect(Number(shown), 'the margin agrees with the log').toBe((later.at(-1) ?? 0) - start)
  })

  it('is shown with another fault at once, which costs no run and keeps the world of the visit', async () => {
    const user = await openForm(MX_DOWN)
    await verify(user)
    await analyze(user)
    const faults = within(await screen.findByRole('group', { name: 'The same run with another fault' }))
    expect(faults.getByRole<HTMLInputElement>('radio', { name: 'mx-down' }).checked).toBe(true)
    await user.click(faults.getByRole('radio', { name: 'No faults' }))
    await screen.findByRole('heading', { level: 2, name: 'Mail arrives on the first try.' })
    expect(await reportText(user)).toContain('healthy')
    screen.getByText('99 of 100 left')
    expect(localStorage.getItem('netbox_visit')).toContain('"scenario":"mx-down"')
    await user.click(
      within(screen.getByRole('group', { name: 'The same run with another fault' })).getByRole('radio', {
        name: 'mx-down',
      }),
    )
    await screen.findByRole('heading', { level: 2, name: VERDICT })
  })

  it('is cancelled with Escape and costs nothing', async () => {
    const user = await visit('/ping-test')
    await verify(user)
    await user.type(inputField('IP Address'), 'shop.example{Enter}')
    await runBegins()
    await user.keyboard('{Escape}')
    await screen.findByRole('heading', { name: 'Run cancelled' })
    expect(screen.getByText('50 of 50 left')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Run again' }))
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    const sheet = await screen.findByRole('heading', { name: 'Run cancelled' })
    // The buttons that had the focus are gone.
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(document.activeElement?.contains(sheet)).toBe(true)
  })
})

describe('a run that is refused', () => {
  it('shows the first of the four reasons that applies', async () => {
    const user = await visit('/mx-record')
    await screen.findByRole('checkbox')
    await user.type(inputField(), '{Enter}')
    expect((await findToast('Input required')).textContent).toContain('Please enter a valid input.')
    expect(inputField().getAttribute('aria-invalid')).toBe('true')
    await user.type(inputField(), 'mail.example')
    expect(inputField().getAttribute('aria-invalid')).toBeNull()
    await user.keyboard('{Enter}')
    await findToast('CAPTCHA required')
    const alert = await screen.findByRole('alert')
    await within(alert).findByText('Please complete the security verification first.')
  })

  it('requires the plan before the captcha, and shows the link below the panel', async () => {
    const user = await visit('/dns-diagnostic')
    const notice = screen.getByText('This tool requires a Pro or Enterprise plan.')
    expect(within(notice).getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
    await user.type(inputField(), 'mail.example{Enter}')
    await findToast('Upgrade required')
    await verify(user)
    expect(analyzeButton().disabled).toBe(true)
  })

  it('reports an invalid input, at the input', async () => {
    const user = await visit('/mx-record')
    await verify(user)
    await user.type(inputField(), 'mail..example{Enter}')
    await findToast('Please enter a valid domain name.')
    await within(screen.getByRole('alert')).findByText('Please enter a valid domain name.')
    expect(screen.getByText('100 of 100 left')).toBeDefined()
  })

  it('stops at the limit of the day', async () => {
    const user = await visit('/mx-record', { kept: keptUsage({ anonymous: { 'mx-record': 99 } }) })
    expect(screen.getByText('1 of 100 left')).toBeDefined()
    await verify(user)
    await user.type(inputField(), 'mail.example')
    await analyze(user)
    expect(screen.getByText('0 of 100 left')).toBeDefined()
    expect(analyzeButton().disabled).toBe(true)
    screen.getByText(/Resets at 00:00 UTC\.$/)
    await user.click(screen.getByRole('button', { name: 'Run again' }))
    const sheet = await screen.findByRole('region', { name: 'Access restricted' })
    const words = 'Daily limit reached: 100 runs of MX Record per day on the Free plan. Resets at 00:00 UTC.'
    expect(within(sheet).getByText(words)).toBeDefined()
    expect(screen.getByText('0 of 100 left')).toBeDefined()
  })
})

describe('the text of a report', () => {
  it('is copied by Copy', async () => {
    const user = await openForm(MX_DOWN)
    await verify(user)
    await analyze(user)
    const text = await reportText(user)
    expect(text).toContain(VERDICT)
    expect(text).toMatch(/^SIMULATED · netbox-sim\/3 · seed k3f9 · scenario mx-down/)
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await findToast('Result copied to clipboard.')
    expect(await navigator.clipboard.readText()).toBe(text)
  })

  it('is in a read-only field, named after the input, next to Copy and Download', async () => {
    const user = await openForm(MX_DOWN)
    await verify(user)
    await analyze(user)
    expect(
      within(await findToast('Analysis complete')).getByText('Tool execution finished successfully.'),
    ).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Text' }))
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Analysis output for mail.example' })
    expect(box.readOnly).toBe(true)
    for (const name of ['Copy', 'Download']) expect(screen.getByRole('button', { name })).toBeDefined()
  })
})

describe('a run that is shared', () => {
  it('has a link and a command, and Escape leads back to the button', async () => {
    const user = await openForm(MX_DOWN)
    await verify(user)
    await analyze(user)
    const share = screen.getByRole('button', { name: 'Share' })
    await user.click(share)
    const valueOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
    expect(valueOf('Link')).toBe(
      `${location.origin}/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08%3A14%3A00.000Z&v=3`,
    )
    expect(valueOf('Command')).toBe(
      'netbox mx-record mail.example --seed k3f9 --scenario mx-down --at 2026-11-20T08:14:00.000Z',
    )
    await user.keyboard('{Escape}')
    expect(share.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(share)
  })
})
