import { useState } from 'react'
import { choiceList } from './scroll.ts'
import type { Controller, WorldChoice } from './controller.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys, ScreenReaderLines } from './keyboard.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import { useLine } from './use-size.ts'
import { texts } from '../texts/screen-texts.ts'

interface WorldScreenProps extends Size {
  readonly theme: Theme
  readonly controller: Pick<Controller, 'scenarios' | 'checkWorld'>
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

/** Asks for the world of the next runs, with a field for the seed and a list of scenarios. Either the field or the list has the focus. */
export const WorldScreen = ({
  theme,
  columns,
  rows,
  controller,
  start,
  onChoose,
  onBack,
  onCancel,
}: WorldScreenProps) => {
  const { line, set, edited, paste } = useLine(start.seed ?? '')
  const known = Math.max(
    0,
    controller.scenarios.findIndex(({ name }) => name === start.scenario),
  )
  const [selected, setSelected] = useState(known)
  const [focus, setFocus] = useState<Focus>('seed')
  const { glyphs, paint, mode } = theme
  const count = controller.scenarios.length
  const isRoomy = rows >= ROOMY
  const room = Math.max(1, rows - (isRoomy ? 7 : 4))

  const move = (by: number): void => {
    setFocus('scenario')
    setSelected((at) => Math.min(Math.max(0, at + by), count - 1))
  }
  const world: WorldChoice = {
    seed: line.text.trim() === '' ? undefined : line.text.trim(),
    scenario: controller.scenarios[selected]?.name ?? start.scenario,
  }
  const problem = controller.checkWorld(world)
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
    theme,
    { node: glyphs.source, label: texts.seedLabel, line, placeholder: texts.seedHint, isIdle: focus !== 'seed' },
    columns,
  )
  if (mode === 'screen-reader') {
    const { name = '', title = '' } = controller.scenarios[selected] ?? {}
    return (
      <ScreenReaderLines
        theme={theme}
        once={[texts.worldHeading, texts.seedHelp, texts.keys([...keys, last])]}
        now={[problem ?? texts.scenarioOf(name, title), field]}
      />
    )
  }
  const down = paint('signal', glyphs.down)
  const scenarios = controller.scenarios.map(({ name, title }) => [{ text: name }, { text: title }])
  const note = problem === undefined ? down : `${down} ${paint('critical', `${glyphs.severity.critical} ${problem}`)}`
  return (
    <Frame
      theme={theme}
      columns={columns}
      rows={rows}
      body={[
        `  ${paint('strong', texts.worldHeading)}`,
        ...(isRoomy ? [''] : []),
        field,
        note,
        ...choiceList({ rows: scenarios, selected, room }, columns, theme),
        ...(isRoomy ? [down] : []),
        keyLine(keys, last, columns, theme),
      ]}
      foot={[]}
    />
  )
}
