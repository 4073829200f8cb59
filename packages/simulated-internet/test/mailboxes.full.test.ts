import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createToolbox, openWorld } from '@netbox/core'
import { mailHostAt } from '@netbox/core/dns'
import { describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { namesFor, WORLD_TIME, worldsOf } from './support/judged-worlds.ts'
import { hasPrograms } from './support/programs.ts'

/* In a network namespace, imaplib and poplib of Python, curl and mbsync must read the mailboxes that email-migration finds. */

const runner = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const clients = fileURLToPath(new URL('support/mailbox-clients.py', import.meta.url))
const script = fileURLToPath(new URL('support/read-mailbox.sh', import.meta.url))
const canRun = findObstacle() === undefined && hasPrograms(['python3', 'curl', 'mbsync'], 'mail')

const HOSTS = namesFor(
  ['imap.mail.example', 'mx1.bakery.test', 'imap.shop.co.uk'],
  ['mail.office.example', 'imap.harbour.test', 'mx2.shop.example'],
)
const run = promisify(execFile)

const inside = async (given: object, command: readonly string[]): Promise<string> => {
  const call = [runner, JSON.stringify(given), ...command]
  const { stdout } = await run(process.execPath, call, { timeout: WORLD_TIME, maxBuffer: 1e7 })
  return stdout
}

type Found = Readonly<Record<string, Readonly<Record<string, unknown>>>>

describe.skipIf(!canRun)('clients of mailboxes', () => {
  it.each(worldsOf(['random', 'cert-expired'], ['dnssec-bogus', 'packet-loss']))(
    'read the folders that email-migration finds: $scenario, seed $seed',
    { timeout: WORLD_TIME },
    async (given) => {
      const box = createToolbox({ ...given, plan: 'enterprise' })
      const { world } = openWorld(given, Date.now)
      const users = HOSTS.map((host) => `${host}=postmaster@${host.slice(host.indexOf('.') + 1)}`)
      const found = JSON.parse(await inside(given, ['python3', clients, ...users])) as Found
      for (const host of HOSTS) {
        const { tls, stripped } = mailHostAt(world, host)
        const { result: https } = await box.run('https-test', host)
        for (const port of ['993', '143', '995', '110']) {
          const { result } = await box.run('email-migration', `${host}:${port}`)
          const folders = Object.fromEntries(result.source_folders.map(({ name, messages }) => [name, messages]))
          const wanted = port === '993' || port === '143' ? folders : result.estimated_emails
          const seen = found[host]?.[port]
          const offersTls = port.startsWith('99') || (tls && !stripped)
          const isRead = result.estimated_emails > 0 && https.certificate_valid && offersTls
          // Errors are texts.
          if (isRead) expect([host, port, seen]).toEqual([host, port, wanted])
          else expect([host, port, typeof seen]).toEqual([host, port, 'string'])
        }
        if (tls) expect(found[host]?.['clear']).not.toBe('signed in')
        expect(found[host]?.['stranger']).not.toBe('signed in')
      }
    },
  )

  it('copy a folder and its messages, with any of the programs', async () => {
    const world = { seed: 'k3f9', scenario: 'healthy' } as const
    const { result } = await createToolbox({ ...world, plan: 'enterprise' }).run('email-migration', 'imap.mail.example')
    const drafts = result.source_folders.find(({ name }) => name === 'Drafts')?.messages
    const output = await inside(world, ['bash', script, 'imap.mail.example', 'ana@mail.example'])
    expect(output.trim().split('\n')).toEqual([
      `mbsync ${drafts}`,
      `imaps ${result.source_folders.length}`,
      'imap equal',
      `pop3s ${result.source_folders[0]?.messages}`,
      'pop3 equal',
    ])
  })
})
