import { clip, table, type ToolDefinition } from '@netbox/core'
import { Box, type Key, Text, useInput, useWindowSize } from 'ink'
import { useState } from 'react'
import { lineOf } from './edit.ts'
import { Field } from './field.tsx'
import type { Look } from './look.ts'
import type { Pickable } from './picker.tsx'
import { search } from './search.ts'
import { useLine } from './use-line.ts'

// Heading, field, two gaps, the end of the line and its hint.
const ROWS_AROUND = 8
const MOST_ROWS = 14

/** The part of a long list that shows the selected entry, as far as possible in its middle. */
export const windowOf = (count: number, selected: number, room: number): readonly [number, number] => {
  const from = Math.max(0, Math.min(selected - Math.floor(room / 2), count - room))
  return [from, Math.min(count, from + room)]
}

interface FindProps {
  readonly look: Look
  readonly tools: readonly Pickable[]
  readonly typed: string
  readonly onChoose: (tool: ToolDefinition, typed: string) => void
  readonly onLeave: () => void
  readonly onCancel: () => void
}

/** The list of tools, narrowed by what is typed. The selected one is a step on the trace. */
export const Find = ({ look, tools, typed, onChoose, onLeave, onCancel }: FindProps) => {
  const { columns, rows } = useWindowSize()
  const { line, current, set, take } = useLine(typed)
  const [selected, setSelected] = useState(0)
  const { glyphs, paint } = look
  const found = search(tools, line.text)
  const room = Math.max(1, Math.min(MOST_ROWS, rows - ROWS_AROUND))
  const move = (by: number) => setSelected((at) => Math.min(Math.max(0, at + by), Math.max(0, found.length - 1)))

  const leave = (): void => {
    if (current().text === '') return onLeave()
    set(lineOf(''))
    setSelected(0)
  }
  const type = (input: string, key: Key): void => {
    const before = current().text
    const isEntered = take(input, key)
    const { text } = current()
    const isNew = text !== before
    if (isNew) setSelected(0)
    const tool = search(tools, text)[isNew ? 0 : selected]?.tool
    if (isEntered && tool !== undefined) onChoose(tool, text)
  }

  useInput((input, key) => {
    if (key.ctrl && input === 'c') onCancel()
    else if (key.escape) leave()
    else if (key.upArrow) move(-1)
    else if (key.downArrow || key.tab) move(1)
    else if (key.pageUp) move(-room)
    else if (key.pageDown) move(room)
    else type(input, key)
  })

  const [from, to] = windowOf(found.length, selected, room)
  const lines = table(
    found
      .slice(from, to)
      .map(({ tool, left }) => [{ text: tool.name }, { text: left, right: true }, { text: tool.description }]),
    columns - 2,
  )
  const down = paint('signal', glyphs.down)
  return (
    <Box flexDirection="column" width={columns}>
      <Text wrap="truncate">{`  ${paint('strong', 'netbox')}  ${tools.length} diagnostics on a simulated internet`}</Text>
      <Text> </Text>
      <Field
        look={look}
        node={glyphs.source}
        label="Find a tool"
        line={line}
        placeholder="type a name, or what you have: mail.example mx"
        columns={columns}
      />
      <Text>{down}</Text>
      {lines.map((text, index) => {
        const isSelected = from + index === selected
        return (
          <Text key={found[from + index]?.tool.id} wrap="truncate">
            {isSelected ? `${paint('signal', glyphs.step)} ${paint('strong', text)}` : `${down} ${text}`}
          </Text>
        )
      })}
      {found.length === 0 && (
        <Text wrap="truncate">{`${paint('dim', glyphs.gap)} No tool fits. Press Esc to start again.`}</Text>
      )}
      <Text>{down}</Text>
      <Text wrap="truncate">
        {`${paint('dim', glyphs.ring)} ${clip(`${found.length} of ${tools.length}   Enter choose   Up, Down move   Esc ${line.text === '' ? 'leave' : 'clear'}`, columns - 3)}`}
      </Text>
    </Box>
  )
}
