import type { Scenario, ScenarioName } from '@netbox/core'
import type { AskedEntry, Internet } from '@netbox/simulated-internet'
import { useEffect, useState } from 'react'
import { choiceList } from './choice-list.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { useKeys } from './keyboard.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import { askedTable, scheduleOf, scheduleSentence, timelineLines } from './serve-lines.ts'
import { texts } from './texts.ts'
import type { Theme } from './theme.ts'
import { useLine } from './use-line.ts'
import { useSize } from './use-size.ts'

const REDRAW = 200

/** The state and actions of the live view of a served internet. */
export interface ServeController {
  /** The line that says that the internet is simulated, with its seed. */
  readonly mark: string
  readonly internet: Pick<Internet, 'scenario' | 'time' | 'dns' | 'asked' | 'askedCount' | 'onAsked' | 'set'>
  readonly scenarios: readonly Pick<Scenario<ScenarioName>, 'name' | 'title'>[]
  /** Sends text to the terminal's clipboard and returns a message about the outcome. */
  readonly copy: (text: string) => string
  readonly signal: AbortSignal
}

interface ServeScreenProps {
  readonly theme: Theme
  readonly controller: ServeController
  readonly onStop: () => void
}

/** The part that receives the keys: the view itself, the filter text, the list of scenarios, or the help. */
type Mode = 'watch' | 'filter' | 'scenario' | 'help'

const keys: readonly KeyHint[] = [
  ['s', 'scenario'],
  ['/', 'filter'],
  ['p', 'pause'],
  ['c', 'copy'],
  ['?', 'help'],
]

const contains = ({ protocol, question, answer }: AskedEntry, wanted: string): boolean =>
  `${protocol} ${question} ${answer}`.toLowerCase().includes(wanted.trim().toLowerCase())

/** Redraws the view a few times a second, and not for each request: there may be thousands. */
const useRedraw = (): void => {
  const [, draw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), REDRAW)
    return () => clearInterval(timer)
  }, [])
}

const headOf = ({ theme, controller }: ServeScreenProps, columns: number, note: string | undefined): string[] => {
  const { mark, internet } = controller
  const { glyphs, paint } = theme
  const at = internet.time
  const schedule = scheduleOf(internet.scenario, at)
  const trace = `${glyphs.source}${glyphs.line.repeat(2)}${glyphs.step}${glyphs.line.repeat(2)}${glyphs.ring}`
  const line = timelineLines(schedule, at, columns, theme)
  return [
    paint('simulated', mark),
    '',
    `${paint('signal', trace)}  ${paint('strong', scheduleSentence(schedule, at))}`,
    `${' '.repeat(trace.length)}  ${note ?? texts.askedCount(internet.askedCount)}`,
    ...(line.length === 0 ? [] : ['', ...line]),
    '',
  ]
}

/** The live view of a served internet: the scenario and the requests. */
export const ServeScreen = (props: ServeScreenProps) => {
  const { theme, controller, onStop } = props
  const { internet, scenarios } = controller
  const { columns, rows } = useSize()
  const [mode, setMode] = useState<Mode>('watch')
  const [paused, setPaused] = useState<readonly AskedEntry[]>()
  const [selected, setSelected] = useState(0)
  const [note, setNote] = useState<string>()
  const { line, set, edited, paste } = useLine('')
  useRedraw()

  const choose = (): void => {
    const name = scenarios[selected]?.name
    setMode('watch')
    if (name === undefined) return
    // `set` fails if the scenario contradicts the world file.
    internet.set({ scenario: name }).then(
      () => setNote(undefined),
      (error: unknown) => setNote(error instanceof Error ? error.message : String(error)),
    )
  }
  const watchKey = (input: string): void => {
    if (input === 'q') onStop()
    else if (input === 's') setMode('scenario')
    else if (input === '/') setMode('filter')
    else if (input === '?') setMode('help')
    else if (input === 'p') setPaused(paused === undefined ? internet.asked : undefined)
    else if (input === 'c') setNote(controller.copy(texts.digLine(internet.dns)))
  }
  useKeys(
    (input, key) => {
      if (key.ctrl && input === 'c') onStop()
      else if (key.escape) {
        setMode('watch')
        if (mode === 'filter') set({ text: '', cursor: 0 })
      } else if (mode === 'filter' && key.return) setMode('watch')
      else if (mode === 'filter') set(edited(input, key))
      else if (mode === 'scenario') {
        if (key.upArrow) setSelected((at) => Math.max(0, at - 1))
        else if (key.downArrow) setSelected((at) => Math.min(scenarios.length - 1, at + 1))
        else if (key.return) choose()
      } else if (mode === 'help') setMode('watch')
      else watchKey(input)
    },
    (text) => {
      if (mode === 'filter') paste(text)
    },
  )

  const head = headOf(props, columns, note)
  const foot = [
    keyLine(
      mode === 'watch' ? keys : [['Enter', 'choose']],
      mode === 'watch' ? ['q', 'stop'] : ['Esc', 'back'],
      columns,
      theme,
    ),
  ]
  const room = rows - head.length - foot.length - 1
  const body = (): string[] => {
    if (mode === 'help') return texts.serveKeys.map(([key, what]) => `${theme.paint('strong', key.padEnd(8))} ${what}`)
    if (mode === 'scenario')
      return choiceList(
        { rows: scenarios.map(({ name, title }) => [{ text: name }, { text: title }]), selected, room },
        columns,
        theme,
      )
    const entries = (paused ?? internet.asked).filter((entry) => contains(entry, line.text))
    if (entries.length === 0) return [internet.askedCount === 0 ? texts.nothingAsked : texts.nothingMatches]
    return askedTable(entries, { columns, room }, theme)
  }
  const filter =
    mode === 'filter' || line.text !== ''
      ? [
          fieldLine(
            theme,
            {
              node: theme.glyphs.source,
              label: texts.filterLabel,
              line,
              placeholder: texts.filterHint,
              isIdle: mode !== 'filter',
            },
            columns,
          ),
        ]
      : []
  return <Frame theme={theme} columns={columns} rows={rows} body={[...head, ...filter, ...body()]} foot={foot} />
}
