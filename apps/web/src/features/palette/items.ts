import { type Scenario, scenarios, severities, type ScenarioName } from '@netbox/core'
import { favouritesFirst, favouriteTools } from '../../lib/runs/favourites.ts'
import type { RecentRun } from '../../lib/runs/own-runs.ts'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { runPath, shellCommand, toolPath } from '../../lib/runs/run-links.ts'
import type { Theme } from '../../lib/page/theme.ts'
import { layoutTexts } from '../../texts/layout.ts'
import { pageWords } from '../../texts/page-words.ts'
import { sitePages } from '../../texts/site-pages.ts'
import { pageSynonyms, paletteTexts } from '../../texts/palette.ts'
import { labelOf, type Query, readFor, type Subject } from './query.ts'
import { allTools, type AnyTool, fittingTools, type Hit, searchSentence, searchTexts, searchTools } from './search.ts'

/** A page of the site that is not a tool's. */
export interface SitePage {
  readonly path: string
  readonly title: string
  readonly text: string
  /** Other words that find the page, the first of them its short name. */
  readonly words?: readonly string[]
}

/** One thing that the palette can open. */
export type PaletteItem = { readonly key: string } & (
  | { readonly type: 'tool'; readonly hit: Hit; readonly tool: AnyTool; readonly input?: string | undefined }
  | { readonly type: 'run'; readonly tool: AnyTool; readonly run: RecentRun }
  | {
      readonly type: 'scenario'
      readonly name: ScenarioName
      readonly title: string
      /** The number of tools whose reports the scenario changes. */
      readonly tools: number
      /** The tool whose report the scenario changes most. */
      readonly tool: AnyTool
      readonly input?: string | undefined
    }
  | { readonly type: 'theme'; readonly theme: Theme; readonly title: string; readonly text: string }
  | {
      readonly type: 'page'
      readonly page: SitePage
      /** Whether the page belongs to the documentation, so that the browser loads it as a separate page. */
      readonly isDocument: boolean
    }
)

/** The palette's sources in addition to the catalogue. */
export interface Kept {
  readonly favourites: readonly string[]
  readonly runs: readonly RecentRun[]
  /** The pages of the documentation. */
  readonly docs?: readonly SitePage[] | undefined
  readonly isAdmin?: boolean | undefined
}

// The number of items of each kind besides tools, and of other tools that take the input.
const MOST = 3
const ALSO = 4

/** Returns a hit for a tool whose texts contain no match. */
const unmarked = (tool: AnyTool): Hit => ({ tool, name: [], question: [] })

const toolItem = (hit: Hit, subject?: Subject): PaletteItem => {
  const { tool } = hit
  const input = subject === undefined ? undefined : readFor(tool, subject.text)
  return { type: 'tool', key: `tool-${tool.id}`, hit, tool, input }
}

