import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { casesOf } from './support/runner.ts'
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
const inPicker: readonly ToolDefinition[] = pickerCategories.flatMap((category) => pickerTools(category))
const files = Object.keys(import.meta.glob('../src/tools/*/**/*.ts')).map((path) => path.replace('../src/tools/', ''))

const sortedIds = (some: readonly ToolDefinition[]): readonly string[] => some.map(({ id }) => id).toSorted()

describe('the catalogue', () => {
  it('contains every tool that has a file, and each has a simulation and a test next to it', () => {
    // A tool of many files has its own folder: `email/header-analyzer/header-analyzer.ts`.
    const written = files.filter((file) => /^[a-z]+\/(?:[a-z-]+|([a-z-]+)\/\1)\.ts$/.test(file))
    const ids = written.map((file) => file.split('/').at(-1)?.replace('.ts', ''))
    expect(new Set(ids)).toEqual(new Set(definitions.map(({ id }) => id)))
    for (const file of written) {
      expect(files).toContain(file.replace('.ts', '.simulation.ts'))
      expect(files).toContain(file.replace('.ts', '.test.ts'))
    }
  })

  it('contains each tool once, with unique names', () => {
    const names = definitions.flatMap(namesOf)
    expect(new Set(names).size).toBe(names.length)
  })

  it('finds a tool by id, path, picker id and alias, ignoring case', () => {
    for (const tool of definitions) {
      for (const name of namesOf(tool)) expect(findTool(` ${name.toUpperCase()} `)?.id, name).toBe(tool.id)
    }
    expect(findTool('txt-records')?.id).toBe('txt-record')
    expect(findTool('trace')?.id).toBe('traceroute')
  })

  it('has for every tool an id, a name, a description, a category, an input with its placeholder, three features, its access and limits', () => {
    for (const tool of definitions) {
      expect(tool.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(tool.name.length, tool.id).toBeGreaterThan(5)
      expect(tool.description, tool.id).toMatch(/^[A-Z].{15,}[.?]$/)
      expect(tool.dashboard ?? tool.picker?.category, tool.id).toBeDefined()
      expect(new Set(tool.features.map((feature) => feature.trim()).filter(Boolean)).size, tool.id).toBe(3)
      expect(tool.input.type, tool.id).not.toBe('')
      expect(tool.input.parse(tool.placeholder)?.canonical, tool.id).toBeTypeOf('string')
      expect(tool.free, tool.id).toBe(tool.limits.free !== 0)
      expect(Object.keys(tool.limits), tool.id).toEqual(['free', 'pro', 'enterprise'])
      for (const limit of Object.values(tool.limits)) expect(Number.isInteger(limit) && limit >= -1, tool.id).toBe(true)
    }
  })

  it('returns limits, and the cheapest plan with runs, for each tool', () => {
    const rows = limitsTable()
    expect(rows.map(({ tool }) => tool)).toEqual(definitions.map(({ id }) => id))
    for (const { tool, free, pro } of rows) {
      const plan = free !== 0 ? 'free' : pro !== 0 ? 'pro' : 'enterprise'
      expect(cheapestPlan(requireTool(tool)), tool).toBe(plan)
    }
  })
})

describe('the picker', () => {
  it('shows exactly the catalogue’s tools with a picker entry, each once, and each at its home path', () => {
    expect(sortedIds(inPicker)).toEqual(sortedIds(definitions.filter(({ picker }) => picker !== undefined)))
    expect(new Set(inPicker.map(({ name }) => name)).size).toBe(inPicker.length)
    for (const { id, path } of inPicker) expect(homeTool(`/${path}`)?.id).toBe(id)
  })

  it('has for every card an id, a name, a description, an input type, a category and its badges', () => {
    for (const tool of inPicker) {
      expect(tool.picker?.id, tool.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(pickerCategories, tool.id).toContain(tool.picker?.category)
      expect(toolBadges(tool), tool.id).toContain('CAPTCHA Required')
      expect(toolBadges(tool).includes('Login Required'), tool.id).toBe(tool.picker?.requiresLogin === true)
    }
  })

  it('has a short name for each tool, which a run accepts as the tool', async () => {
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
  it('shows exactly the catalogue’s tools with a dashboard category, each once, and none under monitoring', () => {
    const shown = dashboardCategories.flatMap((category) => dashboardTools(category))
    expect(sortedIds(shown)).toEqual(sortedIds(definitions.filter(({ dashboard }) => dashboard !== undefined)))
    expect(dashboardTools('monitoring')).toEqual([])
  })

  it('contains tools of network, dns, email and security, and of no other category', () => {
    const categories = new Set(definitions.flatMap(({ dashboard }) => (dashboard === undefined ? [] : [dashboard])))
    expect([...categories].toSorted()).toEqual(['dns', 'email', 'network', 'security'])
  })
})

describe('pages', () => {
  it('have a unique title, description and keywords', () => {
    const pages = definitions.map(pageMetadata)
    for (const { title, description, keywords } of pages) {
      expect(title.length, title).toBeLessThanOrEqual(70)
      expect(description.length, description).toBeGreaterThanOrEqual(70)
      expect(description.length, description).toBeLessThanOrEqual(160)
      expect(description).toContain('Simulated')
      expect(keywords.length, title).toBeGreaterThanOrEqual(4)
      expect(keywords.filter((keyword) => keyword.trim() === '')).toEqual([])
      expect(new Set(keywords).size, title).toBe(keywords.length)
    }
    for (const key of ['title', 'description', 'keywords'] as const)
      expect(new Set(pages.map((page) => String(page[key]))).size, key).toBe(definitions.length)
  })

  it('give search engines a price of 0 USD', () => {
    for (const tool of definitions)
      expect(structuredData(tool, 'https://netbox.example').offers).toEqual({
        '@type': 'Offer',
        price: '0',
        priceCurrency: 'USD',
      })
  })
})

describe('result schemas', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false })

  it.each(tools.map(({ id }) => id))('%s: an independent validator accepts the schema and every result', async (id) => {
    const validate = ajv.compile(requireTool(id).resultSchema)
    for (const { name: scenario } of scenarios) {
      for (let seed = 0; seed < casesOf(20); seed++) {
        const run = await createToolbox({ seed: `schema ${seed}`, scenario, plan: 'enterprise', at: 0 }).run(
          id,
          requireTool(id).placeholder,
        )
        expect(validate(run.result), ajv.errorsText(validate.errors)).toBe(true)
      }
    }
  })
})
