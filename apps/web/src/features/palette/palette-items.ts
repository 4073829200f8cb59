import { exercises, scenarios, type ScenarioName, severities, type Tool, type ToolDefinition } from '@netbox/core'
import type { RecentRun } from '../../lib/recent-runs.ts'
import type { Theme } from '../../lib/theme.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { pageNames } from '../../texts/page-names.ts'
import { pageWords } from '../../texts/pages.ts'
import { pageTools } from './fitting-tools.ts'
import { readFor } from './recognise.ts'
import type { Hit } from './search-tools.ts'
import type { Subject } from './split-query.ts'

/** A tool of the palette, with every property that a tool may have. */
export type AnyTool = Tool & ToolDefinition

/** One thing that the palette can open. */
export type PaletteItem =
  | { readonly type: 'tool'; readonly key: string; readonly hit: Hit; readonly tool: AnyTool; readonly input?: string }
  | { readonly type: 'run'; readonly key: string; readonly tool: AnyTool; readonly run: RecentRun }
  | {
      readonly type: 'scenario'
      readonly key: string
      readonly name: ScenarioName
      readonly title: string
      /** The tool whose report the scenario changes most. */
      readonly tool: AnyTool
      readonly input?: string
    }
  | {
      readonly type: 'theme'
      readonly key: string
      readonly theme: Theme
      readonly title: string
      readonly text: string
    }
  | {
      readonly type: 'page'
      readonly key: string
      readonly path: string
      readonly title: string
      readonly text: string
    }

const RUNS = 3
const SCENARIOS = 3
const PAGES = 3

/** Returns a hit for a tool whose texts contain no match. */
export const unmarked = (tool: AnyTool): Hit => ({ tool, name: [], question: [] })

/** Offers a tool, with its input from the typed text. */
export const toolItem = (hit: Hit, subject?: Subject): PaletteItem => {
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

/** Offers the past runs whose tool, input, scenario or seed contains every word. */
export const runItems = (runs: readonly RecentRun[], wanted: string): PaletteItem[] =>
  runs
    .flatMap((run): PaletteItem[] => {
      const tool = pageTools.find(({ id }) => id === run.tool)
      if (tool === undefined || !has([tool.name, tool.id, run.input, run.scenario, run.seed], wanted)) return []
      return [{ type: 'run', key: `run-${run.tool}-${run.seed}-${run.at}-${run.input}`, tool, run }]
    })
    .slice(0, RUNS)

const worstOf = (findings: Readonly<Record<string, string>>): number =>
  Math.min(...Object.values(findings).map((severity) => severities.findIndex((known) => known === severity)))

/** Lists the tools that show a scenario, the most affected first. */
const toolsThatShow = (name: ScenarioName): AnyTool[] => {
  const findings = name === 'random' ? {} : exercises[name].findings
  return Object.entries(findings)
    .toSorted(([, a], [, b]) => worstOf(a) - worstOf(b))
    .flatMap(([id]) => pageTools.find((tool) => tool.id === id) ?? [])
}

/** Offers the scenarios with a matching name, each at the most affected tool that takes the input. */
export const scenarioItems = (words: string, subject?: Subject): PaletteItem[] =>
  scenarios
    .flatMap(({ name, title }): PaletteItem[] => {
      if (words === '' || name === 'random' || !has([name, title], words)) return []
      const shown = toolsThatShow(name)
      const tool = shown.find((one) => subject !== undefined && readFor(one, subject.text) !== undefined) ?? shown[0]
      if (tool === undefined) return []
      const input = subject === undefined ? undefined : readFor(tool, subject.text)
      return [
        { type: 'scenario', key: `scenario-${name}`, name, title, tool, ...(input === undefined ? {} : { input }) },
      ]
    })
    .slice(0, SCENARIOS)

// The cast is needed because TypeScript types the keys of an object as strings.
const pageEntries = Object.entries(pageNames) as [keyof typeof pageNames, string][]

/** Offers the themes of the site. */
export const themeItems = (words: string): PaletteItem[] =>
  (['dark', 'light'] as const).flatMap((theme): PaletteItem[] => {
    const { title, text } = paletteTexts.themes[theme]
    // One or two letters would match too many words.
    return words.length < 3 || !has([title, text], words)
      ? []
      : [{ type: 'theme', key: `theme-${theme}`, theme, title, text }]
  })

/** Offers the pages outside the tools that have a matching name. */
export const pageItems = (words: string): PaletteItem[] =>
  pageEntries
    .flatMap(([name, title]): PaletteItem[] => {
      if (words === '' || name === 'reset' || name === 'confirm' || !has([title, name], words)) return []
      return [{ type: 'page', key: `page-${name}`, path: `/${name}`, title, text: pageWords[name].description }]
    })
    .slice(0, PAGES)
