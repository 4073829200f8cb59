import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { chooseFault, findUse, openWorldPage } from '../../testing/choose-world.ts'
import { findToast, inputField } from '../../testing/run-tools.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { arriveAt, reload, visit } from '../../testing/visit.tsx'

const fault = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`${name}$`) })
const command = () => screen.getByText(/^netbox mx-record/).textContent
const kept = (): unknown => JSON.parse(localStorage.getItem('netbox_visit') ?? '{}')
const use = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Use this world' })

const openPage = async (query = '') => {
  const user = await visit(`/world${query}`)
  await findUse()
  return user
}

const where = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: `Where ${name} holds` })

const typeWhere = async (user: UserEvent, name: string, domains: string) => {
  await user.selectOptions(where(name), 'Other domains …')
  await user.paste(domains)
}

const writeFile = async (user: UserEvent, text: string) => {
  const opener = screen.getByRole('button', { name: 'As YAML' })
  if (opener.getAttribute('aria-expanded') !== 'true') await user.click(opener)
  const field = screen.getByRole('textbox', { name: 'Text of the world file' })
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: 'Read this text' }))
}

const stateRecord = async (user: UserEvent, value: string, type = 'MX') => {
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), type)
  await user.type(screen.getByRole('textbox', { name: 'Value' }), value)
  await user.click(screen.getByRole('button', { name: 'State it' }))
}

