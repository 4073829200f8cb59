import { describe, expect, it } from 'vitest'
import { findTool } from '../src/catalogue/catalogue.ts'
import {
  dashboardCategories,
  dashboardTools,
  homeTool,
  pickerCategories,
  pickerTools,
  toolBadges,
} from '../src/catalogue/views.ts'
import { plans } from '../src/plans/plans.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { requireTool } from '../src/runs/prepare-run.ts'
import type { ToolDefinition } from '../src/tools/define-tool.ts'
import { specifiedTools } from './support/specification.ts'

const granted = { granted: true, used: 1 }
const definitionOf = (id: string): ToolDefinition => requireTool(id)
const isSpecified = ({ id }: ToolDefinition): boolean => specifiedTools.some((tool) => tool.id === id)

describe('of the 25 tools of the specification', () => {
  it('each is in the table once', () => {
    expect(new Set(specifiedTools.map(({ id }) => id)).size).toBe(25)
  })

  it.each(specifiedTools)('$id has its path, its entries in picker and dashboard, and its input', (specified) => {
    const { path, picker, input, dashboard } = definitionOf(specified.id)
    const place = picker === undefined ? '' : `${picker.category} ${picker.id}`
    expect({ path, picker: place, input: input.type, dashboard: dashboard ?? '' }).toEqual({
      path: specified.path,
      picker: specified.picker,
      input: specified.input,
      dashboard: specified.dashboard,
    })
    expect(findTool(path)?.id).toBe(specified.id)
  })

  it.each(specifiedTools)('$id has the daily limits of spec §9', async ({ id, limits }) => {
    const known = findTool(id)
    if (known === undefined) throw new Error(`no tool ${id}`)
    const enforced: number[] = []
    for (const { id: plan } of plans) {
      const store = { read: () => 0, consume: (_: unknown, limit: number) => (enforced.push(limit), granted) }
      const run = createToolbox({ plan, usage: store }).run(known.id, known.placeholder)
      await run.catch((error: unknown) => {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(upgrade_required|not_available)$/) })
        enforced.push(0)
      })
    }
    expect(enforced.join(' / ')).toBe(limits)
  })

  it('the dashboard counts 7 network, 9 dns, 6 email, 2 security and 0 monitoring tools (spec §9)', () => {
    const counts = dashboardCategories.map((category) => {
      const shown: ToolDefinition[] = dashboardTools(category).filter(isSpecified)
      return [category, shown.length] as const
    })
    expect(Object.fromEntries(counts)).toEqual({ network: 7, dns: 9, email: 6, security: 2, monitoring: 0 })
  })

  it('header-security has a page only under /tools/, and every other one at home too', () => {
    const absent = specifiedTools.filter(({ path }) => homeTool(`/${path}`) === undefined)
    expect(absent.map(({ path }) => path)).toEqual(['header-security'])
  })

  it('the DNS Diagnostic is marked as Pro, email validation and migration as Login, and every one as CAPTCHA', () => {
    const shown: ToolDefinition[] = pickerCategories.flatMap(pickerTools).filter(isSpecified)
    const marked = (badge: string) => shown.filter((tool) => toolBadges(tool).includes(badge)).map(({ name }) => name)
    expect(marked('Pro')).toEqual(['DNS Diagnostic'])
    expect(marked('Login Required')).toEqual(['Email Validation', 'Email Migration'])
    expect(marked('CAPTCHA Required')).toHaveLength(24)
  })
})
