import { type ToolDefinition, wrap } from '@netbox/core'
import { useState } from 'react'
import { checkInput } from './check-input.ts'
import type { Note, WorldChoice } from './desk.ts'
import { lineOf } from './edit.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys } from './keys.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import type { Look, Size } from './look.ts'
import { Spoken } from './spoken.tsx'
import { useLine } from './use-line.ts'
import { words } from './words.ts'

interface AskProps extends Size {
  readonly look: Look
  readonly tool: ToolDefinition
  readonly start: string
  readonly world: WorldChoice
  /** What happened before: a run that was cancelled. */
  readonly note: Note | undefined
  readonly onRun: (input: string) => void
  readonly onWorld: (input: string) => void
  readonly onBack: () => void
  readonly onCancel: () => void
}

const keys: readonly KeyHint[] = [
  ['Enter', 'run'],
  ['Tab', 'example'],
  ['Down', 'world'],
]

const last: KeyHint = ['Esc', 'back']

/** Asks for a tool's input and says at once whether it can be one. */
export const Ask = ({ look, columns, rows, tool, start, world, note, onRun, onWorld, onBack, onCancel }: AskProps) => {
  const { line, set, edited, paste } = useLine(start)
  const [isTried, setTried] = useState(false)
  const { glyphs, paint, manner } = look
  const problem = checkInput(tool, line.text)
  const down = paint('signal', glyphs.down)
  const example = tool.placeholder.split('\n', 1)[0] ?? ''

  const run = (): void => {
    if (problem === undefined) onRun(line.text.trim())
    else setTried(true)
  }

  useKeys((input, key) => {
    if (key.ctrl && input === 'c') onCancel()
    else if (key.escape) onBack()
    else if (key.return) run()
    else if (key.downArrow) onWorld(line.text)
    else if (key.tab) {
      if (line.text === '') set(lineOf(tool.placeholder))
    } else {
      setTried(false)
      set(edited(input, key))
    }
  }, paste)

  const field = fieldLine(look, { node: glyphs.step, label: tool.input.type, line, placeholder: example }, columns)
  // Spoken, what is wrong waits for Enter: a sentence after each letter would be in the way.
  const isShown = problem !== undefined && (isTried || (line.text.trim() !== '' && manner !== 'spoken'))
  const count = line.text.split('\n').length
  const said: Note | undefined = isShown
    ? { severity: 'critical', text: problem }
    : count > 1
      ? { severity: 'info', text: words.lines(count) }
      : line.text === start
        ? note
        : undefined
  const inWorld = words.worldOf(world.seed, world.scenario)
  if (manner === 'spoken')
    return (
      <Spoken
        look={look}
        once={[`${tool.name}. ${tool.question}`, words.example(example), inWorld, words.keys([...keys, last])]}
        now={[...(said === undefined ? [] : [said.text]), field]}
      />
    )
  const notes = said === undefined ? [''] : wrap(said.text, columns - 4)
  return (
    <Frame
      look={look}
      columns={columns}
      rows={rows}
      body={[
        `${paint('signal', glyphs.source)} ${paint('strong', tool.name)}  ${tool.question}`,
        ...(rows < 12
          ? []
          : [down, ...wrap(tool.description, columns - 2).map((text) => `${down} ${paint('dim', text)}`)]),
        down,
        field,
        ...notes.map((text, index) => {
          const sign = said === undefined || index > 0 ? ' ' : glyphs.severity[said.severity]
          return said === undefined ? down : `${down} ${paint(said.severity, `${sign} ${text}`)}`
        }),
        `${down} ${paint('dim', inWorld)}`,
        down,
        keyLine(keys, last, columns, look),
      ]}
      foot={[]}
    />
  )
}
