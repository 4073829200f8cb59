import { type PlanId, plans } from '../plans/plans.ts'
import type { DashboardCategory, PickerCategory, ToolDefinition } from '../tools/define-tool.ts'
import { tools } from '../tools/index.ts'
import { namesOf, type Tool } from './catalogue.ts'

// The tuple's literal types share no optional fields, so they are read through the type of the definition.
const definitions: readonly (Tool & ToolDefinition)[] = tools

/** The picker's tabs that contain tools, in their order (spec §2). */
export const pickerCategories: readonly PickerCategory[] = ['network', 'dns', 'email']

/** The dashboard's categories in the order of the side navigation; monitoring has no tools yet (spec §1). */
export const dashboardCategories: readonly (DashboardCategory | 'monitoring')[] = [
  'network',
  'dns',
  'email',
  'security',
  'monitoring',
]

/**
 * Lists the tools of one tab of the home page.
 *
 * @example
 * pickerTools('email')[0]?.id // => 'smtp-test'
 */
export const pickerTools = (category: PickerCategory): Tool[] =>
  definitions.filter((tool: ToolDefinition) => tool.picker?.category === category)

/**
 * Lists the tools of one category of the dashboard.
 *
 * @example
 * dashboardTools('dns')[0]?.id // => 'a-record'
 * dashboardTools('monitoring') // => []
 */
export const dashboardTools = (category: DashboardCategory | 'monitoring'): Tool[] =>
  definitions.filter((tool: ToolDefinition) => tool.dashboard === category)

/**
 * Finds the tool that a path of the home page selects.
 *
 * @example
 * homeTool('/txt-records')?.id // => 'txt-record'
 * homeTool('/header-security') // => undefined
 */
export const homeTool = (path: string): Tool | undefined =>
  definitions.find((tool: ToolDefinition) => tool.picker !== undefined && `/${tool.path}` === path)

/** The texts of a tool's badges. Source: spec §2. */
export const badges = { pro: 'Pro', login: 'Login Required', captcha: 'CAPTCHA Required' } as const

/**
 * Lists the badges of a tool's panel: Pro, Login Required, and always CAPTCHA Required (spec §2 and §5).
 *
 * @example
 * const tool = findTool('mx-record')
 * tool && toolBadges(tool) // => ['CAPTCHA Required']
 */
export const toolBadges = (tool: ToolDefinition): string[] => [
  ...((tool.picker?.free ?? tool.free) ? [] : [badges.pro]),
  ...(tool.picker?.requiresLogin === true ? [badges.login] : []),
  badges.captcha,
]

/** One row of the table of daily limits: runs per day by plan, -1 unlimited, 0 not available. */
export interface LimitsRow extends Readonly<Record<PlanId, number>> {
  readonly tool: string
  readonly name: string
}

/**
 * Returns the daily limits of every tool (spec §9).
 *
 * @example
 * const row = limitsTable().find(({ tool }) => tool === 'mx-record')
 * row // => { tool: 'mx-record', name: 'MX Record', free: 100, pro: 1000, enterprise: -1 }
 */
export const limitsTable = (): LimitsRow[] => tools.map(({ id, name, limits }) => ({ tool: id, name, ...limits }))

/** The metadata in the head of a tool's page. */
export interface PageMetadata {
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
}

/**
 * Returns the title, description and keywords of a tool's page, from the tool's definition. No two pages share them (spec §1).
 *
 * @example
 * const tool = findTool('mx-record')
 * tool && pageMetadata(tool).title // => 'MX Record: Who accepts mail for this domain?'
 */
export const pageMetadata = (tool: ToolDefinition): PageMetadata => {
  return {
    title: `${tool.name}: ${tool.question}`,
    description: `${tool.description} ${tool.features.join(', ')}. Simulated results.`,
    keywords: [
      ...new Set(
        [tool.name, ...namesOf(tool).map((name) => name.replaceAll('-', ' ')), ...tool.features].map((word) =>
          word.toLowerCase(),
        ),
      ),
    ],
  }
}

/** Structured data for search engines (schema.org, spec §1): a free web application. */
export interface StructuredData {
  readonly '@context': 'https://schema.org'
  readonly '@type': 'WebApplication'
  readonly name: string
  readonly description: string
  readonly url: string
  readonly applicationCategory: 'DeveloperApplication'
  readonly operatingSystem: 'Any'
  readonly offers: { readonly '@type': 'Offer'; readonly price: '0'; readonly priceCurrency: 'USD' }
}

/**
 * Describes a tool's page to search engines; `origin` is the site's origin, without a trailing slash.
 *
 * @example
 * const tool = findTool('mx-record')
 * tool && structuredData(tool, 'https://netbox.example').url // => 'https://netbox.example/mx-record'
 */
export const structuredData = (tool: ToolDefinition, origin: string): StructuredData => ({
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: `netbox ${tool.name}`,
  description: pageMetadata(tool).description,
  url: `${origin}${tool.picker === undefined ? '/tools' : ''}/${tool.path}`,
  applicationCategory: 'DeveloperApplication',
  operatingSystem: 'Any',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
})

/**
 * Returns the cheapest plan that may run a tool.
 *
 * @example
 * const tool = findTool('dns-diagnostic')
 * tool && cheapestPlan(tool) // => 'pro'
 */
export const cheapestPlan = (tool: ToolDefinition): PlanId =>
  plans.find(({ id }) => (id !== 'free' || tool.free) && tool.limits[id] !== 0)?.id ?? 'enterprise'
