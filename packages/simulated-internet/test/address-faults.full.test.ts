import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * Real clients meet the faults of some of a host's addresses. curl, Go and Node follow RFC 8305 (Happy Eyeballs), so a silent IPv6 address
 * costs them a fraction of a second. Python tries one address after the other, IPv6 first.
 */

const program = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const script = fileURLToPath(new URL('support/connect-clients.sh', import.meta.url))
const clients = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(clients, { recursive: true }))
const run = promisify(execFile)

/** Returns which clients needed less than five seconds to reach the host. */
const timesIn = async (scenario: string): Promise<Record<string, string>> => {
  const world = JSON.stringify({ seed: 'k3f9', scenario })
  const { stdout } = await run(process.execPath, [program, world, 'bash', script, 'shop.example', clients])
  return Object.fromEntries(
    [...stdout.matchAll(/^(\w+) (reached|failed) (\d+)$/gm)].map(([, client = '', outcome, time]) => [
      client,
      outcome === 'failed' ? 'fails' : Number(time) < 5000 ? 'at once' : 'after a timeout',
    ]),
  )
}

const AT_ONCE = { curl: 'at once', go: 'at once', node: 'at once', python3: 'at once' }

describe.skipIf(findObstacle() !== undefined || !hasPrograms(['curl', 'go', 'python3', 'nft'], 'web'))(
  'clients connect',
  { timeout: 120_000 },
  () => {
    it.each(['healthy', 'ipv6-refused', 'ipv6-silent:office.example'])('at once in %s', async (scenario) => {
      expect(await timesIn(scenario)).toEqual(AT_ONCE)
    })

    it('at once to a host with a silent IPv6 address, unless they try one address after the other', async () => {
      expect(await timesIn('ipv6-silent')).toEqual({ ...AT_ONCE, python3: 'after a timeout' })
    })

    it('late to a host whose first address is silent, unless they try several at a time', async () => {
      expect(await timesIn('first-address-silent')).toEqual({
        curl: 'after a timeout',
        go: 'after a timeout',
        node: 'at once',
        python3: 'after a timeout',
      })
    })
  },
)
