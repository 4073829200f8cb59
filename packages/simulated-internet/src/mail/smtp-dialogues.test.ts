import { createToolbox, scenarios } from '@netbox/core'
import { portOf } from '@netbox/core/network'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failureAt, mailServersOf, placeOf } from '../../test/support/mail-places.ts'
import { openDialogue } from '../../test/support/smtp-dialogue.ts'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'

/** Returns the dialogue with a server that `smtp-test` shows, without lost lines. */
const shownBy = async (internet: Internet, host: string, port: number) => {
  const { world } = internet
  const box = createToolbox({ seed: internet.seed, scenario: internet.scenario, at: world.at })
  const { plot, result } = await box.run('smtp-test', `${host}:${port}`)
  if (plot.kind !== 'dialogue') throw new Error('smtp-test shows a dialogue')
  const lines = plot.lines.filter(({ text }) => !text.startsWith('(lost on the way'))
  return { isReached: result.reachable, lines }
}

const NOT_SPOKEN = /^250[- ](?:CHUNKING|PIPECONNECT|PRDR)$/

/** Sends the lines of `smtp-test` to a server, and returns the dialogue. */
const dialogueLike = async (
  place: Awaited<ReturnType<typeof placeOf>>,
  wanted: readonly { readonly from: string; readonly text: string }[],
) => {
  const client = await openDialogue(place)
  for (const { text } of wanted.filter(({ from, text: said }) => from === 'us' && !said.startsWith('('))) {
    if (text === 'STARTTLS') await client.startTls()
    else await client.say(text)
  }
  client.end()
  return client.lines
}

// Removes the differences between the two clients: the client's address, times, and which EHLO line is the last.
const comparable = (line: string): string =>
  line
    .replace(/^(\d{3})-/, '$1 ')
    .replace(/(\[)[\d.]+(\])/, '$1client$2')
    .replace(/\d\d:\d\d:\d\d/, 'time')
    .replaceAll(/Greylisted.*|Greylisting.*/g, 'greylisted')
    .replace(/in \d+ seconds/, 'later')

// start-smtp-server.test.ts tests these.
const FAILED_HANDSHAKES = new Set<string>(['tls-old', 'tls-closes', 'client-cert-required'])
const completing = scenarios.map(({ name }) => name).filter((name) => !FAILED_HANDSHAKES.has(name))
// The quick set has only some scenarios.
const tried = process.env['MODE'] === 'quick' ? completing.filter((_, index) => index % 6 === 0) : completing

// One internet is in all scenarios in turn, because its start takes longer than a dialogue.
let shared: Internet
beforeAll(async () => {
  shared = await startInternet({ seed: 'k3f9' })
})
afterAll(async () => shared.close())

it.each(tried)('mail servers answer as smtp-test shows: %s', async (scenario) => {
  const internet = shared
  await internet.set({ scenario })
  // Resolvers can't resolve names of bogus zones, so clients can't reach the servers.
  if (scenario === 'dnssec-bogus') return
  const compare = async (domain: string, host: string, port: 25 | 465 | 587): Promise<void> => {
    const { lines, isReached } = await shownBy(internet, host, port)
    // smtp-test uses a recipient in the server's own zone, which may have other mail servers.
    const wanted = lines.map((line) => ({ ...line, text: line.text.replace(/(nobody-\d+)@[\w.-]+/, `$1@${domain}`) }))
    const place = await placeOf(internet, host, port)
    const state = portOf(internet.world, host, port)?.state
    if (!isReached) {
      expect(await failureAt(place), `${host}:${port}`).toBe(state === 'refused' ? 'ECONNREFUSED' : 'silent')
      return
    }
    const shown = wanted.flatMap(({ from, text }) => (from === 'them' && !text.startsWith('(') ? [text] : []))
    const said = await dialogueLike(place, wanted)
    expect(said.map(comparable), `${scenario} ${host}:${port}`).toEqual(
      shown.filter((line) => !NOT_SPOKEN.test(line)).map(comparable),
    )
  }
  await Promise.all(
    ['mail.example', 'shop.example', 'www3.test'].flatMap((domain) =>
      mailServersOf(internet, domain).flatMap((host) =>
        ([25, 465, 587] as const).map(async (port) => compare(domain, host, port)),
      ),
    ),
  )
})
