import { useState } from 'react'
import { choiceList } from './choice-list.ts'
import type { Desk, WorldChoice } from './desk.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys } from './keys.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import type { Look, Size } from './look.ts'
import { Spoken } from './spoken.tsx'
import { useLine } from './use-line.ts'
import { words } from './words.ts'

interface WorldProps extends Size {
  readonly look: Look
  readonly desk: Pick<Desk, 'scenarios' | 'checkWorld'>
  readonly start: WorldChoice
  readonly onChoose: (world: WorldChoice) => void
  readonly onBack: () => void
  readonly onCancel: () => void
}

type Focus = 'seed' | 'scenario'

const keysOf = (focus: Focus): readonly KeyHint[] => [
  ['Enter', 'choose'],
  ['Up, Down', 'scenario'],
  focus === 'seed' ? ['Ctrl-U', 'no seed'] : ['Tab', 'seed'],
]

const last: KeyHint = ['Esc', 'back']

const ROOMY = 14

/** Chooses the world of the next runs: a seed is typed, a scenario is selected. Letters reach the seed only while it has the focus. */
export const World = ({ look, columns, rows, desk, start, onChoose, onBack, onCancel }: WorldProps) => {
  const { line, set, edited, paste } = useLine(start.seed ?? '')
  const known = Math.max(
    0,
    desk.scenarios.findIndex(({ name }) => name === start.scenario),
  )
  const [selected, setSelected] = useState(known)
  const [focus, setFocus] = useState<Focus>('seed')
  const { glyphs, paint, manner } = look
  const count = desk.scenarios.length
  const isRoomy = rows >= ROOMY
  const room = Math.max(1, rows - (isRoomy ? 7 : 4))

  const move = (by: number): void => {
    setFocus('scenario')
    setSelected((at) => Math.min(Math.max(0, at + by), count - 1))
  }
  const world: WorldChoice = {
    seed: line.text.trim() === '' ? undefined : line.text.trim(),
    scenario: desk.scenarios[selected]?.name ?? start.scenario,
  }
  const problem = desk.checkWorld(world)
  useKeys(
    (input, key) => {
      if (key.ctrl && input === 'c') onCancel()
      else if (key.escape) onBack()
      else if (key.upArrow) move(-1)
      else if (key.downArrow) move(1)
      else if (key.pageUp) move(-room)
      else if (key.pageDown) move(room)
      else if (key.tab) setFocus(focus === 'seed' ? 'scenario' : 'seed')
      else if (key.return && problem === undefined) onChoose(world)
      else if (!key.return && focus === 'seed') set(edited(input, key))
    },
    (text) => {
      if (focus === 'seed') paste(text.replaceAll(/\s+/g, ' ').trim())
    },
  )

  const keys = keysOf(focus)
  const field = fieldLine(
    look,
    { node: glyphs.source, label: words.seedLabel, line, placeholder: words.seedHint, isIdle: focus !== 'seed' },
    columns,
  )
  if (manner === 'spoken') {
    const { name = '', title = '' } = desk.scenarios[selected] ?? {}
    return (
      <Spoken
        look={look}
        once={[words.worldHeading, words.seedHelp, words.keys([...keys, last])]}
        now={[problem ?? words.scenarioOf(name, title), field]}
      />
    )
  }
  const down = paint('signal', glyphs.down)
  const scenarios = desk.scenarios.map(({ name, title }) => [{ text: name }, { text: title }])
  const note = problem === undefined ? down : `${down} ${paint('critical', `${glyphs.severity.critical} ${problem}`)}`
  return (
    <Frame
      look={look}
      columns={columns}
      rows={rows}
      body={[
        `  ${paint('strong', words.worldHeading)}`,
        ...(isRoomy ? [''] : []),
        field,
        note,
        ...choiceList({ rows: scenarios, selected, room }, columns, look),
        ...(isRoomy ? [down] : []),
        keyLine(keys, last, columns, look),
      ]}
      foot={[]}
    />
  )
}
