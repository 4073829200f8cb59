import { clip, type ToolDefinition } from '@netbox/core'
import { choiceList } from './scroll.ts'
import type { ToolEntry } from './controller.ts'
import { insert, type Line, lineOf } from './edit.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys, ScreenReaderLines } from './keyboard.tsx'
import { keyLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import { search } from './search.ts'
import { tabLine } from './tabs.ts'
import { texts } from '../texts/screen-texts.ts'
import { useState } from 'react'
import { type Typing, useLine } from './use-size.ts'

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
const useToolSearch = (tools: readonly ToolEntry[], typed: string): ToolSearch => {
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

// ROWS_AROUND is the number of rows around the list: heading, field, categories and the line of keys. From ROOMY rows on, the screen has
// GAPS more: an empty row and three rows of the trace.
const ROWS_AROUND = 4
const GAPS = 4
const ROOMY = 16
const MOST_INLINE = 14

interface ToolPickerProps extends Size {
  readonly theme: Theme
  readonly tools: readonly ToolEntry[]
  readonly typed: string
  readonly onChoose: (tool: ToolDefinition, typed: string) => void
  readonly onLeave: () => void
  readonly onCancel: () => void
}

const screenReaderLine = (found: readonly ToolEntry[], selected: number): string => {
  const entry = found[selected]
  return entry === undefined ? texts.nothingFits : texts.toolOf({ ...entry, place: selected + 1, count: found.length })
}

/** The list of tools, by category, filtered by a search. */
export const ToolPicker = ({ theme, columns, rows, tools, typed, onChoose, onLeave, onCancel }: ToolPickerProps) => {
  const finding = useToolSearch(tools, typed)
  const { line, found, selected, categories, category, open, isAtStart } = finding
  const { glyphs, paint, mode } = theme
  const isRoomy = rows >= ROOMY
  const around = ROWS_AROUND + (isRoomy ? GAPS : 0)
  const room = Math.max(1, Math.min(mode === 'fullscreen' ? tools.length : MOST_INLINE, rows - around))

  const choose = (): void => {
    const tool = found[selected]?.tool
    if (tool !== undefined) onChoose(tool, line.text)
  }
  useKeys(
    (input, key) => {
      const isSideways = line.text === '' && (key.leftArrow === true || key.rightArrow === true)
      if (key.ctrl && input === 'c') onCancel()
      else if (key.escape && isAtStart) onLeave()
      else if (key.escape) finding.clear()
      else if (key.return) choose()
      else if (key.upArrow) finding.move(-1)
      else if (key.downArrow) finding.move(1)
      else if (key.pageUp) finding.move(-room)
      else if (key.pageDown) finding.move(room)
      else if (key.tab || isSideways) finding.turn(key.shift || key.leftArrow ? -1 : 1)
      else finding.change(finding.edited(input, key))
    },
    (text) => finding.change(insert(line, text.replaceAll(/\s+/g, ' '))),
  )

  const field = fieldLine(
    theme,
    { node: glyphs.source, label: texts.findLabel, line, placeholder: texts.findHint },
    columns,
  )
  const keys = [
    ['Enter', 'choose'],
    ['Up, Down', 'move'],
    ['Tab', 'category'],
  ] as const
  const last = ['Esc', isAtStart ? 'leave' : 'clear'] as const
  if (mode === 'screen-reader') {
    const place = category === 0 ? '' : `${open.name}: `
    return (
      <ScreenReaderLines
        theme={theme}
        once={[texts.heading(tools.length), texts.keys([...keys, last])]}
        now={[`${place}${screenReaderLine(found, selected)}`, field]}
      />
    )
  }

  const down = paint('signal', glyphs.down)
  const entries = found.map(({ tool, left }) => [
    { text: tool.name },
    { text: left, right: true },
    { text: tool.description },
  ])
  const nothing =
    category === 0 || search(tools, line.text).length === 0 ? texts.nothingFits : texts.nothingFitsHere(open.name)
  const shown =
    found.length === 0
      ? [`${paint('dim', glyphs.gap)} ${clip(nothing, columns - 2)}`]
      : choiceList({ rows: entries, selected, room }, columns, theme)
  const gap = isRoomy ? [down] : []
  const rest = mode === 'fullscreen' ? Array.from({ length: room - shown.length }, () => down) : []
  return (
    <Frame
      theme={theme}
      columns={columns}
      rows={rows}
      body={[
        `  ${paint('strong', 'netbox')}  ${texts.heading(tools.length)}`,
        ...(isRoomy ? [''] : []),
        field,
        ...gap,
        `${down} ${tabLine(categories, category, columns - 2, theme)}`,
        ...gap,
        ...shown,
        ...rest,
        ...gap,
        keyLine([[`${found.length} of ${tools.length}`, ''], ...keys], last, columns, theme),
      ]}
      foot={[]}
    />
  )
}
