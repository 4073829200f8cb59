import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scenarios, type WorldDocument } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { clients, NAME, unpackClients } from './support/acme-programs.ts'

/*
 * Runs ACME clients under the faults of authorities that scenarios have, and others that world files define, and compares which ones they
 * survive. `npm run judges` runs it.
 */

const AUTHORITY = 'acme-v02.api.letsencrypt.org'
const DIRECTORY = `https://${AUTHORITY}/directory`
const TIME = 1_200_000
const program = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const run = promisify(execFile)

type Rules = NonNullable<NonNullable<NonNullable<WorldDocument['hosts']>[string]['http']>['rules']>

const OWN = { servedBy: { 80: ':80' } } as const
const atAuthority = (rules: Rules): WorldDocument => ({ hosts: { [NAME]: OWN, [AUTHORITY]: { http: { rules } } } })
const atClient = (rules: Rules): WorldDocument => ({ hosts: { [NAME]: { ...OWN, http: { rules } } } })

const first = (path: string) => ({ path, nth: 1 })
const ORDER = '/acme/new-order'
const FILE = '/.well-known/*'
const BUSY = { reply: { status: 503, headers: { 'Retry-After': '2' } } }

const healthy: WorldDocument = { hosts: { [NAME]: OWN } }
/** The faults that world files define. */
const documents: Readonly<Record<string, WorldDocument>> = {
  'slow-order': atAuthority([{ match: first(ORDER), do: { delay: '2s' } }]),
  'busy-directory': atAuthority([{ match: first('/directory'), do: BUSY }]),
  'cut-order': atAuthority([{ match: first(ORDER), do: 'cut' }]),
  dnssec: { ...healthy, domains: { 'shop.example': { dnssec: 'bogus' } } },
  'wrong-file': atClient([{ match: { path: FILE }, do: { reply: { text: 'other' } } }]),
}
const named = scenarios.flatMap(({ name, group }) => (group === 'acme' ? name : []))
const faults = [...named, ...Object.keys(documents)]

const PATIENT = ['acme-bad-nonce', 'acme-slow', 'acme-revoked', 'slow-order']
/** The faults under which each client gets its certificate. All stop at refused challenges, and none asks for renewal information at once. */
const survived: Readonly<Record<string, readonly string[]>> = {
  certbot: PATIENT,
  'lego, http-01': PATIENT,
  uacme: PATIENT,
  dehydrated: PATIENT.slice(1),
  'acme-tiny': PATIENT,
  'acme-client of npm': [...PATIENT, 'acme-rate-limited', 'acme-busy', 'busy-directory'],
}

describe.skipIf(process.env['NETBOX_JUDGES'] !== 'all' || findObstacle() !== undefined)('ACME clients', () => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-acme-'))
  let root = ''
  beforeAll(() => {
    root = unpackClients(folder)
    for (const name of faults) writeFileSync(join(folder, `${name}.json`), JSON.stringify(documents[name] ?? healthy))
  }, TIME)
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(Object.entries(survived))(
    'such as %s survive the faults after which they try again',
    { timeout: TIME },
    async (name, expected) => {
      const script = faults.map(
        (fault) => `mkdir "$FOLDER/${fault}" && cd "$FOLDER/${fault}"
        change() { curl -sf -X PUT -d "$2" -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$NETBOX_CONTROL_URL/$1" >/dev/null; }
        change world "@${folder}/${fault}.json"; change scenario '{"scenario":"${fault in documents ? 'healthy' : fault}"}'
        ( ${clients[name]}
        ) >log 2>&1; [ -s chain.pem ] && echo "${fault}"`,
      )
      const own = mkdtempSync(join(folder, 'client-'))
      const env = { ...process.env, ROOT: root, FOLDER: own, HOME: own, DIRECTORY, OPTIONS: '' }
      const world = { seed: 'k3f9', scenario: 'healthy', world: healthy }
      const given = [program, JSON.stringify(world), 'bash', '-c', `${script.join('\n')}\ntrue`]
      const { stdout } = await run(process.execPath, given, { env, timeout: TIME })
      expect(stdout.trim().split('\n')).toEqual(faults.filter((fault) => expected.includes(fault)))
    },
  )
})
