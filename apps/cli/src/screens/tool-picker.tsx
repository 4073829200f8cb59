import { clip, type ToolDefinition } from '@netbox/core'
import { choiceList } from './choice-list.ts'
import type { ToolEntry } from './controller.ts'
import { insert } from './edit.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys } from './keyboard.tsx'
import { keyLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import { search } from './search.ts'
import { ScreenReaderLines } from './screen-reader.tsx'
import { tabLine } from './tab-line.ts'
import { useToolSearch } from './use-tool-search.ts'
import { texts } from '../texts/screen-texts.ts'

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