const has = (texts: readonly string[], words: string): boolean => {
  const text = texts.join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Offers the past runs whose tool, input, scenario or seed contains every word. */
const runItems = (runs: readonly RecentRun[], wanted: string): PaletteItem[] =>
  runs
    .flatMap((run): PaletteItem[] => {
      const tool = allTools.find(({ id }) => id === run.tool)
      if (tool === undefined || !has([tool.name, tool.id, run.input, run.scenario, run.seed], wanted)) return []
      return [{ type: 'run', key: `run-${run.tool}-${run.seed}-${run.at}-${run.input}`, tool, run }]
    })
    .slice(0, MOST)

const worstOf = (findings: Readonly<Record<string, string>>): number =>
  Math.min(...Object.values(findings).map((severity) => severities.findIndex((known) => known === severity)))

/** Lists the tools that show a scenario, the most affected first. */
const toolsThatShow = ({ findings }: Scenario): AnyTool[] =>
  Object.entries(findings)
    .toSorted(([, a], [, b]) => worstOf(a) - worstOf(b))
    .flatMap(([id]) => allTools.find((tool) => tool.id === id) ?? [])

/** Offers the scenarios with a matching name, each at the most affected tool that accepts the input. */
const scenarioItems = (words: string, subject?: Subject): PaletteItem[] =>
  scenarios
    .flatMap((scenario): PaletteItem[] => {
      const { name, title } = scenario
      if (words === '' || name === 'random' || !has([name, title], words)) return []
      const shown = toolsThatShow(scenario)
      const tool = shown.find((one) => subject !== undefined && readFor(one, subject.text) !== undefined) ?? shown[0]
      if (tool === undefined) return []
      const input = subject === undefined ? undefined : readFor(tool, subject.text)
      return [{ type: 'scenario', key: `scenario-${name}`, name, title, tools: shown.length, tool, input }]
    })
    .slice(0, MOST)

/** Offers the themes of the site. */
const themeItems = (words: string): PaletteItem[] =>
  (['dark', 'light'] as const).flatMap((theme): PaletteItem[] => {
    const { title, text } = paletteTexts.themes[theme]
    // One or two letters would match too many words.
    return words.length < 3 || !has([title, text], words)
      ? []
      : [{ type: 'theme', key: `theme-${theme}`, theme, title, text }]
  })

// The first three need a link from a message or the address of a run. The admin panel is only for admins.
const LEFT_OUT: ReadonlySet<string> = new Set(['reset', 'confirm', 'embed', 'home', 'admin', 'not-found'])

const shortNames: Readonly<Partial<Record<string, string>>> = layoutTexts.navigation

const synonyms: Readonly<Partial<Record<string, readonly string[]>>> = pageSynonyms

// The cast is needed because TypeScript types the keys of an object as strings.
const named = (Object.keys(pageWords) as (keyof typeof pageWords)[])
  .filter((page) => !LEFT_OUT.has(page))
  .map((page): SitePage => {
    const { description, keywords } = pageWords[page]
    const { path, name } = sitePages[page]
    const words = [shortNames[page] ?? page, page, ...keywords, ...(synonyms[page] ?? [])]
    return { path, title: name, text: description, words }
  })

const { history, account, verifications, admin: adminPage } = sitePages

const personal: readonly SitePage[] = [
  { path: history.path, title: history.name, text: history.heading, words: pageSynonyms.history },
  { path: account.path, title: account.name, text: account.lead, words: pageSynonyms.account },
  { path: verifications.path, title: verifications.name, text: verifications.lead },
]

const admin: SitePage = { path: adminPage.path, title: adminPage.name, text: adminPage.lead }

const guides: readonly SitePage[] = [
  { path: '/docs', title: layoutTexts.docs, text: paletteTexts.docsText, words: ['documentation'] },
  { path: '/docs/serve', title: layoutTexts.serve, text: paletteTexts.serveText, words: pageSynonyms.serve },
]

const isNamed = ({ title, words: [short] = [] }: SitePage, words: string): boolean =>
  [title, short].some((name) => name?.toLowerCase() === words.toLowerCase())

const textOf = ({ title, text, words = [] }: SitePage): string => [title, ...words, text].join(' ')

const pagesIn = (pages: readonly SitePage[], words: string, isDocument = false): PaletteItem[] => {
  if (words === '') return []
  const found = searchTexts(pages, textOf, words)
  return (found.length > 0 ? found : searchSentence(pages, textOf, words))
    .toSorted((a, b) => Number(isNamed(b, words)) - Number(isNamed(a, words)))
    .slice(0, MOST)
    .map((page) => ({ type: 'page', key: `page-${page.path}-${page.text}`, page, isDocument }))
}

/** Items of one kind under their heading. */
export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

const toolGroup = (hits: readonly Hit[]): PaletteGroup => ({
  title: paletteTexts.tools,
  items: hits.map((hit) => toolItem(hit)),
})

const runGroup = (subject: Subject, hits: readonly Hit[], title = paletteTexts.runOn): PaletteGroup => ({
  title: title(labelOf(subject)),
  items: hits.map((hit) => toolItem(hit, subject)),
})

const fittingGroup = (subject: Subject, favourites: readonly string[]): PaletteGroup =>
  runGroup(subject, favouritesFirst(fittingTools(subject), favourites).map(unmarked))

const toolsWithoutWords = ({ subject }: Query, { favourites }: Kept): PaletteGroup[] => {
  if (subject !== undefined) return [fittingGroup(subject, favourites)]
  return [
    { ...toolGroup(favouriteTools(favourites).map(unmarked)), title: paletteTexts.favorites },
    toolGroup(allTools.filter(({ id }) => !favourites.includes(id)).map(unmarked)),
  ]
}

const toolsWithWords = ({ subject, words }: Query, { favourites }: Kept): PaletteGroup[] => {
  const hits = searchTools(words)
  if (subject === undefined) return [toolGroup(hits)]
  const fitting = fittingTools(subject)
  const found = hits.filter(({ tool }) => fitting.includes(tool))
  const unfit = toolGroup(hits.filter(({ tool }) => !fitting.includes(tool)))
  // If no tool matches both the words and the input, the palette shows all tools that accept the input.
  if (found.length === 0) return [fittingGroup(subject, favourites), unfit]
  const rest = fitting.filter((tool) => !found.some((hit) => hit.tool === tool)).slice(0, ALSO)
  return [runGroup(subject, found), runGroup(subject, rest.map(unmarked), paletteTexts.alsoOn), unfit]
}

/** Returns whether a group is what was typed: a page of this name, or past runs with this input. */
const isMeant = ({ items: [item] }: PaletteGroup, { subject, words }: Query): boolean =>
  item?.type === 'page'
    ? isNamed(item.page, words)
    : item?.type === 'run' && words === '' && item.run.input === subject?.text

/**
 * Lists the items that match a query, in non-empty groups. Past runs and pages come after tools, unless their input or name is what was
 * typed.
 */
export const paletteGroups = (query: Query, kept: Kept): PaletteGroup[] => {
  const { subject, words } = query
  const { runs, docs = [], isAdmin = false } = kept
  const sought = `${subject?.kind === 'headers' ? '' : (subject?.text ?? '')} ${words}`.trim()
  const pages = [...named, ...personal, ...(isAdmin ? [admin] : [])]
  const others = docs.filter(({ path }) => !guides.some((guide) => guide.path === path))
  const groups: PaletteGroup[] = [
    ...(words === '' ? toolsWithoutWords(query, kept) : toolsWithWords(query, kept)),
    { title: paletteTexts.pastRuns, items: runItems(runs, sought) },
    { title: paletteTexts.scenarios, items: scenarioItems(words, subject) },
    { title: paletteTexts.pages, items: [...pagesIn(pages, words), ...themeItems(words)] },
    { title: paletteTexts.docs, items: pagesIn([...guides, ...others], words, true) },
  ].filter(({ items }) => items.length > 0)
  return groups.toSorted((a, b) => Number(isMeant(b, query)) - Number(isMeant(a, query)))
}

/** The seed and scenario that were typed as options of the command. */
type TypedWorld = Pick<Query, 'seed' | 'scenario'>

const withQuery = (path: string, fields: Readonly<Record<string, string | undefined>>): string => {
  const entries = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`
}

/**
 * Returns the path that an item leads to. A run opens its report, a tool its form, in the world of the visit unless another one was typed;
 * a theme has no path.
 */
export const itemPath = (item: PaletteItem, { seed, scenario }: TypedWorld = {}): string | undefined => {
  switch (item.type) {
    case 'theme':
      return undefined
    case 'page':
      return item.page.path
    case 'run':
      return runPath(item.run)
    case 'scenario':
      return withQuery(toolPath(item.tool), { input: item.input, seed, scenario: item.name })
    case 'tool':
      return withQuery(toolPath(item.tool), { input: item.input, seed, scenario })
  }
}

/** Returns the item as a command for the terminal in a world; a page has no command. */
export const itemCommand = (item: PaletteItem, world: ChosenWorld): string | undefined => {
  switch (item.type) {
    case 'theme':
    case 'page':
      return undefined
    case 'run':
      return shellCommand(item.run)
    case 'scenario':
    case 'tool': {
      const { tool, input = tool.placeholder } = item
      return shellCommand({
        tool: tool.id,
        input,
        ...world,
        ...(item.type === 'scenario' ? { scenario: item.name } : {}),
      })
    }
  }
}
