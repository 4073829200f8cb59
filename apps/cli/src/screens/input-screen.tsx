import { checkAccess, invalidInput, parseInput, type ToolDefinition, wrap } from '@netbox/core'
import { useState } from 'react'
import type { Note, WorldChoice } from './controller.ts'
import { lineOf } from './edit.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys, ScreenReaderLines } from './keyboard.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import { useLine } from './use-size.ts'
import { texts } from '../texts/screen-texts.ts'

interface InputScreenProps extends Size {
  readonly theme: Theme
  readonly tool: ToolDefinition
  readonly start: string
  readonly world: WorldChoice
  /** A message about the previous run, such as its cancellation. */
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

/** Returns core's message if a tool would refuse an input; otherwise undefined. Ignores the plan, which the run checks. */
const checkInput = (tool: ToolDefinition, text: string): string | undefined => {
  const access = checkAccess({ tool, plan: 'enterprise', input: text })
  if (!access.allowed) return access.message
  return parseInput<unknown>(tool.input, text.trim()) === undefined ? invalidInput(tool.input.type).message : undefined
}

/** Asks for a tool's input and validates it while the user types. */
export const InputScreen = ({
  theme,
  columns,
  rows,
  tool,
  start,
  world,
  note,
  onRun,
  onWorld,
  onBack,
  onCancel,
}: InputScreenProps) => {
  const { line, set, edited, paste } = useLine(start)
  const [isTried, setTried] = useState(false)
  const { glyphs, paint, mode } = theme
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

  const field = fieldLine(theme, { node: glyphs.step, label: tool.input.type, line, placeholder: example }, columns)
  // A screen reader reads every change aloud, so an error appears only after Enter.
  const isShown = problem !== undefined && (isTried || (line.text.trim() !== '' && mode !== 'screen-reader'))
  const count = line.text.split('\n').length
  const shownNote: Note | undefined = isShown
    ? { severity: 'critical', text: problem }
    : count > 1
      ? { severity: 'info', text: texts.lines(count) }
      : line.text === start
        ? note
        : undefined
  const inWorld = texts.worldOf(world.seed, world.scenario)
  if (mode === 'screen-reader')
    return (
      <ScreenReaderLines
        theme={theme}
        once={[`${tool.name}. ${tool.question}`, texts.example(example), inWorld, texts.keys([...keys, last])]}
        now={[...(shownNote === undefined ? [] : [shownNote.text]), field]}
      />
    )
  const notes = shownNote === undefined ? [''] : wrap(shownNote.text, columns - 4)
  return (
    <Frame
      theme={theme}
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
          const sign = shownNote === undefined || index > 0 ? ' ' : glyphs.severity[shownNote.severity]
          return shownNote === undefined ? down : `${down} ${paint(shownNote.severity, `${sign} ${text}`)}`
        }),
        `${down} ${paint('dim', inWorld)}`,
        down,
        keyLine(keys, last, columns, theme),
      ]}
      foot={[]}
    />
  )
}
