import { describe, expect, it } from 'vitest'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { requireTool } from '../src/runs/prepare-run.ts'
import { scenarios } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { type ToolId, findTool } from '../src/catalogue/catalogue.ts'
import { tools } from '../src/tools/index.ts'

/** What spec §3 lists for a tool, what the result is about where §3 leaves that out, and the rows of its lists. */
interface Shape {
  readonly tool: string
  readonly keys: string
  readonly subject?: string
  readonly rows?: Readonly<Record<string, string>>
}

// Copied from the specification by hand: §3 "Simulated result shapes", under the names of its catalogue.
const shapes: readonly Shape[] = [
  { tool: 'blacklist', keys: 'ip status score sources recommendation', rows: { sources: 'name listed' } },
  { tool: 'ptr', keys: 'ip hostname valid response_time' },
  { tool: 'arin', keys: 'ip asn organization country network abuse_contact' },
  { tool: 'tcp', keys: 'host port status response_time service' },
  {
    tool: 'ping',
    keys: 'host packets_sent packets_received packet_loss min_time max_time avg_time results',
    rows: { results: 'sequence time ttl' },
  },
  { tool: 'trace', keys: 'host hops', rows: { hops: 'hop ip hostname time1 time2 time3' } },
  { tool: 'geoip', keys: 'city country latitude longitude timezone isp', subject: 'ip' },
  { tool: 'a', keys: 'domain records', rows: { records: 'type address ttl' } },
  { tool: 'mx', keys: 'domain records', rows: { records: 'priority exchange ttl' } },
  { tool: 'txt', keys: 'domain records', rows: { records: 'value ttl' } },
  { tool: 'cname', keys: 'domain cname ttl' },
  { tool: 'soa', keys: 'primary_ns admin_email serial refresh retry expire minimum', subject: 'domain' },
  { tool: 'dnssec', keys: 'dnssec_enabled status chain_valid algorithms', subject: 'domain' },
  { tool: 'whois', keys: 'registrar creation_date expiration_date nameservers status', subject: 'domain' },
  {
    tool: 'propagation',
    keys: 'propagation_status servers',
    subject: 'domain',
    rows: { servers: 'location country resolver address status ttl' },
  },
  { tool: 'spf', keys: 'spf_record valid warnings includes mechanisms', subject: 'domain' },
  {
    // Not in §3: the summary of the domain's A, MX, NS, SOA, TXT, SPF, DNSSEC and propagation facts, and its checks.
    tool: 'dns',
    keys: 'a mx nameservers soa txt spf dnssec propagation checks',
    subject: 'domain',
    rows: { mx: 'priority exchange', checks: 'name status detail' },
  },
  { tool: 'smtp-test', keys: 'host port reachable supports_tls auth_methods response_time' },
  {
    tool: 'spf-generator',
    keys: 'generated_spf explanation recommendations',
    subject: 'domain',
    rows: { explanation: 'term meaning' },
  },
  {
    tool: 'email-validation',
    keys: 'valid syntax_check domain_check mx_check deliverable risk_score',
    subject: 'email',
  },
  {
    tool: 'deliverability',
    keys: 'spf_valid dkim_configured dmarc_policy deliverability_score recommendations',
    subject: 'domain',
  },
  {
    tool: 'email-migration',
    keys: 'status source_folders estimated_emails estimated_size migration_id next_steps',
    subject: 'host port',
    rows: { source_folders: 'name messages' },
  },
  {
    tool: 'header-analyzer',
    keys: 'security_score spf_result dkim_result dmarc_result route recommendations',
    subject: 'domain',
    rows: { route: 'hop from by protocol delay_seconds' },
  },
  {
    tool: 'https',
    keys: 'ssl_grade certificate_valid expires_in_days protocols cipher_suites issues',
    subject: 'domain',
  },
  {
    tool: 'header-security',
    keys: 'security_score headers recommendations',
    subject: 'domain',
    rows: { headers: 'name present value' },
  },
]

const sorted = (words: string): string[] => words.split(' ').filter(Boolean).toSorted()
const keysOf = (value: unknown): string[] => Object.keys(value ?? {}).toSorted()

const idOf = (name: string): ToolId => {
  const tool = findTool(name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool.id
}

/** Runs a tool on its placeholder, four seeds in every scenario. Gives the results as plain data, with their places. */
const resultsOf = async (name: string): Promise<{ where: string; result: Record<string, unknown> }[]> => {
  const id = idOf(name)
  const worlds = scenarios.flatMap(({ name: scenario }) =>
    ['k3f9', '42', 'a', 'b'].map((seed) => ({ seed, scenario, at: FIXED_TIME })),
  )
  return Promise.all(
    worlds.map(async (world) => {
      const { result } = await createToolbox({ ...world, plan: 'enterprise' }).run(id, requireTool(id).placeholder)
      // What a client reads is JSON: a key that holds nothing must not get lost on the way.
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
  it('have a row in this table for every tool', () => {
    expect(shapes.map(({ tool }) => idOf(tool)).toSorted()).toEqual(tools.map(({ id }) => id).toSorted())
  })

  it.each(shapes)(
    '$tool has exactly the keys of spec §3, in its lists too, in every scenario',
    async ({ tool, keys, subject = '', rows = {} }) => {
      const counted = new Map(Object.keys(rows).map((name) => [name, 0]))
      for (const { where, result } of await resultsOf(tool)) {
        expect(keysOf(result), where).toEqual(sorted(`${keys} ${subject}`))
        for (const [name, columns] of Object.entries(rows)) {
          const list = result[name]
          if (!Array.isArray(list)) throw new Error(`${where}: ${name} is no list`)
          for (const row of list) expect(keysOf(row), `${name}, ${where}`).toEqual(sorted(columns))
          counted.set(name, (counted.get(name) ?? 0) + list.length)
        }
      }
      // A list that is always empty would pass for ever.
      expect([...counted].filter(([, count]) => count === 0)).toEqual([])
    },
  )

  it('say BLACKLISTED or CLEAN of an address, and both happen', async () => {
    expect(await seen('blacklist', 'status')).toEqual(['BLACKLISTED', 'CLEAN'])
    expect(requireTool('blacklist').resultSchema.properties?.['status']?.enum).toEqual(['BLACKLISTED', 'CLEAN'])
  })

  it('say OPEN or CLOSED of a port, and both happen', async () => {
    expect(await seen('tcp', 'status')).toEqual(['CLOSED', 'OPEN'])
    expect(requireTool('tcp').resultSchema.properties?.['status']?.enum).toEqual(['OPEN', 'CLOSED'])
  })

  it('say CONFIGURED of a migration, with its folders, estimates, id and next steps', async () => {
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
