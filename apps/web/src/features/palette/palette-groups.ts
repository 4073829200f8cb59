import { findTool, type Tool } from '@netbox/core'
import { favouritesFirst, favouriteTools } from '../../lib/favourites.ts'
import type { RecentRun } from '../../lib/recent-runs.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { fittingTools, pageTools } from './fitting-tools.ts'
import {
  type AnyTool,
  pageItems,
  themeItems,
  type PaletteItem,
  runItems,
  scenarioItems,
  toolItem,
  unmarked,
} from './palette-items.ts'
import { type Hit, searchTools } from './search-tools.ts'
import { labelOf, type Query } from './split-query.ts'

/** Items of one kind under their heading. */
export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

/** The palette's sources in addition to the catalogue. */
export interface Kept {
  readonly favourites: readonly string[]
  readonly runs: readonly RecentRun[]
}

// The number of other tools that accept the input, shown in addition to the matching tools.
const ALSO = 4

const pageTool = (tool: Tool): AnyTool => findTool(tool.id) ?? tool

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
  // If no tool matches both the words and the input, the palette shows all tools that accept the input.
  if (found.length === 0) return [...withoutWords({ subject, words: '' }, kept), others(unfit)]
  const rest = fitting.filter((tool) => !found.some((hit) => hit.tool === tool)).slice(0, ALSO)
  return [
    { title: paletteTexts.runOn(labelOf(subject)), items: found.map((hit) => toolItem(hit, subject)) },
    { title: paletteTexts.alsoOn(labelOf(subject)), items: rest.map((tool) => toolItem(unmarked(tool), subject)) },
    others(unfit),
  ]
}

/** Lists the items that match a query, in non-empty groups. */
export const paletteGroups = (query: Query, kept: Kept): PaletteGroup[] => {
  const { subject, words } = query
  const sought = `${subject?.kind === 'headers' ? '' : (subject?.text ?? '')} ${words}`.trim()
  return [
    ...(words === '' ? withoutWords(query, kept) : withWords(query, kept)),
    { title: paletteTexts.pastRuns, items: runItems(kept.runs, sought) },
    { title: paletteTexts.scenarios, items: scenarioItems(words, subject) },
    { title: paletteTexts.pages, items: [...themeItems(words), ...pageItems(words)] },
  ].filter(({ items }) => items.length > 0)
}