const steps = () =>
  within(screen.getByRole('list', { name: 'The steps of the mail check' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the page of the world', () => {
  it('combines faults, limits one to a domain and one to a window, and writes the command', async () => {
    const user = await openPage()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Random faults/ }).checked).toBe(true)
    await user.type(screen.getByRole('textbox', { name: 'Seed' }), 'k3f9')
    for (const name of ['mx-down', 'greylisting', 'spf-permerror']) await user.click(fault(name))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^No faults/ }).checked).toBe(true)
    await typeWhere(user, 'spf-permerror', 'shop.example')
    await user.type(await screen.findByRole('textbox', { name: 'From when mx-down holds, UTC' }), '10:00')
    await user.type(screen.getByRole('textbox', { name: 'Until when mx-down holds, UTC' }), '12:30')
    const scenario =
      'spf-permerror:shop.example+greylisting,mx-down+spf-permerror:shop.example+greylisting@10:00..12:30'
    expect(command()).toBe(`netbox mx-record shop.example --seed k3f9 --scenario ${scenario}`)
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await findToast('Copied to the clipboard.')
    const link = new URL(await navigator.clipboard.readText())
    expect(link.pathname + link.search).toBe(`/world?${new URLSearchParams({ seed: 'k3f9', scenario }).toString()}`)
    await user.click(use())
    await arriveAt('/')
    expect(kept()).toMatchObject({ world: { seed: 'k3f9', scenario } })
  })

  it('shows the world of the visit and the world of a link, and keeps the visit’s until it is used', async () => {
    const user = await openPage('?seed=k3f9&scenario=healthy,mx-down@10:00..12:30&at=2026-11-22T10:42:00Z')
    await waitFor(() => expect(fault('mx-down').checked).toBe(true))
    const until = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Until when mx-down/ })
    expect(until.value).toBe('12:30')
    screen.getByText('At 10:42, mx-down holds. The next change is at 12:30.')
    expect(kept()).toEqual({})
    await user.click(use())
    expect(kept()).toMatchObject({ world: { seed: 'k3f9', at: '2026-11-22T10:42:00Z' } })
  })

  it('keeps what was changed through a reload, on the page of a link too', async () => {
    const user = await openPage('?seed=k3f9&scenario=mx-down')
    await waitFor(() => expect(fault('mx-down').checked).toBe(true))
    await user.click(fault('greylisting'))
    await user.type(screen.getByRole('textbox', { name: 'Seed' }), 'x')
    await waitFor(() =>
      expect(history.state).toMatchObject({ draft: { seed: 'k3f9x', scenario: 'mx-down+greylisting' } }),
    )
    await reload()
    await findUse()
    await waitFor(() => expect(fault('greylisting').checked).toBe(true))
    expect(command()).toBe('netbox mx-record shop.example --seed k3f9x --scenario mx-down+greylisting')
    expect(kept()).toEqual({})
  })

  it('leads back to the page that the visitor came from', async () => {
    const user = await visit('/spf-check')
    await chooseFault(user, 'spf-permerror')
    expect(location.pathname).toBe('/spf-check')
    expect(screen.getByRole('region', { name: 'Chosen world' }).textContent).toContain('spf-permerror')
    await openWorldPage(user)
    expect(fault('spf-permerror').checked).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Remove spf-permerror' }))
    expect(document.activeElement).toBe(fault('spf-permerror'))
  })

  it('leads from somebody’s report to the form of its tool, with the input and the chosen world', async () => {
    localStorage.setItem(
      'netbox_visit',
      JSON.stringify({ world: { seed: 'a1', scenario: 'healthy' }, since: Date.now() }),
    )
    const user = await visit('/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z&v=3')
    await screen.findByRole('heading', { name: 'Mail still arrives, ten seconds late.' })
    const strip = screen.getByRole('region', { name: 'Chosen world' })
    await user.click(within(strip).getByRole('link', { name: 'Change' }))
    await findUse()
    await user.click(fault('greylisting'))
    await user.click(await findUse())
    await arriveAt('/mx-record?input=mail.example')
    await waitFor(() => expect(inputField().value).toBe('mail.example'))
    expect(kept()).toMatchObject({ world: { seed: 'a1', scenario: 'greylisting' } })
  })

  it('names the reason of faults that contradict each other, of a wrong time and of a wrong seed', async () => {
    const user = await openPage()
    await user.click(fault('greylisting'))
    await user.click(fault('catch-all'))
    screen.getByText(/greylisting and catch-all contradict each other/)
    expect(use().disabled).toBe(true)
    await user.click(fault('catch-all'))
    expect(use().disabled).toBe(false)
    const from = await screen.findByRole('textbox', { name: 'From when greylisting holds, UTC' })
    await user.type(from, '25:00')
    screen.getByText('Write a time of the day like 10:30, or leave the field empty.')
    expect(use().disabled).toBe(true)
    await user.clear(from)
    await user.click(screen.getByRole('radio', { name: /^Stands still/ }))
    const at = screen.getByRole('textbox', { name: 'Time' })
    await user.clear(at)
    await user.type(at, 'soon')
    screen.getByText('Write a day and a time like 2026-11-22 10:42.')
    await user.clear(at)
    await user.type(at, '2026-11-22 10:42')
    expect(command()).toContain('--at 2026-11-22T10:42:00Z')
  })

  it('moves the end of a window with the arrow keys', async () => {
    await openPage('?scenario=healthy,mx-down@10:00..12:30')
    const end = await screen.findByRole<HTMLInputElement>('slider', { name: 'Until when mx-down holds' })
    expect(end.getAttribute('aria-valuetext')).toBe('12:30')
    expect([end.min, end.max, end.step]).toEqual(['0', '1440', '1'])
    fireEvent.change(end, { target: { value: '751' } })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Until when mx-down/ }).value).toBe('12:31')
    fireEvent.change(end, { target: { value: '1440' } })
    expect(command()).toContain('mx-down@10:00..00:00')
  })

  it('reads a world file, and names line and field of a wrong one, which changes nothing', async () => {
    const user = await openPage()
    await writeFile(user, 'hosts:\n  mx1.mail.example:\n    smtp:\n      state: refused\n')
    await screen.findByText(/ kB, 1 host$/)
    expect(command()).toMatch(/ --world world\.json$/)
    await writeFile(user, 'hosts:\n  mx1.mail.example:\n    smtp:\n      state: down\n')
    const alert = within(
      (await screen.findByText('Not read, the world is unchanged')).closest('[role=alert]') as HTMLElement,
    )
    expect(alert.getByText(/^Line 4/).textContent).toBe('Line 4, hosts.mx1.mail.example.smtp.state: ')
    alert.getByText(/'down' is not a state of a mail server\. Known: open, refused, silent\./)
    screen.getByText(/ kB, 1 host$/)
    await user.click(screen.getByRole('button', { name: 'Remove all facts' }))
    expect(command()).not.toContain('--world')
  })

  it('moves the faults of single domains into the facts if the scenario would be too long', async () => {
    const user = await openPage()
    await user.click(fault('mx-down'))
    await typeWhere(user, 'mx-down', Array.from({ length: 14 }, (_, at) => `domain-number-${at}.example`).join(' '))
    screen.getByText(/^These faults need more than 255 characters\./)
    await user.click(use())
    expect(kept()).toMatchObject({
      world: { scenario: 'healthy', world: { domains: { 'domain-number-13.example': { scenario: 'mx-down' } } } },
    })
  })

  it('offers the domains of the facts and of other faults as places of a fault', async () => {
    const user = await openPage()
    await writeFile(
      user,
      'domains:\n  blog.example: { scenario: dmarc-none }\n  "*.blog.example": { records: { A: [] } }\n',
    )
    await screen.findByText(/ kB, 2 domains$/)
    for (const name of ['mx-down', 'spf-permerror']) await user.click(fault(name))
    await typeWhere(user, 'mx-down', 'shop.example')
    const places = [...where('spf-permerror').options].map(({ text }) => text)
    expect(places).toEqual(['Everywhere', 'blog.example only', 'shop.example only', 'Other domains …'])
    await user.selectOptions(where('spf-permerror'), 'blog.example only')
    expect(command()).toContain('--scenario mx-down:shop.example+spf-permerror:blog.example --world world.json')
  })

  it('reads the dropped files together, with a warning for each line without effect', async () => {
    const user = await openPage()
    const files = [
      new File(['domains: { shop.example: { zone: shop.zone } }'], 'shop.yaml'),
      new File(['@ MX 10 mx1\n@ DNSKEY 257 3 13 AQID\n'], 'shop.zone'),
    ]
    fireEvent.drop(screen.getByRole('button', { name: 'Choose files' }), { dataTransfer: { types: ['Files'], files } })
    await screen.findByText('shop.yaml, shop.zone')
    screen.getByText(/^shop\.zone:2: netbox ignores the DNSKEY record of shop\.example/)
    const saved = noteSavedFiles()
    await user.click(await screen.findByRole('button', { name: 'Save world.json' }))
    expect(JSON.parse((await saved[0]?.text) ?? '')).toMatchObject({
      domains: { 'shop.example': { complete: true, records: { MX: [{ exchange: 'mx1.shop.example' }] } } },
    })
    fireEvent.drop(screen.getByRole('button', { name: 'Choose files' }), {
      dataTransfer: { types: ['Files'], files: [new File(['@ MX high mx1\n'], 'shop.example.zone')] },
    })
    expect((await screen.findByText(/^Line 1/)).parentElement?.textContent).toBe(
      "Line 1: 'high' is not a whole number from 0 to 65535.",
    )
    screen.getByText('shop.yaml, shop.zone')
  })

  it('shows at once what faults and stated records do to the mail of a domain, and leads to the comparison', async () => {
    const user = await openPage('?seed=k3f9&scenario=healthy&at=2026-11-22T10:42:00Z')
    await screen.findByText('Mail to shop.example arrives at the first try.')
    expect(steps()).toHaveLength(5)
    expect(screen.queryByRole('link', { name: /^Compare with/ })).toBeNull()
    await user.click(fault('mx-down'))
    await screen.findByText('Mail to shop.example arrives, ten seconds late.')
    await user.click(fault('mx-down'))
    await stateRecord(user, '10 mx.mine.example')
    const row = within(await screen.findByRole('row', { name: /^shop\.example MX/ }))
    row.getByText('10 mx.mine.example')
    await row.findByText('10 mx1.shop.example')
    await waitFor(() =>
      expect(steps()).toEqual([
        'Info: MX Record Mail arrives on the first try.as before, with other data',
        'Info: SMTP The server answers in 225 ms and offers TLS.All three mail servers answer and offer TLS.',
        expect.stringMatching(/^Pass: SPF /),
        expect.stringMatching(/^Pass: DMARC and DKIM /),
        'Pass: DNSSEC unchanged',
      ]),
    )
    expect(screen.getByRole('link', { name: /^Compare with/ }).getAttribute('href')).toMatch(
      /^\/compare\?a=%2Fmx-record/,
    )
    await stateRecord(user, '20 mx2.mine.example.')
    row.getByText('20 mx2.mine.example')
    await user.click(use())
    expect(kept()).toMatchObject({
      world: {
        world: {
          domains: {
            'shop.example': {
              records: {
                MX: [
                  { priority: 10, exchange: 'mx.mine.example' },
                  { priority: 20, exchange: 'mx2.mine.example' },
                ],
              },
            },
          },
        },
      },
    })
  })

  it('shows the error of a wrong record at its value, and removes a stated record', async () => {
    const user = await openPage('?seed=k3f9')
    await stateRecord(user, 'high mx.mine.example')
    await screen.findByText("'high' is not a whole number from 0 to 65535.")
    await user.clear(screen.getByRole('textbox', { name: 'Value' }))
    await stateRecord(user, 'v=spf1 mx -all', 'TXT')
    await user.click(await screen.findByRole('button', { name: 'Remove shop.example TXT' }))
    expect(screen.queryByRole('table', { name: 'Your facts' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value' }))
  })

  it('reads pasted zone lines in addition to the other facts', async () => {
    const user = await openPage('?seed=k3f9')
    await stateRecord(user, '198.51.100.7', 'A')
    await screen.findByRole('row', { name: /^shop\.example A/ })
    await user.click(screen.getByRole('button', { name: 'Paste a zone' }))
    await user.click(screen.getByRole('textbox', { name: 'Zone lines, or the output of dig' }))
    await user.paste('shop.example. 300 IN MX 10 mx1.mine.example.\n_dmarc TXT "v=DMARC1; p=none"\n')
    await user.click(screen.getByRole('button', { name: 'Read this text' }))
    await screen.findByRole('row', { name: /^_dmarc\.shop\.example TXT/ })
    screen.getByRole('row', { name: /^shop\.example A/ })
    expect(within(screen.getByRole('row', { name: /^shop\.example MX/ })).getByText('10 mx1.mine.example')).toBeTruthy()
    expect(screen.queryByText(/complete/)).toBeNull()
  })

  it('finds faults by the words of their names, titles and groups, also in closed groups', async () => {
    const user = await openPage()
    expect(screen.getByText('Certificates and TLS').closest('details')?.open).toBe(false)
    const search = screen.getByRole('searchbox', { name: /^Find one of \d+ faults$/ })
    await user.type(search, 'tls 1.0')
    expect(screen.getAllByRole('checkbox').map(({ id }) => id)).toEqual(['fault-tls-old'])
    expect(screen.getByText('Certificates and TLS').closest('details')?.open).toBe(true)
    await user.clear(search)
    await user.type(search, 'printer')
    screen.getByText('No fault matches “printer”.')
  })

  it('names the reason if the text is no domain', async () => {
    const user = await openPage('?seed=k3f9')
    const domain = await screen.findByRole('textbox', { name: 'What it does to the mail of' })
    await user.clear(domain)
    await user.type(domain, 'not a domain')
    await screen.findByText('Please enter a valid domain name.')
  })

  it('shows a timeline of dates as text', async () => {
    await openPage('?scenario=mx-down@2026-01-01T10:00Z..2026-01-01T11:00Z')
    await screen.findByText('mx-down@2026-01-01T10:00Z..2026-01-01T11:00Z')
    screen.getByText(/^This timeline is not one of daily windows/)
  })
})
