import { PassThrough } from 'node:stream'
import { glyphSets, type ScenarioText, scenarios } from '@netbox/core'
import type { RequestEntry } from '@netbox/simulated-internet'
import { render } from 'ink'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unpainted } from '../output/terminal.ts'
import { Keyboard } from './keyboard.tsx'
import { ServeScreen } from './serve-screen.tsx'
import type { Size } from './theme.ts'

const theme = { glyphs: glyphSets.unicode, paint: unpainted, ellipsis: '…', mode: 'fullscreen' } as const

const UP = '\u001b[A'
const PAGE_UP = '\u001b[5~'
const END = '\u001b[F'
const ESCAPE = '\u001b'

const entryOf = (index: number): RequestEntry => ({
  at: Date.parse('2026-11-22T10:12:52Z'),
  protocol: 'dns',
  transport: 'udp',
  server: '192.0.2.53',
  port: 53,
  question: `host${index}.example A`,
  answer: '1 record',
  outcome: 'answered',
  time: 1,
  source: 'seed',
})

/** Shows the live view of an internet with some requests, on a terminal of a given size. */
const openView = ({
  columns = 80,
  rows = 24,
  scenario = 'healthy',
}: Partial<Size & { scenario: ScenarioText }> = {}) => {
  const requests = Array.from({ length: 40 }, (_, index) => entryOf(index))
  const internet = {
    scenario,
    time: Date.parse('2026-11-22T10:12:52Z'),
    dns: { host: '127.0.0.1', port: 20_053 },
    endpoints: (['dns', 'http', 'https', 'smtp'] as const).map((protocol, index) => ({
      protocol,
      transport: 'tcp' as const,
      host: '127.0.0.1',
      port: 20_053 + index,
    })),
    get requests() {
      return [...requests]
    },
    get requestCount() {
      return requests.length
    },
    set: async ({ scenario: chosen = 'random' }: { readonly scenario?: ScenarioText | undefined }) => {
      internet.scenario = chosen
    },
  }
  let screen = ''
  const stdout = Object.assign(new PassThrough(), { columns, rows, isTTY: true })
  stdout.on('data', (data) => {
    screen = String(data)
  })
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  })
  const controller = {
    mark: 'SIMULATED',
    internet,
    control: { url: 'http://127.0.0.1:37211', token: 'the-token' },
    authority: '/tmp/netbox-1/authorities.pem',
    scenarios,
    copy: () => 'copied',
    signal: new AbortController().signal,
  }
  const shown = render(
    <Keyboard>
      <ServeScreen theme={theme} controller={controller} onStop={() => undefined} />
    </Keyboard>,
    // The casts are safe: Ink uses only these parts of a terminal's streams.
    {
      stdout: stdout as unknown as NodeJS.WriteStream,
      stdin: stdin as unknown as NodeJS.ReadStream,
      debug: true,
      exitOnCtrlC: false,
      patchConsole: false,
      interactive: true,
    },
  )
  onTestFinished(() => shown.unmount())
  /** Waits until the screen matches. */
  const shows = async (text: RegExp | string): Promise<void> => {
    await expect.poll(() => screen).toMatch(text)
  }
  return {
    internet,
    shows,
    screen: () => screen,
    ask: () => void requests.push(entryOf(requests.length)),
    /** Types a key and waits until the screen matches. */
    type: async (key: string, text: RegExp | string) => {
      stdin.write(key)
      await shows(text)
    },
  }
}

describe('the live view of netbox serve', () => {
  it.each([
    [80, 24],
    [44, 24],
    [120, 40],
  ])('shows at %i × %i where each protocol listens, the authority and the control API', async (columns, rows) => {
    const view = openView({ columns, rows })
    await view.shows('host39.example')
    const words = view.screen().replaceAll(/\s+/g, ' ')
    for (const text of ['127.0.0.1 DNS:20053 HTTP:20054 HTTPS:20055', 'SMTP:20056', '/tmp/netbox-1/authorities.pem'])
      expect(words).toContain(text)
    expect(words).toContain('http://127.0.0.1:37211 token the-token')
    for (const line of view.screen().split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it('shows it in the help of a terminal that is too small', async () => {
    const view = openView({ columns: 44, rows: 12 })
    await view.shows('host39.example')
    expect(view.screen()).not.toContain('Authority')
    await view.type('?', /Listens[^]*Authority[^]*token\s+the-token/)
  })

  it('marks a pause, and counts the newer requests', async () => {
    const view = openView()
    await view.type('p', /40 requests\. {2}Paused\.[^]*p resume/)
    view.ask()
    await view.shows('41 requests.  Paused, 1 newer.')
    expect(view.screen()).not.toContain('host40.example')
    await view.type('p', 'host40.example')
    expect(view.screen()).not.toContain('Paused')
  })

  it('scrolls the list, and stays there while requests arrive', async () => {
    const view = openView()
    await view.shows('host39.example')
    await view.type(UP, /Paused\.[^]*host38\.example A.*\n\s*\n/)
    expect(view.screen()).not.toContain('host39.example')
    view.ask()
    await view.shows('Paused, 1 newer.')
    expect(view.screen()).not.toContain('host39.example')
    await view.type(PAGE_UP, 'host20.example')
    await view.type('g', 'host0.example')
    await view.type(END, 'host39.example')
  })

  it('clears the filter with Esc, while typing and afterwards', async () => {
    const view = openView()
    await view.type('/', 'Filter')
    await view.type('host3.', 'host3.example')
    await view.type('\r', 'Esc all')
    expect(view.screen()).not.toContain('host39.example')
    await view.type(ESCAPE, 'host39.example')
    expect(view.screen()).not.toContain('Filter')
  })

  it.each<readonly [ScenarioText, string]>([
    ['greylisting', 'greylisting'],
    ['healthy,mx-down@10:00..10:30', 'mx-down'],
    ['cert-expired:shop.example+mx-down', 'cert-expired'],
    ['random', 'random'],
  ])('opens the list of scenarios at the current one: %s', async (scenario, name) => {
    const view = openView({ scenario, rows: 30 })
    await view.shows('host39.example')
    await view.type('s', new RegExp(`${theme.glyphs.step} ${name} `))
    await view.type('\r', 'Listens')
    expect(view.internet.scenario).toBe(name)
  })
})
