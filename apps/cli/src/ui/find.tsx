import { clip, type ToolDefinition } from '@netbox/core'
import { choiceList } from './choice-list.ts'
import type { Pickable } from './desk.ts'
import { insert } from './edit.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys } from './keys.tsx'
import { keyLine } from './lines.ts'
import type { Look, Size } from './look.ts'
import { search } from './search.ts'
import { Spoken } from './spoken.tsx'
import { tabLine } from './tab-line.ts'
import { useFinding } from './use-finding.ts'
import { words } from './words.ts'

// Heading, field, categories, the line of keys; a roomy screen has a gap and three rows of the trace between them.
const ROWS_AROUND = 4
const GAPS = 4
const ROOMY = 16
const MOST_INLINE = 14

interface FindProps extends Size {
  readonly look: Look
  readonly tools: readonly Pickable[]
  readonly typed: string
  readonly onChoose: (tool: ToolDefinition, typed: string) => void
  readonly onLeave: () => void
  readonly onCancel: () => void
}

const spokenLine = (found: readonly Pickable[], selected: number): string => {
  const entry = found[selected]
  return entry === undefined ? words.nothingFits : words.toolOf({ ...entry, place: selected + 1, count: found.length })
}

/** The list of tools, by category, narrowed by what is typed. The selected one is a step on the trace. */
export const Find = ({ look, columns, rows, tools, typed, onChoose, onLeave, onCancel }: FindProps) => {
  const finding = useFinding(tools, typed)
  const { line, found, selected, categories, category, open, isAtStart } = finding
  const { glyphs, paint, manner } = look
  const isRoomy = rows >= ROOMY
  const around = ROWS_AROUND + (isRoomy ? GAPS : 0)
  const room = Math.max(1, Math.min(manner === 'full' ? tools.length : MOST_INLINE, rows - around))

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
    look,
    { node: glyphs.source, label: words.findLabel, line, placeholder: words.findHint },
    columns,
  )
  const keys = [
    ['Enter', 'choose'],
    ['Up, Down', 'move'],
    ['Tab', 'category'],
  ] as const
  const last = ['Esc', isAtStart ? 'leave' : 'clear'] as const
  if (manner === 'spoken') {
    const place = category === 0 ? '' : `${open.name}: `
    return (
      <Spoken
        look={look}
        once={[words.heading(tools.length), words.keys([...keys, last])]}
        now={[`${place}${spokenLine(found, selected)}`, field]}
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
    category === 0 || search(tools, line.text).length === 0 ? words.nothingFits : words.nothingFitsHere(open.name)
  const shown =
    found.length === 0
      ? [`${paint('dim', glyphs.gap)} ${clip(nothing, columns - 2)}`]
      : choiceList({ rows: entries, selected, room }, columns, look)
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
