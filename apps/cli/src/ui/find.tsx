import { clip, table, type ToolDefinition } from '@netbox/core'
import { useState } from 'react'
import type { Pickable } from './desk.ts'
import { insert, type Line, lineOf } from './edit.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys } from './keys.tsx'
import { keyLine } from './lines.ts'
import type { Look, Size } from './look.ts'
import { windowOf } from './scroll.ts'
import { search } from './search.ts'
import { Spoken } from './spoken.tsx'
import { tabLine } from './tab-line.ts'
import { useLine } from './use-line.ts'
import { words } from './words.ts'

// Heading, field, categories, the line of keys; a roomy screen has a gap and three rows of the trace between them.
const ROWS_AROUND = 4
const GAPS = 4
const ROOMY = 16
const MOST_INLINE = 14

/** Where a person is in the list: what is typed, which category is open, which tool is selected. */
interface Finding {
  readonly category: number
  readonly selected: number
}

interface FindProps extends Size {
  readonly look: Look
  readonly tools: readonly Pickable[]
  readonly typed: string
  readonly onChoose: (tool: ToolDefinition, typed: string) => void
  readonly onLeave: () => void
  readonly onCancel: () => void
}

const inAny = (): boolean => true

/** The categories as tabs, after one of all tools. */
const categoriesOf = (tools: readonly Pickable[]) => [
  { name: words.allTools, count: tools.length, holds: inAny },
  ...Array.from(new Set(tools.map(({ category }) => category)), (category) => ({
    name: words.category[category],
    count: tools.filter((entry) => entry.category === category).length,
    holds: (entry: Pickable): boolean => entry.category === category,
  })),
]

const spokenLine = (found: readonly Pickable[], selected: number): string => {
  const entry = found[selected]
  if (entry === undefined) return words.nothingFits
  const { tool, left } = entry
  return `${selected + 1} of ${found.length}: ${tool.name}${left === '' ? '' : `, ${left}`}. ${tool.description}`
}

/** The list of tools, by category, narrowed by what is typed. The selected one is a step on the trace. */
export const Find = ({ look, columns, rows, tools, typed, onChoose, onLeave, onCancel }: FindProps) => {
  const { line, set, edited } = useLine(typed)
  const [{ category, selected }, setFinding] = useState<Finding>({ category: 0, selected: 0 })
  const { glyphs, paint, manner } = look
  const categories = categoriesOf(tools)
  const { name: open = '', holds = inAny } = categories[category] ?? {}
  const inCategory = tools.filter(holds)
  const found = search(inCategory, line.text)
  const isRoomy = rows >= ROOMY
  const around = ROWS_AROUND + (isRoomy ? GAPS : 0)
  const room = Math.max(1, Math.min(manner === 'full' ? tools.length : MOST_INLINE, rows - around))

  const move = (by: number): void =>
    setFinding((at) => ({ ...at, selected: Math.min(Math.max(0, at.selected + by), Math.max(0, found.length - 1)) }))
  const turn = (by: number): void =>
    setFinding((at) => ({ category: (at.category + by + categories.length) % categories.length, selected: 0 }))
  const change = (to: Line): void => {
    if (to.text !== line.text) setFinding((at) => ({ ...at, selected: 0 }))
    set(to)
  }
  const leave = (): void => {
    if (line.text === '' && category === 0) return onLeave()
    set(lineOf(''))
    setFinding({ category: 0, selected: 0 })
  }
  const choose = (): void => {
    const tool = found[selected]?.tool
    if (tool !== undefined) onChoose(tool, line.text)
  }

  useKeys(
    (input, key) => {
      const isSideways = line.text === '' && (key.leftArrow === true || key.rightArrow === true)
      if (key.ctrl && input === 'c') onCancel()
      else if (key.escape) leave()
      else if (key.return) choose()
      else if (key.upArrow) move(-1)
      else if (key.downArrow) move(1)
      else if (key.pageUp) move(-room)
      else if (key.pageDown) move(room)
      else if (key.tab || isSideways) turn(key.shift || key.leftArrow ? -1 : 1)
      else change(edited(input, key))
    },
    (text) => change(insert(line, text.replaceAll(/\s+/g, ' '))),
  )

  const field = fieldLine(
    look,
    { node: glyphs.source, label: words.findLabel, line, placeholder: words.findHint },
    columns,
  )
  const keys = [
    ['Enter', 'choose'],
    ['Up, Down', 'move'],
    ['Tab', 'category'],
  ] as const
  const last = ['Esc', line.text === '' && category === 0 ? 'leave' : 'clear'] as const
  if (manner === 'spoken') {
    const place = category === 0 ? '' : `${open}: `
    return (
      <Spoken
        look={look}
        once={[words.heading(tools.length), words.keys([...keys, last])]}
        now={[`${place}${spokenLine(found, selected)}`, field]}
      />
    )
  }

  const down = paint('signal', glyphs.down)
  const [from, to] = windowOf(found.length, selected, room)
  const list = table(
    found
      .slice(from, to)
      .map(({ tool, left }) => [{ text: tool.name }, { text: left, right: true }, { text: tool.description }]),
    columns - 2,
  ).map((text, index) =>
    from + index === selected ? `${paint('signal', glyphs.step)} ${paint('strong', text)}` : `${down} ${text}`,
  )
  const nothing =
    category === 0 || search(tools, line.text).length === 0 ? words.nothingFits : words.nothingFitsHere(open)
  const shown = found.length === 0 ? [`${paint('dim', glyphs.gap)} ${clip(nothing, columns - 2)}`] : list
  const gap = isRoomy ? [down] : []
  const rest = manner === 'full' ? Array.from({ length: room - shown.length }, () => down) : []
  return (
    <Frame
      look={look}
      columns={columns}
      rows={rows}
      body={[
        `  ${paint('strong', 'netbox')}  ${words.heading(tools.length)}`,
        ...(isRoomy ? [''] : []),
        field,
        ...gap,
        `${down} ${tabLine(categories, category, columns - 2, look)}`,
        ...gap,
        ...shown,
        ...rest,
        ...gap,
        keyLine([[`${found.length} of ${tools.length}`, ''], ...keys], last, columns, look),
      ]}
      foot={[]}
    />
  )
}
