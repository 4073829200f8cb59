import { WORLD_VERSION } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { inputField } from '../../testing/run-tools.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { visit } from '../../testing/visit.tsx'
import { pictureSize, reportPicture } from './report-picture.ts'

const MX_DOWN = '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z&v=3'
const VERDICT = 'Mail still arrives, ten seconds late.'

const verdict = async () => screen.findByRole('heading', { name: VERDICT })

describe('the link to a run', () => {
  it('shows the report at once, without counting or storing a run, or choosing its world', async () => {
    await visit(MX_DOWN)
    await verdict()
    expect(screen.getByText(/^The link contains the input, the seed, the scenario and the time/)).toBeDefined()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(localStorage.getItem('netbox_usage')).toBeNull()
    expect(localStorage.getItem('netbox_recent_runs')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Chosen world' })).toBeNull()
    expect(localStorage.getItem('netbox_visit')).toBeNull()
    const rows = within(screen.getByRole('table', { name: 'Who sees what' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toContain('AnyoneYes Yes from their own allowanceNo ')
  })

  it('has the command for the same run, and says how to run it in a clone', async () => {
    const user = await visit(MX_DOWN)
    await verdict()
    await user.click(screen.getByRole('button', { name: 'Share' }))
    const command = screen.getByRole<HTMLInputElement>('textbox', {
      name: 'Command',
      description: 'In a clone of netbox, write npx before it.',
    })
    expect(command.value).toBe(
      'netbox mx-record mail.example --seed k3f9 --scenario mx-down --at 2026-11-20T08:14:00.000Z',
    )
  })

  it('leads to reports of other tools in its world, about a domain of the reader', async () => {
    const user = await visit(MX_DOWN)
    const card = within(await screen.findByRole('region', { name: 'Ask this world something else' }))
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'A Record',
      'SPF Check',
      'HTTPS Test',
      'DNSSEC Check',
      'DNS Propagation',
    ])
    const domain = card.getByRole<HTMLInputElement>('textbox', { name: 'Your domain' })
    expect(domain.value).toBe('mail.example')
    await user.clear(domain)
    card.getByText('Please enter a valid domain name.')
    await user.type(domain, 'shop.example')
    await user.click(card.getByRole('link', { name: 'SPF Check' }))
    await screen.findByRole('heading', { level: 1, name: 'A shared report of SPF Check' })
    await screen.findByText('shop.example', { selector: '[data-report] code' })
    expect(location.search).toContain('seed=k3f9&scenario=mx-down')
    expect(localStorage.getItem('netbox_usage')).toBeNull()
    expect(screen.getByText(/^For the sender/).closest('details')?.open).toBe(false)
  })

  it('leads to the form with everything filled in', async () => {
    const user = await visit(MX_DOWN)
    await user.click(await screen.findByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(inputField().value).toBe('mail.example'))
    expect(screen.queryByText('A shared report.')).toBeNull()
    expect(screen.getByText('100 of 100 left')).toBeDefined()
  })

  it('shows a report of a tool that is not on the reader’s plan', async () => {
    await visit('/dns-diagnostic?input=mail.example&seed=k3f9&at=2026-11-20T08:14:00.000Z&v=3')
    await screen.findByText('A shared report.')
    await screen.findByRole('tab', { name: 'JSON' })
  })

  it('names the other version of the simulation that made it', async () => {
    await visit(MX_DOWN.replace('v=3', 'v=1'))
    await verdict()
    screen.getByText(/^Version 1 of the simulation made this link\./)
    expect(WORLD_VERSION).toBe('netbox-sim/3')
  })

  it('that is damaged fills in the rest, and reports the error', async () => {
    await visit(MX_DOWN.replace('mx-down', 'mx-dwn'))
    await within(await screen.findByRole('alert')).findByText(/Did you mean 'mx-down'\?/)
    await waitFor(() => expect(inputField().value).toBe('mail.example'))
  })

  it('only fills in the form if it contains too little for a run', async () => {
    await visit('/mx-record?input=mail.example&seed=k3f9')
    await waitFor(() => expect(inputField().value).toBe('mail.example'))
    expect(screen.queryByText('A shared report.')).toBeNull()
  })

  it('has the code of a card that other pages embed', async () => {
    const user = await visit(MX_DOWN)
    await verdict()
    const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'HTML' }).value
    expect(code).toBe(
      `<iframe src="${location.origin}/embed?tool=mx-record&amp;input=mail.example&amp;seed=k3f9&amp;scenario=mx-down&amp;at=2026-11-20T08%3A14%3A00.000Z&amp;v=3" title="mx-record for mail.example" width="600" height="340" loading="lazy"></iframe>`,
    )
    await user.click(screen.getByRole('button', { name: 'Copy embed code' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(code))
  })
})

describe('a report', () => {
  it('links the tools in its findings, with input and world', async () => {
    const user = await visit(
      '/ping-test?input=shop.example&seed=k3f9&scenario=packet-loss&at=2026-11-20T08:14:00.000Z&v=3',
    )
    const link = await screen.findByRole('link', { name: /^traceroute to / })
    const [, address = ''] = /^traceroute to (.*)$/.exec(link.textContent) ?? []
    expect(link.getAttribute('href')).toBe(`/traceroute?input=${address}&seed=k3f9&scenario=packet-loss`)
    await user.click(link)
    await screen.findByRole('heading', { level: 2, name: 'Traceroute' })
    await waitFor(() => expect(inputField('IP Address').value).toBe(address))
    const strip = await screen.findByRole('region', { name: 'Chosen world' })
    for (const words of ['packet-loss', 'k3f9', '2026-11-20 08:14 UTC']) expect(strip.textContent).toContain(words)
  })

  it('is copied and saved as JSON, too', async () => {
    const user = await visit(MX_DOWN)
    await verdict()
    await user.click(screen.getByRole('tab', { name: 'JSON' }))
    await user.click(screen.getByRole('button', { name: 'Copy JSON' }))
    await waitFor(async () =>
      expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({ tool: 'mx-record', seed: 'k3f9' }),
    )
    const files = noteSavedFiles()
    await user.click(screen.getByRole('button', { name: 'Download JSON' }))
    expect(files[0]?.name).toMatch(/^mx-record-\d+\.json$/)
    expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject({ verdict: { sentence: VERDICT } })
  })
})

describe('the card of a report', () => {
  it('has verdict, figures, seed and a link, and no control', async () => {
    await visit(`/embed?tool=mx-record&${MX_DOWN.split('?')[1]}`)
    await verdict()
    screen.getByText('Delay for senders')
    const link = screen.getByRole('link', { name: 'Open in netbox' })
    expect(link.getAttribute('href')).toMatch(/^\/mx-record\?input=mail\.example&seed=k3f9&scenario=mx-down&/)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Simulated'])
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it.each([
    ['', 'This link does not contain a run. It needs a tool, an input, a seed and a time.'],
    ['?tool=mx-record&input=mail.example&seed=a&at=soon', "'soon' is not a time."],
    ['?tool=mx-record&input=mail..example&seed=a&at=2026-11-20T08:14:00.000Z', 'Please enter a valid domain name.'],
  ])('reports the missing part of %j', async (query, words) => {
    await visit(`/embed${query}`)
    expect((await screen.findByRole('alert')).textContent).toContain(words)
  })
})

describe('the picture of a report', () => {
  const parse = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml')

  it.each(['mx-record', 'spf-check', 'dnssec-check', 'whois-lookup', 'geoip-lookup'] as const)(
    'of %s is an SVG document with the verdict, the tally and the mark, inside its frame',
    async (tool) => {
      const run = await fixedWorld('mx-down').run(tool, tool === 'geoip-lookup' ? '192.0.2.25' : 'mail.example')
      const texts = [...parse(reportPicture(run)).querySelectorAll('text')]
      const words = texts.map(({ textContent }) => textContent).join(' ')
      expect(words).toContain('Simulated')
      expect(words.replaceAll(' ', '')).toContain(run.verdict.sentence.slice(0, 24).replaceAll(' ', ''))
      expect(words).toContain(`seed ${run.seed}`)
      for (const text of texts) {
        const [x, y] = ['x', 'y'].map((name) => Number(text.getAttribute(name)))
        expect(x).toBeLessThan(pictureSize.width)
        expect(y).toBeLessThan(pictureSize.height)
      }
    },
  )

  it('keeps the input as text', async () => {
    const run = await fixedWorld().run('txt-record', 'mail.example')
    const svg = reportPicture({ ...run, input: '</text><script>"&' })
    expect(parse(svg).querySelector('script')).toBeNull()
    expect(svg).not.toContain('<script')
  })
})
