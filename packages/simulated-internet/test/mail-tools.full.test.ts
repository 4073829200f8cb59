import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createToolbox, openWorld } from '@netbox/core'
import { acceptanceOf, mailHostAt, queryDns } from '@netbox/core/dns'
import { describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { namesFor, WORLD_TIME, worldsOf } from './support/judged-worlds.ts'
import { hasPrograms } from './support/programs.ts'

/* In a network namespace, the mail clients smtplib of Python, swaks and openssl must see the results that the tools report. */

const runner = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const mailClients = fileURLToPath(new URL('support/mail-clients.py', import.meta.url))

const obstacle = findObstacle()
if (obstacle !== undefined) {
  const message = `Mail clients were NOT run in a network namespace. ${obstacle}`
  if (process.env['NETBOX_REQUIRE_NAMESPACES'] === '1') throw new Error(message)
  console.warn(`\n${'!'.repeat(80)}\n${message}\n${'!'.repeat(80)}\n`)
}
const canRun = obstacle === undefined && hasPrograms(['swaks', 'openssl', 'python3', 'dig'], 'mail')

// The sample: a domain with three servers, of which one is silent in two of the scenarios, and one with fewer.
const DOMAINS = namesFor(
  ['mail.example', 'shop.co.uk'],
  [
    'shop.example',
    'bakery.test',
    'office.example',
    'harbour.test',
    'ledger.co.uk',
    'museum.example',
    'cafe.test',
    'bank.co.uk',
    'atelier.example',
    'school.test',
  ],
)
const USERS = ['postmaster', 'nobody-4711']
const ADDRESSES = DOMAINS.flatMap((domain) => USERS.map((user) => `${user}@${domain}`))

const run = promisify(execFile)

/** Runs a command in the namespace of a world and returns its output. */
const inside = async (given: object, command: readonly string[]): Promise<string> => {
  const call = [runner, JSON.stringify(given), ...command]
  const { stdout } = await run(process.execPath, call, { timeout: WORLD_TIME, maxBuffer: 1e7 })
  return stdout
}

/** The replies of one server to a client. */
interface Heard {
  readonly address: string
  readonly host: string
  readonly failure?: 'silent' | 'closed'
  readonly starttls?: boolean
  readonly auth?: readonly string[]
  readonly size?: number
  readonly smtplib?: string
  readonly swaks?: string
  readonly openssl?: boolean
}

const CODES = { exists: '250', any: '250', refused: '550', later: '45', 'not-served': '55' } as const

describe.skipIf(!canRun)('mail clients', () => {
  // Bogus zones are left out, because resolvers can't resolve their names.
  it.each(worldsOf(['random', 'mx-down', 'greylisting'], ['dnssec-bogus']))(
    'get the replies that smtp-test and email-validation report: $scenario, seed $seed',
    { timeout: WORLD_TIME },
    async (given) => {
      const { world } = openWorld(given, Date.now)
      // The whole table takes more runs than the Free plan allows a day.
      const box = createToolbox({ ...given, plan: 'enterprise' })
      const output = await inside(given, ['python3', mailClients, ...ADDRESSES])
      const all = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Heard)
      const servers = ADDRESSES.flatMap((address) => {
        const domain = address.split('@')[1] ?? ''
        return queryDns(world, domain, 'MX', { tries: 1000 }).records.map(({ exchange }) => `${address} ${exchange}`)
      })
      expect(all.map(({ address, host }) => `${address} ${host}`).toSorted()).toEqual(servers.toSorted())
      for (const heard of all) {
        const { address, host } = heard
        const { result } = await box.run('smtp-test', `${host}:25`)
        expect(heard.failure === undefined, `${host} is reached`).toBe(result.reachable)
        const server = mailHostAt(world, host)
        if (heard.failure !== undefined) {
          expect(heard.failure).toBe(server.answer === 'refused' ? 'closed' : 'silent')
          continue
        }
        expect(heard).toMatchObject({ starttls: result.supports_tls, auth: result.auth_methods, size: server.size })
        if (heard.starttls === true) expect(heard.openssl, `${host} is certified`).toBe(true)
        const [local = '', domain = ''] = address.split('@')
        const code = CODES[acceptanceOf(world, host, { local, domain })]
        expect(heard.smtplib, `${address} at ${host}`).toMatch(new RegExp(`^${code}`))
        expect(heard.swaks, `${address} at ${host}`).toMatch(new RegExp(`^${code}`))
      }
    },
  )
})
