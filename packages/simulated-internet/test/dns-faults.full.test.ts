import { Resolver } from 'node:dns/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WorldDocument } from '@netbox/core'
import { afterAll, describe, expect, it } from 'vitest'
import { startInternet } from '../src/index.ts'
import { obstacle, run, shell } from './support/namespaces.ts'
import { hasPrograms, outputOf } from './support/programs.ts'

/*
 * Real DNS clients meet the rules of a world document: dig, kdig, dnspython and Node at the resolver and at nameservers, and unbound, which asks
 * nameservers itself.
 */

const NAME = 'shop.example'
const unbound = fileURLToPath(new URL('support/compare-with-unbound.sh', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Rule = NonNullable<WorldDocument['faults']>[number]

const openWith = async (...faults: Rule[]) => {
  const internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world: { faults } })
  const { host, port } = internet.dns
  const ask = async (program: string, ...more: string[]) =>
    outputOf(program, [`@${host}`, '-p', `${port}`, '+tries=1', '+time=20', ...more]).catch((error: unknown) =>
      String((error as { stdout?: unknown }).stdout),
    )
  return {
    internet,
    dig: async (...more: string[]) => ask('dig', ...more),
    kdig: async (...more: string[]) => outputOf('kdig', [`@${host}`, '-p', `${port}`, ...more]),
    [Symbol.asyncDispose]: async () => internet.close(),
  }
}

describe.skipIf(!hasPrograms(['dig', 'kdig']))('DNS clients', () => {
  it.each<[Rule['do'], RegExp]>([
    [{ rcode: 'servfail' }, /status: SERVFAIL/],
    [{ rcode: 'refused' }, /status: REFUSED/],
    [{ rcode: 'nxdomain' }, /status: NXDOMAIN/],
    [{ rcode: 'notimp' }, /status: NOTIMP/],
    ['drop', /timed out|no servers could be reached/],
  ])('get the reply of a rule at the resolver: %j', async (effect, seen) => {
    await using world = await openWith({ match: { name: NAME, type: 'MX', server: 'resolver' }, do: effect })
    expect(await world.dig(NAME, 'MX', '+time=1')).toMatch(seen)
    expect(await world.dig(NAME, 'A')).toMatch(/status: NOERROR/)
    expect(world.internet.requests[0]?.answer).toContain('by rule 1')
  })

  it('wait for a delayed answer', async () => {
    await using world = await openWith({ match: { name: NAME, server: 'resolver' }, do: { delay: '500ms' } })
    const time = Number(/Query time: (\d+) msec/.exec(await world.dig(NAME))?.[1])
    expect(time).toBeGreaterThanOrEqual(490)
  })

  it('repeat truncated queries over TCP, which may be refused', async () => {
    await using world = await openWith({ match: { name: NAME }, do: 'truncate' })
    expect(await world.dig(NAME, 'TXT')).toMatch(/Truncated, retrying in TCP mode[\s\S]*status: NOERROR/)
    expect(await world.dig('+ignore', NAME, 'TXT')).toMatch(/flags: qr tc/)
    await using other = await openWith(
      { match: { name: NAME }, do: 'truncate' },
      { match: { name: NAME }, do: 'refuse-tcp' },
    )
    expect(await other.dig(NAME, 'TXT')).toMatch(/end of file|connection reset|no servers could be reached/)
  })

  it('repeat queries without EDNS after FORMERR', async () => {
    await using world = await openWith({ match: { name: NAME, server: 'resolver' }, do: 'formerr' })
    expect(await world.dig(NAME)).toMatch(/status: FORMERR/)
    expect(await world.dig('+noedns', NAME)).toMatch(/status: NOERROR/)
    expect(await world.kdig('+noedns', NAME)).toMatch(/status: NOERROR/)
  })

  it('count equal queries, from the change of the document on', async () => {
    const faults: Rule[] = [{ match: { name: NAME, type: 'A', nth: '2..3' }, do: { rcode: 'servfail' } }]
    await using world = await openWith(...faults)
    const statuses = async () => {
      const found: (string | undefined)[] = []
      for (let query = 0; query < 4; query++) {
        found.push(/status: (\w+)/.exec(await world.dig(NAME, 'A'))?.[1])
        await world.dig(NAME, 'AAAA')
      }
      return found
    }
    expect(await statuses()).toEqual(['NOERROR', 'SERVFAIL', 'SERVFAIL', 'NOERROR'])
    expect(await statuses()).toEqual(['NOERROR', 'NOERROR', 'NOERROR', 'NOERROR'])
    await world.internet.set({ world: { faults } })
    expect(await statuses()).toEqual(['NOERROR', 'SERVFAIL', 'SERVFAIL', 'NOERROR'])
  })

  it('fail in Node with the codes of the replies', async () => {
    await using world = await openWith({ match: { name: NAME, type: 'MX' }, do: { rcode: 'refused' } })
    const resolver = new Resolver()
    resolver.setServers([`${world.internet.dns.host}:${world.internet.dns.port}`])
    await expect(resolver.resolveMx(NAME)).rejects.toMatchObject({ code: 'EREFUSED' })
    expect(await resolver.resolve4(NAME)).not.toEqual([])
  })

  it('fail in dnspython with an exception for each reply', async () => {
    await using world = await openWith(
      { match: { name: NAME, type: 'MX' }, do: { rcode: 'servfail' } },
      { match: { name: NAME, type: 'TXT' }, do: 'drop' },
    )
    const { host, port } = world.internet.dns
    const script = `
import dns.resolver
r = dns.resolver.Resolver(configure=False); r.nameservers = ['${host}']; r.port = ${port}; r.lifetime = 4
for t in ('A', 'MX', 'TXT'):
    try: print(t, 'found' if r.resolve('${NAME}', t) else '')
    except Exception as e: print(t, type(e).__name__)
`
    expect(await outputOf('/usr/bin/python3', ['-c', script])).toBe('A found\nMX NoNameservers\nTXT LifetimeTimeout\n')
  })
})

