import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeHome, netbox, removeHome } from './support/netbox.ts'

/*
 * Four small clients with twenty planted bugs of kinds that people report. `netbox matrix` finds each of them, and no fault breaks a client
 * without its bugs. One bug is a sample; NETBOX_JUDGES=all takes all, and shrinks the world of each.
 */

const isWhole = process.env['NETBOX_JUDGES'] === 'all'
const SEED = ['--seed', 'k3f9']
const folder = fileURLToPath(new URL('clients', import.meta.url))
const home = makeHome()
const fetcher = join(home.folder, 'fetch')

/** A client, the faults that it may meet, and the fault under which each planted bug shows. */
interface Client {
  readonly command: readonly string[]
  readonly faults: string
  readonly bugs: readonly (readonly [bug: string, fault: string])[]
}

const mailer: Client = {
  command: ['python3', join(folder, 'mailer.py')],
  faults: 'mail,mail-security,certificates',
  bugs: [
    ['one-relay', 'mx-down'],
    ['no-timeout', 'mx-down'],
    ['no-retry', 'greylisting'],
    ['clear-text', 'starttls-stripped'],
    ['unverified', 'cert-wrong-name'],
  ],
}
const shop: Client = {
  command: [process.execPath, join(folder, 'shop.mjs')],
  faults: 'names,lists,line,web',
  bugs: [
    ['list-code', 'block-lists-refuse'],
    ['dead-list', 'block-list-dead'],
    ['servfail', 'dnssec-bogus'],
    ['six-only', 'ipv6-silent'],
    ['dangling', 'cname-dangling'],
    ['rate', 'http-rate-limited'],
  ],
}
const fetch: Client = {
  command: [fetcher],
  faults: 'names,line,web,certificates',
  bugs: [
    ['insecure', 'cert-self-signed'],
    ['status', 'http-unavailable'],
    ['short-timeout', 'http-slow'],
    ['cut', 'http-cut'],
    ['one-address', 'first-address-silent'],
  ],
}
const smoke: Client = {
  command: ['sh', join(folder, 'smoke.sh')],
  faults: 'names,line,web,certificates',
  bugs: [
    ['insecure', 'cert-expired'],
    ['downgrade', 'tls-closes'],
    ['six-only', 'ipv6-refused'],
    ['pipe', 'cname-dangling'],
  ],
}

const every = { mailer, shop, fetch, smoke }
const clients: Readonly<Record<string, Client>> = isWhole
  ? every
  : { smoke: { ...smoke, faults: 'cert-expired', bugs: smoke.bugs.slice(0, 1) } }
const bugs = Object.entries(clients).flatMap(([name, client]) =>
  client.bugs.map(([bug, fault]) => ({ name, command: client.command, bug, fault })),
)

/** Returns the outcome of each fault. */
const outcomes = async (command: readonly string[], args: readonly string[], bug = ''): Promise<string[]> => {
  const options = [...SEED, '--timeout', '30s', '--json', '--quiet', ...args]
  const { stdout } = await netbox(home, ['matrix', ...options, '--', ...command], { env: { BUG: bug } })
  const { faults }: { faults: readonly { fault: string; outcome: string }[] } = JSON.parse(stdout)
  return faults.map(({ fault, outcome }) => `${fault} ${outcome}`)
}

const HARMLESS = / (?:survived|not-met)$/

describe.skipIf(findObstacle() !== undefined)('netbox matrix and planted bugs', () => {
  beforeAll(() => {
    const env = { ...process.env, GOCACHE: join(home.folder, 'cache'), GO111MODULE: 'off' }
    if (isWhole) execFileSync('go', ['build', '-o', fetcher, join(folder, 'fetch.go')], { env })
  }, 300_000)
  afterAll(() => removeHome(home))

  it.each(bugs)('finds $bug of $name by $fault', async ({ command, bug, fault }) => {
    expect(await outcomes(command, ['--only', fault], bug)).toEqual([
      `${fault} ${bug === 'no-timeout' ? 'hung' : 'failed'}`,
    ])
  })

  it.each(Object.keys(clients))('finds nothing in %s without its bugs, twice alike', async (name) => {
    const { command = [], faults = '' } = clients[name] ?? {}
    const found = await outcomes(command, ['--faults', faults])
    expect(found.filter((row) => !HARMLESS.test(row))).toEqual([])
    if (isWhole) expect(await outcomes(command, ['--faults', faults])).toEqual(found)
  })

  it.runIf(isWhole).each(bugs)('shrinks the world of $bug of $name', async ({ command, bug, fault }) => {
    const args = ['shrink', ...SEED, '--scenario', fault, '--timeout', '30s', '--', ...command]
    const { code, stderr } = await netbox(home, args, { env: { BUG: bug } })
    const [, facts, runs] = /^(\d+) of \d+ facts? (?:is|are) enough, after (\d+) runs/m.exec(stderr) ?? []
    expect([code, stderr]).toEqual([0, expect.stringContaining('enough')])
    expect(Number(facts)).toBeLessThanOrEqual(3)
    expect(Number(runs)).toBeLessThanOrEqual(60)
  })

  it
    .runIf(isWhole)
    .each([
      ...Object.values(every).map(({ command }) => command),
      ['curl', '-s', '-o', '/dev/null', 'http://www.shop.example/'],
      ['python3', '-c', "import socket; socket.getaddrinfo('mx1.mail.example', 25)"],
      ['sh', '-c', 'getent hosts www.shop.example'],
      [process.execPath, '-e', "require('dns').resolveMx('mail.example', (error) => process.exit(error ? 1 : 0))"],
    ])('runs nothing that %s meets less with --all', async (...command) => {
    const rows = await outcomes(command, [])
    const notMet = rows.filter((row) => row.endsWith('not-met')).map((row) => row.split(' ')[0])
    expect(await outcomes(command, ['--all', '--faults', notMet.join(',')])).toEqual(
      notMet.map((fault) => `${fault} not-met`),
    )
  })
})
