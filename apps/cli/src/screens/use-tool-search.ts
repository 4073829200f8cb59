import { useState } from 'react'
import type { ToolEntry } from './controller.ts'
import { type Line, lineOf } from './edit.ts'
import { search } from './search.ts'
import { type Typing, useLine } from './use-line.ts'
import { texts } from '../texts/screen-texts.ts'

/** A category of tools, as a tab. */
interface Category {
  readonly name: string
  readonly count: number
  readonly holds: (entry: ToolEntry) => boolean
}

const all = (tools: readonly ToolEntry[]): Category => ({
  name: texts.allTools,
  count: tools.length,
  holds: () => true,
})

const categoriesOf = (tools: readonly ToolEntry[]): readonly Category[] => [
  all(tools),
  ...Array.from(new Set(tools.map(({ category }) => category)), (category) => ({
    name: texts.category[category],
    count: tools.filter((entry) => entry.category === category).length,
    holds: (entry: ToolEntry): boolean => entry.category === category,
  })),
]

/** The state of the list of tools and the functions that change it. */
interface ToolSearch extends Pick<Typing, 'line' | 'edited'> {
  readonly categories: readonly Category[]
  /** The index of the open category. Category 0 contains all tools. */
  readonly category: number
  readonly open: Category
  readonly found: readonly ToolEntry[]
  readonly selected: number
  /** Whether the search is empty and all tools are listed. */
  readonly isAtStart: boolean
  readonly change: (line: Line) => void
  readonly move: (by: number) => void
  readonly turn: (by: 1 | -1) => void
  readonly clear: () => void
}

/** Manages the search, the open category and the selected tool. */
export const useToolSearch = (tools: readonly ToolEntry[], typed: string): ToolSearch => {
  const { line, set, edited } = useLine(typed)
  const [{ category, selected }, setPlace] = useState({ category: 0, selected: 0 })
  const categories = categoriesOf(tools)
  const open = categories[category] ?? all(tools)
  const found = search(tools.filter(open.holds), line.text)
  return {
    line,
    edited,
    categories,
    category,
    open,
    found,
    selected,
    isAtStart: line.text === '' && category === 0,
    change: (to) => {
      if (to.text !== line.text) setPlace((at) => ({ ...at, selected: 0 }))
      set(to)
    },
    move: (by) =>
      setPlace((at) => ({ ...at, selected: Math.min(Math.max(0, at.selected + by), Math.max(0, found.length - 1)) })),
    turn: (by) =>
      setPlace((at) => ({ category: (at.category + by + categories.length) % categories.length, selected: 0 })),
    clear: () => {
      set(lineOf(''))
      setPlace({ category: 0, selected: 0 })
    },
  }
}
