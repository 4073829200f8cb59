import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createToolbox, scenarios } from '@netbox/core'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { describe, expect, it } from 'vitest'

/* The email verifier queries the mail servers of a world in `netbox serve`. Its results must equal the results of the tool email-validation. */

const obstacle = findObstacle()
if (obstacle !== undefined) {
  const message = `The verifier was NOT run in a network namespace. ${obstacle}`
  if (process.env['NETBOX_REQUIRE_NAMESPACES'] === '1') throw new Error(message)
  console.warn(`\n${'!'.repeat(80)}\n${message}\n${'!'.repeat(80)}\n`)
}

const command = fileURLToPath(new URL('../bin/netbox.cjs', import.meta.url))
const verifier = fileURLToPath(new URL('support/verify-addresses.ts', import.meta.url))
const run = promisify(execFile)

const ADDRESSES = ['mail.example', 'shop.example', 'shop.co.uk', 'bakery.test'].flatMap((domain) =>
  ['postmaster', 'nobody-4711'].map((user) => `${user}@${domain}`),
)
const DELIVERABLE: Readonly<Record<string, boolean | null>> = { mailbox_exists: true, no_mailbox: false }
const isWhole = process.env['NETBOX_JUDGES'] === 'all'
// The faults of mail and lines, and the worlds without a named fault; `npm run judges` has all. Excludes the two scenarios in which the
// verifier's resolver can't resolve some names: bogus zones and packet loss.
const kinds = scenarios
  .filter(({ group }) => isWhole || group === undefined || group === 'mail' || group === 'line')
  .map(({ name }) => name)
  .filter((name) => name !== 'dnssec-bogus' && name !== 'packet-loss')

describe.skipIf(obstacle !== undefined)('the email verifier in netbox serve', () => {
  // The tests run concurrently, because most of the time they wait for servers that don't answer.
  it.concurrent.each(kinds)('finds what email-validation reports: %s', async (scenario) => {
    const box = createToolbox({ seed: 'k3f9', scenario })
    const args = ['serve', '--seed', 'k3f9', '--scenario', scenario, '--', process.execPath, verifier, ...ADDRESSES]
    const { stdout } = await run(process.execPath, [command, ...args], { timeout: 120_000 })
    const reasons = JSON.parse(stdout) as Readonly<Record<string, string>>
    for (const address of ADDRESSES) {
      const { result } = await box.run('email-validation', address)
      const reason = reasons[address] ?? ''
      expect(DELIVERABLE[reason] ?? null, `${address}: ${reason}`).toBe(result.deliverable)
    }
  })
})
