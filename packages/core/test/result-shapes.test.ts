import { describe, expect, it } from 'vitest'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { requireTool } from '../src/runs/prepare-run.ts'
import { scenarios } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { type ToolId, findTool } from '../src/catalogue/catalogue.ts'
import { specifiedTools } from './support/specification.ts'

/** The subject of a result, if §3 omits it, and the columns of its lists: netbox's own choice. */
interface OwnKeys {
  readonly subject?: string
  readonly rows?: Readonly<Record<string, string>>
  /** Input for a tool whose placeholder leaves a list empty. */
  readonly input?: string
}

const ownKeys: Readonly<Record<string, OwnKeys>> = {
  'blacklist-check': { rows: { sources: 'name listed' } },
  'ping-test': { rows: { results: 'sequence time ttl' } },
  traceroute: { rows: { hops: 'hop ip hostname time1 time2 time3' } },
  'geoip-lookup': { subject: 'ip' },
  'a-record': { rows: { records: 'type address ttl' } },
  'mx-record': { rows: { records: 'priority exchange ttl' } },
  'txt-record': { rows: { records: 'value ttl' } },
  'soa-record': { subject: 'domain' },
  'dnssec-check': { subject: 'domain' },
  'whois-lookup': { subject: 'domain' },
  'dns-propagation': { subject: 'domain', rows: { servers: 'location country resolver address status validates ttl' } },
  'spf-check': { subject: 'domain' },
  'dns-diagnostic': { subject: 'domain', rows: { mx: 'priority exchange', checks: 'name status detail' } },
  'spf-generator': { subject: 'domain', rows: { explanation: 'term meaning' } },
  'email-validation': { subject: 'email' },
  'email-deliverability': { subject: 'domain' },
  'email-migration': { subject: 'host port', rows: { source_folders: 'name messages' } },
  'header-analyzer': {
    subject: 'domain',
    rows: { route: 'hop from by protocol delay_seconds' },
    input: 'From: ana@mail.example\nReceived: from mx1.mail.example by mx1.inbox.example with ESMTPS',
  },
  'https-test': { subject: 'domain' },
  'header-security': { subject: 'domain', rows: { headers: 'name present value' } },
}

const sorted = (words: string): string[] => words.split(' ').filter(Boolean).toSorted()
const keysOf = (value: unknown): string[] => Object.keys(value ?? {}).toSorted()

const idOf = (name: string): ToolId => {
  const tool = findTool(name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool.id
}

/**
 * Runs a tool on its placeholder or another input, with four seeds in every scenario. Returns each result as plain data, with the seed and
 * scenario in `where`.
 */
const resultsOf = async (
  name: string,
  input: string = requireTool(name).placeholder,
): Promise<{ where: string; result: Record<string, unknown> }[]> => {
  const id = idOf(name)
  const worlds = scenarios.flatMap(({ name: scenario }) =>
    ['k3f9', '42', 'a', 'b'].map((seed) => ({ seed, scenario, at: FIXED_TIME })),
  )
  return Promise.all(
    worlds.map(async (world) => {
      const { result } = await createToolbox({ ...world, plan: 'enterprise' }).run(id, input)
      // Clients read JSON, so a key must survive even without a value.
      const data: Record<string, unknown> = JSON.parse(JSON.stringify(result))
      return { where: `${id}, seed ${world.seed}, scenario ${world.scenario}`, result: data }
    }),
  )
}

const seen = async (name: string, key: string): Promise<string[]> => {
  const results = await resultsOf(name)
  return [...new Set(results.map(({ result }) => String(result[key])))].toSorted()
}

describe('results', () => {
  it.each(specifiedTools)(
    '$id has exactly the keys of spec §3, in its lists too, in every scenario',
    async ({ id, keys }) => {
      const { subject = '', rows = {}, input } = ownKeys[id] ?? {}
      const counted = new Map(Object.keys(rows).map((name) => [name, 0]))
      for (const { where, result } of await resultsOf(id, input)) {
        expect(keysOf(result), where).toEqual(sorted(`${keys} ${subject}`))
        for (const [name, columns] of Object.entries(rows)) {
          const list = result[name]
          if (!Array.isArray(list)) throw new Error(`${where}: ${name} is not a list`)
          for (const row of list) expect(keysOf(row), `${name}, ${where}`).toEqual(sorted(columns))
          counted.set(name, (counted.get(name) ?? 0) + list.length)
        }
      }
      // Without this check, a list that is always empty would pass.
      expect([...counted].filter(([, count]) => count === 0)).toEqual([])
    },
  )

  it('contain BLACKLISTED or CLEAN for an address, and both occur', async () => {
    expect(await seen('blacklist', 'status')).toEqual(['BLACKLISTED', 'CLEAN'])
    expect(requireTool('blacklist').resultSchema.properties?.['status']?.enum).toEqual(['BLACKLISTED', 'CLEAN'])
  })

  it('contain OPEN or CLOSED for a port, and both occur', async () => {
    expect(await seen('tcp', 'status')).toEqual(['CLOSED', 'OPEN'])
    expect(requireTool('tcp').resultSchema.properties?.['status']?.enum).toEqual(['OPEN', 'CLOSED'])
  })

  it('contain CONFIGURED for a migration, with its folders, estimates, id and next steps', async () => {
    expect(await seen('email-migration', 'status')).toEqual(['CONFIGURED'])
    for (const { where, result } of await resultsOf('email-migration')) {
      expect(result, where).toMatchObject({
        source_folders: expect.any(Array),
        estimated_emails: expect.any(Number),
        estimated_size: expect.stringMatching(/^\d+(\.\d)? [kMG]B$/),
        migration_id: expect.stringMatching(/./),
        next_steps: expect.any(Array),
      })
    }
  })
})
