import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { findTool, namesOf } from '../src/catalogue/catalogue.ts'
import {
  cheapestPlan,
  dashboardCategories,
  dashboardTools,
  homeTool,
  limitsTable,
  pageMetadata,
  pickerCategories,
  pickerTools,
  structuredData,
  toolBadges,
} from '../src/catalogue/views.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { requireTool } from '../src/runs/prepare-run.ts'
import { scenarios } from '../src/scenarios/index.ts'
import type { ToolDefinition } from '../src/tools/define-tool.ts'
import { tools } from '../src/tools/index.ts'

const definitions: readonly ToolDefinition[] = tools
const files = Object.keys(import.meta.glob('../src/tools/*/*.ts')).map((path) => path.replace('../src/tools/', ''))

describe('the catalogue', () => {
  it('holds every tool that has a file, and each has a simulation and a test beside it', () => {
    const written = files.filter((file) => /^[a-z]+\/[a-z-]+\.ts$/.test(file))
    const folders = written.map((file) => file.split('/')[1]?.replace('.ts', ''))
    expect(new Set(folders)).toEqual(new Set(definitions.map(({ id }) => id)))
    for (const file of written) {
      expect(files).toContain(file.replace('.ts', '.simulation.ts'))
      expect(files).toContain(file.replace('.ts', '.test.ts'))
    }
  })

  it('holds 25 tools under names that are all different', () => {
    expect(tools).toHaveLength(25)
    const names = definitions.flatMap(namesOf)
    expect(new Set(names).size).toBe(names.length)
  })

  it('finds a tool by id, path, picker id and alias, in any case', () => {
    for (const tool of definitions) {
      for (const name of namesOf(tool)) expect(findTool(` ${name.toUpperCase()} `)?.id, name).toBe(tool.id)
    }
    expect(findTool('txt-records')?.id).toBe('txt-record')
    expect(findTool('trace')?.id).toBe('traceroute')
  })

  it.each([
    ['network', ['blacklist', 'ptr', 'arin', 'tcp', 'ping', 'trace', 'geoip']],
    ['dns', ['a', 'mx', 'spf', 'txt', 'cname', 'soa', 'dns', 'dnssec', 'https', 'whois', 'propagation']],
    [
      'email',
      ['smtp-test', 'email-validation', 'deliverability', 'spf-generator', 'header-analyzer', 'email-migration'],
    ],
  ] as const)('shows these tools in the picker’s %s tab (spec §3)', (category, ids) => {
    expect(new Set(pickerTools(category).map((tool: ToolDefinition) => tool.picker?.id))).toEqual(new Set(ids))
  })

  it('counts 7 network, 9 dns, 6 email, 2 security and 0 monitoring tools on the dashboard (spec §9)', () => {
    expect(dashboardCategories.map((category) => [category, dashboardTools(category).length])).toEqual([
      ['network', 7],
      ['dns', 9],
      ['email', 6],
      ['security', 2],
      ['monitoring', 0],
    ])
  })

  it('has a home path for the 24 tools of the picker, as the route table says', () => {
    const paths = [
      '/blacklist-check',
      '/ptr-lookup',
      '/arin-lookup',
      '/tcp-port-test',
      '/ping-test',
      '/traceroute',
      '/geoip-lookup',
      '/a-record',
      '/mx-record',
      '/spf-check',
      '/txt-records',
      '/cname-lookup',
      '/soa-record',
      '/dns-diagnostic',
      '/dnssec-check',
      '/https-test',
      '/whois-lookup',
      '/dns-propagation',
      '/smtp-test',
      '/email-validation',
      '/email-deliverability',
      '/spf-generator',
      '/header-analyzer',
      '/email-migration',
    ]
    expect(
      pickerCategories
        .flatMap((category) => pickerTools(category))
        .map(({ path }) => `/${path}`)
        .toSorted(),
    ).toEqual(paths.toSorted())
    for (const path of paths) expect(homeTool(path)?.path).toBe(path.slice(1))
    expect(homeTool('/header-security')).toBeUndefined()
  })

  it('has the daily limits of spec §9', () => {
    const rows = limitsTable().map(({ tool, free, pro, enterprise }) => `${tool} ${free}/${pro}/${enterprise}`)
    expect(rows.toSorted()).toEqual(
      [
        'blacklist-check 50/500/-1',
        'ptr-lookup 100/1000/-1',
        'arin-lookup 75/750/-1',
        'tcp-port-test 25/250/-1',
        'ping-test 50/500/-1',
        'traceroute 25/250/-1',
        'geoip-lookup 100/1000/-1',
        'a-record 100/1000/-1',
        'mx-record 100/1000/-1',
        'txt-record 100/1000/-1',
        'cname-lookup 100/1000/-1',
        'soa-record 100/1000/-1',
        'dnssec-check 50/500/-1',
        'whois-lookup 50/500/-1',
        'dns-propagation 25/250/-1',
        'spf-check 50/500/-1',
        'dns-diagnostic 0/250/-1',
        'smtp-test 25/250/-1',
        'email-validation 100/1000/-1',
        'email-deliverability 50/500/-1',
        'spf-generator 25/250/-1',
        'header-analyzer 50/500/-1',
        'email-migration 0/10/50',
        'https-test 50/500/-1',
        'header-security 50/500/-1',
      ].toSorted(),
    )
  })

  it('marks the DNS Diagnostic as Pro, email validation and migration as Login, and every tool as CAPTCHA', () => {
    const marked = (badge: string) =>
      pickerCategories
        .flatMap((category) => pickerTools(category))
        .filter((tool) => toolBadges(tool).includes(badge))
        .map(({ id }) => id)
    expect(marked('Pro')).toEqual(['dns-diagnostic'])
    expect(marked('Login Required').toSorted()).toEqual(['email-migration', 'email-validation'])
    expect(marked('CAPTCHA Required')).toHaveLength(24)
  })

  it('has dns-diagnostic and email-migration as its only tools above the free plan', () => {
    expect(
      definitions
        .filter((tool) => cheapestPlan(tool) !== 'free')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['dns-diagnostic', 'email-migration'])
  })

  it('describes every page to search engines with a price of 0 USD and a title and description of its own', () => {
    for (const tool of definitions) {
      expect(structuredData(tool, 'https://netbox.example').offers).toEqual({
        '@type': 'Offer',
        price: '0',
        priceCurrency: 'USD',
      })
      const { title, description, keywords } = pageMetadata(tool)
      expect(title.length, title).toBeLessThanOrEqual(70)
      expect(description.length, description).toBeGreaterThanOrEqual(70)
      expect(description.length, description).toBeLessThanOrEqual(160)
      expect(description, tool.id).toContain('Simulated')
      expect(keywords.length, tool.id).toBeGreaterThanOrEqual(4)
    }
    expect(new Set(definitions.map((tool) => pageMetadata(tool).title)).size).toBe(25)
    expect(new Set(definitions.map((tool) => pageMetadata(tool).description)).size).toBe(25)
  })
})

describe('result schemas', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false })

  it.each(tools.map(({ id }) => id))('%s: an independent validator accepts the schema and every result', async (id) => {
    const validate = ajv.compile(requireTool(id).resultSchema)
    for (const { name: scenario } of scenarios) {
      for (let seed = 0; seed < 20; seed++) {
        const run = await createToolbox({ seed: `schema ${seed}`, scenario, plan: 'enterprise', at: 0 }).run(
          id,
          requireTool(id).placeholder,
        )
        expect(validate(run.result), ajv.errorsText(validate.errors)).toBe(true)
      }
    }
  })
})