describe.skipIf(obstacle !== undefined || !hasPrograms(['dig', 'unbound']))('nameservers', { timeout: 240_000 }, () => {
  const ALL = [1, 2, 3, 4]
  // Each rule has a domain of its own, because one unbound takes about as long for all domains as for one. The domain of `drop` shares no
  // nameserver, because unbound avoids one that lost a query.
  const RULES: Readonly<Record<string, { readonly effect: Rule['do']; readonly servers: readonly number[] }>> = {
    'shop.example': { effect: 'lame', servers: [1] },
    'museum.example': { effect: 'drop', servers: [1] },
    'ledger.co.uk': { effect: { rcode: 'servfail' }, servers: [1] },
    'bakery.test': { effect: 'formerr', servers: [1] },
    'office.example': { effect: 'truncate', servers: ALL },
    'school.test': { effect: { delay: '300ms' }, servers: ALL },
    'harbour.test': { effect: 'lame', servers: ALL },
    'atelier.example': { effect: { rcode: 'servfail' }, servers: ALL },
    'cafe.test': { effect: 'formerr', servers: ALL },
  }

  it('have the same effect on unbound as on the resolver of netbox, at the first nameserver and at all', async () => {
    const faults = Object.entries(RULES).flatMap(([name, { effect, servers }]) =>
      servers.map((server): Rule => ({ match: { name, server }, do: effect })),
    )
    const asked = [...Object.keys(RULES), 'mail.example'].flatMap((name) => [`${name} A`, `${name} MX`])
    const questions = join(folder, 'questions')
    writeFileSync(questions, `${asked.join('\n')}\n`)
    const { output } = await run(['bash', unbound, questions], { world: { faults } })
    expect(output.trimEnd().split('\n')).toEqual(asked.map((question) => `same ${question}`))
  })

  it('may have other records, signed with the key of the zone', async () => {
    const faults: Rule[] = [{ match: { name: NAME, server: 2 }, do: { answer: { A: ['198.51.100.9'] } } }]
    const script = `for n in $(dig +short ${NAME} NS | sort); do dig +norec +dnssec +noall +answer @$n ${NAME} A; echo "- $n"; done`
    const { output } = await shell(script, { world: { faults } })
    const [, ...servers] = output.split('- ').toReversed()
    expect(servers.toReversed().map((text) => /A\s198\.51\.100\.9\n/.test(text))).toEqual([false, true, false])
    expect(output.match(/RRSIG\s+A /g)).toHaveLength(3)
  })
})
