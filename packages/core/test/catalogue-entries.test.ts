import { describe, expect, it } from 'vitest'
import { findTool } from '../src/catalogue/catalogue.ts'
import {
  dashboardTools,
  homeTool,
  pickerCategories,
  pickerTools,
  pageMetadata,
  toolBadges,
} from '../src/catalogue/views.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import type { ToolDefinition } from '../src/tools/define-tool.ts'
import { tools } from '../src/tools/index.ts'

const definitions: readonly ToolDefinition[] = tools

// Copied from the specification by hand: §2 "Route table", §3 "Tool catalogue" and §5.
const ADDRESS = 'blacklist ptr arin ping trace geoip'
const DOMAIN = 'a mx spf txt cname soa dnssec https whois propagation dns'
const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ADDRESS.split(' ').map((id) => [id, 'IP Address'])),
  ...Object.fromEntries(DOMAIN.split(' ').map((id) => [id, 'Domain Name'])),
  tcp: 'IP/Domain:Port',
  'smtp-test': 'SMTP Details',
  'email-validation': 'Email Addresses',
  deliverability: 'Domain Name',
  'spf-generator': 'Domain Details',
  'header-analyzer': 'Email Headers',
  'email-migration': 'IMAP Details',
}
const PAGES =
  'blacklist-check ptr-lookup arin-lookup tcp-port-test ping-test traceroute geoip-lookup a-record mx-record spf-check txt-records cname-lookup soa-record dns-diagnostic dnssec-check https-test whois-lookup dns-propagation smtp-test email-validation email-deliverability spf-generator header-analyzer email-migration header-security'

const inPicker: readonly ToolDefinition[] = pickerCategories.flatMap((category) => pickerTools(category))

describe('the picker', () => {
  it.each(Object.entries(LABELS))('asks in %s for: %s (spec §3)', (id, label) => {
    expect(inPicker.filter(({ picker }) => picker?.id === id).map(({ input }) => input.type)).toEqual([label])
  })

  it('asks for the input of every tool that it shows, and of no other', () => {
    expect(inPicker.map(({ picker }) => picker?.id ?? '').toSorted()).toEqual(Object.keys(LABELS).toSorted())
  })

  it('has for every card an id, a name, a description, an input type, a category and its badges', () => {
    for (const tool of inPicker) {
      expect(tool.picker?.id, tool.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(['network', 'dns', 'email'], tool.id).toContain(tool.picker?.category)
      expect(tool.name.length, tool.id).toBeGreaterThan(5)
      expect(tool.description, tool.id).toMatch(/^[A-Z].{15,}[.?]$/)
      expect(toolBadges(tool).includes('Login Required'), tool.id).toBe(tool.picker?.requiresLogin === true)
    }
    expect(new Set(inPicker.map(({ name }) => name)).size).toBe(inPicker.length)
  })

  it('shows exactly the tools of the catalogue that have a place in it, each once', () => {
    const placed = definitions.filter(({ picker }) => picker !== undefined)
    expect(inPicker.map(({ id }) => id).toSorted()).toEqual(placed.map(({ id }) => id).toSorted())
    expect(placed).toHaveLength(24)
  })

  it('calls the DNS Diagnostic not free, alone of its tools, and takes a domain name for it', () => {
    const paid = inPicker.filter((tool) => toolBadges(tool).includes('Pro'))
    expect(paid.map(({ name, input }) => [name, input.type])).toEqual([['DNS Diagnostic', 'Domain Name']])
  })

  it('marks the email validation, which takes email addresses, and the migration, which takes IMAP details, as Login', () => {
    const marked = inPicker.filter((tool) => toolBadges(tool).includes('Login Required'))
    expect(marked.map(({ picker, input }) => `${picker?.id}: ${input.type}`).toSorted()).toEqual([
      'email-migration: IMAP Details',
      'email-validation: Email Addresses',
    ])
  })

  it('names each tool in short, and a run takes the short name as the tool', async () => {
    const box = createToolbox({ plan: 'enterprise', seed: 'k3f9' })
    for (const tool of inPicker) {
      const short = tool.picker?.id ?? ''
      expect(findTool(short)?.id).toBe(tool.id)
      // Scripts without types may pass any name of a tool.
      expect((await box.run(short as 'mx-record', tool.placeholder)).tool).toBe(tool.id)
    }
  })
})

describe('the dashboard', () => {
  it('has for every tool an id, a name, a description, a category, an input with its placeholder, three features, whether it is free, and limits', () => {
    for (const tool of definitions) {
      expect(tool.features, tool.id).toHaveLength(3)
      expect(new Set(tool.features).size, tool.id).toBe(3)
      expect(
        tool.features.filter((feature) => feature.trim() === ''),
        tool.id,
      ).toEqual([])
      expect(tool.input.type, tool.id).not.toBe('')
      expect(tool.input.parse(tool.placeholder)?.canonical, tool.id).toBeTypeOf('string')
      expect(tool.free, tool.id).toBeTypeOf('boolean')
      expect(Object.keys(tool.limits), tool.id).toEqual(['free', 'pro', 'enterprise'])
      for (const limit of Object.values(tool.limits)) expect(Number.isInteger(limit) && limit >= -1, tool.id).toBe(true)
    }
  })

  it('holds tools of network, dns, email and security, and of no other category', () => {
    const categories = new Set(definitions.flatMap(({ dashboard }) => (dashboard === undefined ? [] : [dashboard])))
    expect([...categories].toSorted()).toEqual(['dns', 'email', 'network', 'security'])
  })

  it('holds https-test and header-security under security', () => {
    expect(
      dashboardTools('security')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['header-security', 'https-test'])
  })
})

describe('pages', () => {
  it('have one path for each tool, as the specification spells it, with txt-records for TXT', () => {
    expect(definitions.map(({ path }) => path).toSorted()).toEqual(PAGES.split(' ').toSorted())
    for (const path of PAGES.split(' ')) expect(findTool(path)?.path).toBe(path)
    expect(findTool('txt-records')?.id).toBe('txt-record')
  })

  it('show header-security under /tools/ alone, and every other tool at home too', () => {
    const absent = PAGES.split(' ').filter((path) => homeTool(`/${path}`) === undefined)
    expect(absent).toEqual(['header-security'])
    expect(findTool('header-security')?.path).toBe('header-security')
  })

  it('have a title, a description and keywords of their own', () => {
    const pages = definitions.map(pageMetadata)
    expect(new Set(pages.map(({ title }) => title)).size).toBe(25)
    expect(new Set(pages.map(({ description }) => description)).size).toBe(25)
    expect(new Set(pages.map(({ keywords }) => keywords.join())).size).toBe(25)
    for (const { title, keywords } of pages) {
      expect(keywords.filter((keyword) => keyword.trim() === '')).toEqual([])
      expect(new Set(keywords).size, title).toBe(keywords.length)
    }
  })
})
