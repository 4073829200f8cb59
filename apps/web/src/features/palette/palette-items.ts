import {
  exercises,
  findTool,
  scenarios,
  type ScenarioName,
  severities,
  type Tool,
  type ToolDefinition,
} from '@netbox/core'
import { favouritesFirst, favouriteTools } from '../../lib/favourites.ts'
import type { RecentRun } from '../../lib/recent-runs.ts'
import { pageNames } from '../../texts/page-names.ts'
import { pageWords } from '../../texts/pages.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { fittingTools, pageTools } from './fitting-tools.ts'
import { readFor } from './recognise.ts'
import { type Hit, searchTools } from './search-tools.ts'
import type { Query, Subject } from './split-query.ts'

type AnyTool = Tool & ToolDefinition

/** One thing that the palette can open. */
export type PaletteItem =
  | { readonly type: 'tool'; readonly key: string; readonly hit: Hit; readonly tool: AnyTool; readonly input?: string }
  | { readonly type: 'run'; readonly key: string; readonly tool: AnyTool; readonly run: RecentRun }
  | {
      readonly type: 'scenario'
      readonly key: string
      readonly name: ScenarioName
      readonly title: string
      /** The tool whose report it changes most. */
      readonly tool: AnyTool
      readonly input?: string
    }
  | {
      readonly type: 'page'
      readonly key: string
      readonly path: string
      readonly title: string
      readonly text: string
    }

/** Things of one sort under their heading. */
export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

/** What the palette looks in besides the catalogue. */
export interface Kept {
  readonly favourites: readonly string[]
  readonly runs: readonly RecentRun[]
}

const ALSO = 4
const RUNS = 3
const SCENARIOS = 3
const PAGES = 3

const unmarked = (tool: AnyTool): Hit => ({ tool, name: [], question: [] })

const toolItem = (hit: Hit, subject?: Subject): PaletteItem => {
  const { tool } = hit
  const input = subject === undefined ? undefined : readFor(tool, subject.text)
  return { type: 'tool', key: `tool-${tool.id}`, hit, tool, ...(input === undefined ? {} : { input }) }
}

const has = (texts: readonly string[], words: string): boolean => {
  const text = texts.join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const runItems = (runs: readonly RecentRun[], wanted: string): PaletteItem[] =>
  runs
    .flatMap((run): PaletteItem[] => {
      const tool = pageTools.find(({ id }) => id === run.tool)
      if (tool === undefined || !has([tool.name, tool.id, run.input, run.scenario, run.seed], wanted)) return []
      return [{ type: 'run', key: `run-${run.tool}-${run.seed}-${run.at}-${run.input}`, tool, run }]
    })
    .slice(0, RUNS)

const worstOf = (findings: Readonly<Record<string, string>>): number =>
  Math.min(...Object.values(findings).map((severity) => severities.findIndex((known) => known === severity)))

/** The tools that show a scenario, the ones that it strikes hardest first. */
const toolsThatShow = (name: ScenarioName): AnyTool[] => {
  const findings = name === 'none' ? {} : exercises[name].findings
  return Object.entries(findings)
    .toSorted(([, a], [, b]) => worstOf(a) - worstOf(b))
    .flatMap(([id]) => pageTools.find((tool) => tool.id === id) ?? [])
}

const scenarioItems = (words: string, subject?: Subject): PaletteItem[] =>
  scenarios
    .flatMap(({ name, title }): PaletteItem[] => {
      if (words === '' || name === 'none' || !has([name, title], words)) return []
      const shown = toolsThatShow(name)
      const tool = shown.find((one) => subject !== undefined && readFor(one, subject.text) !== undefined) ?? shown[0]
      if (tool === undefined) return []
      const input = subject === undefined ? undefined : readFor(tool, subject.text)
      return [
        { type: 'scenario', key: `scenario-${name}`, name, title, tool, ...(input === undefined ? {} : { input }) },
      ]
    })
    .slice(0, SCENARIOS)

// The keys of an object are no more than texts to the type checker.
const pageEntries = Object.entries(pageNames) as [keyof typeof pageNames, string][]

const pageItems = (words: string): PaletteItem[] =>
  pageEntries
    .flatMap(([name, title]): PaletteItem[] => {
      if (words === '' || name === 'reset' || name === 'confirm' || !has([title, name], words)) return []
      return [{ type: 'page', key: `page-${name}`, path: `/${name}`, title, text: pageWords[name].description }]
    })
    .slice(0, PAGES)

const withoutWords = ({ subject }: Query, { favourites }: Kept): PaletteGroup[] => {
  if (subject !== undefined)
    return [
      {
        title: paletteTexts.runOn(labelOf(subject)),
        items: favouritesFirst(fittingTools(subject), favourites).map((tool) =>
          toolItem(unmarked(pageTool(tool)), subject),
        ),
      },
    ]
  const chosen = favouriteTools(favourites)
  const rest = pageTools.filter(({ id }) => !favourites.includes(id))
  return [
    { title: paletteTexts.favorites, items: chosen.map((tool) => toolItem(unmarked(pageTool(tool)))) },
    { title: paletteTexts.tools, items: rest.map((tool) => toolItem(unmarked(tool))) },
  ]
}

const pageTool = (tool: Tool): AnyTool => findTool(tool.id) ?? tool

const others = (hits: readonly Hit[]): PaletteGroup => ({
  title: paletteTexts.tools,
  items: hits.map((hit) => toolItem(hit)),
})

const withWords = ({ subject, words }: Query, kept: Kept): PaletteGroup[] => {
  const hits = searchTools(words)
  if (subject === undefined) return [others(hits)]
  const fitting = fittingTools(subject)
  const [found, unfit] = [
    hits.filter(({ tool }) => fitting.includes(tool)),
    hits.filter(({ tool }) => !fitting.includes(tool)),
  ]
  // Rather all that take it than none.
  if (found.length === 0) return [...withoutWords({ subject, words: '' }, kept), others(unfit)]
  const rest = fitting.filter((tool) => !found.some((hit) => hit.tool === tool)).slice(0, ALSO)
  return [
    { title: paletteTexts.runOn(labelOf(subject)), items: found.map((hit) => toolItem(hit, subject)) },
    { title: paletteTexts.alsoOn(labelOf(subject)), items: rest.map((tool) => toolItem(unmarked(tool), subject)) },
    others(unfit),
  ]
}

/** Names an input in few words. */
export const labelOf = ({ text, kind }: Subject): string =>
  kind === 'headers' ? paletteTexts.headers(text.split(/\r\n|\n|\r/).length) : text

/** Lists what fits a query, in groups that hold something. */
export const paletteGroups = (query: Query, kept: Kept): PaletteGroup[] => {
  const { subject, words } = query
  const sought = `${subject?.kind === 'headers' ? '' : (subject?.text ?? '')} ${words}`.trim()
  return [
    ...(words === '' ? withoutWords(query, kept) : withWords(query, kept)),
    { title: paletteTexts.pastRuns, items: runItems(kept.runs, sought) },
    { title: paletteTexts.scenarios, items: scenarioItems(words, subject) },
    { title: paletteTexts.pages, items: pageItems(words) },
  ].filter(({ items }) => items.length > 0)
}
