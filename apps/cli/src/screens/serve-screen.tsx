import { type Scenario, type ScenarioName, wrap } from '@netbox/core'
import type { RequestEntry, Internet } from '@netbox/simulated-internet'
import { useEffect, useState } from 'react'
import { choiceList, clampOffset, type Move, scrolled } from './scroll.ts'
import type { Line } from './edit.ts'
import { fieldLine } from './field.ts'
import { Frame } from './frame.tsx'
import { type KeyPress, useKeys } from './keyboard.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import {
  requestTable,
  scheduleOf,
  scheduleSentence,
  timelineLines,
  whereLines,
  type WhereItServes,
} from './serve-lines.ts'
import { texts } from '../texts/screen-texts.ts'
import type { Theme } from './theme.ts'
import { useLine, useSize } from './use-size.ts'
import { moveOf, moves } from './use-report-keys.ts'

const REDRAW = 200

/** The state and actions of the live view of a served internet. */
export interface ServeController extends WhereItServes {
  /** The line that says that the internet is simulated, with its seed. */
  readonly mark: string
  readonly internet: Pick<Internet, 'scenario' | 'time' | 'dns' | 'endpoints' | 'requests' | 'requestCount' | 'set'>
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

/** The requests at the moment of a pause, and the first visible one. */
interface Pause {
  readonly entries: readonly RequestEntry[]
  /** The number of all requests until then. */
  readonly count: number
  readonly offset: number
}

const keysFor = (isPaused: boolean, isFiltered: boolean): readonly KeyHint[] => [
  ...(isFiltered ? [['Esc', 'all'] as const] : []),
  ['s', 'scenario'],
  ['/', 'filter'],
  ['?', 'help'],
  ['p', isPaused ? 'resume' : 'pause'],
  ['c', 'copy'],
]

// The list keeps at least this number of rows, so a small terminal shows only in the help where the servers listen.
const LEAST_ROOM = 4
// The line of keys and the empty line above it.
const FOOT_ROWS = 2
const KEY = 9

const contains = ({ protocol, question, answer }: RequestEntry, wanted: string): boolean =>
  `${protocol} ${question} ${answer}`.toLowerCase().includes(wanted.trim().toLowerCase())

/** Redraws the view a few times a second, and not for each request: there may be thousands. */
const useRedraw = (): void => {
  const [, draw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), REDRAW)
    return () => clearInterval(timer)
  }, [])
}

const headOf = (
  { theme, controller }: ServeScreenProps,
  columns: number,
  { note, paused }: { readonly note: string | undefined; readonly paused: Pause | undefined },
): string[] => {
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
    [
      `${' '.repeat(trace.length)}  ${note ?? texts.requestCount(internet.requestCount)}`,
      ...(paused === undefined ? [] : [paint('warning', texts.paused(internet.requestCount - paused.count))]),
    ].join('  '),
    ...(line.length === 0 ? [] : ['', ...line]),
    '',
  ]
}

const filterLine = (line: Line, mode: Mode, columns: number, theme: Theme): string =>
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
  )

const helpLines = (columns: number, { paint }: Theme): string[] =>
  texts.serveKeys.flatMap(([key, what]) =>
    wrap(what, columns - KEY).map((text, index) => `${paint('strong', (index === 0 ? key : '').padEnd(KEY))}${text}`),
  )

/** The live view of a served internet: the scenario and the requests. */
export const ServeScreen = (props: ServeScreenProps) => {
  const { theme, controller, onStop } = props
  const { internet, scenarios } = controller
  const { columns, rows } = useSize()
  const [mode, setMode] = useState<Mode>('watch')
  const [paused, setPaused] = useState<Pause>()
  const [selected, setSelected] = useState(0)
  const [note, setNote] = useState<string>()
  const { line, set, edited, paste } = useLine('')
  useRedraw()

  const isFiltered = line.text !== ''
  const head =
    mode === 'help' ? [theme.paint('simulated', controller.mark), ''] : headOf(props, columns, { note, paused })
  const where = whereLines(controller, columns, theme)
  const filter = mode === 'filter' || (mode === 'watch' && isFiltered) ? [filterLine(line, mode, columns, theme)] : []
  const isTall = rows - head.length - where.length - filter.length - FOOT_ROWS > LEAST_ROOM
  const above = [...head, ...((mode === 'watch' || mode === 'filter') && isTall ? [...where, ''] : []), ...filter]
  const room = rows - above.length - FOOT_ROWS
  // The table has a heading.
  const listRoom = room - 1
  const matching = (entries: readonly RequestEntry[]) => entries.filter((entry) => contains(entry, line.text))

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
  /** Opens the list of scenarios at the current one; if several faults apply, at the first. */
  const openScenarios = (): void => {
    const [current] = scheduleOf(internet.scenario, internet.time).now.split(/[+:]/)
    setSelected(
      Math.max(
        0,
        scenarios.findIndex(({ name }) => name === current),
      ),
    )
    setMode('scenario')
  }
  /** Returns a pause at the current requests, with the newest ones visible. */
  const pause = (): Pause => ({ entries: internet.requests, count: internet.requestCount, offset: Infinity })
  const scroll = (move: Move): void => {
    // Without a pause, the newest requests are visible already.
    if (paused === undefined && (move === 'down' || move === 'pageDown' || move === 'end')) return
    const from = paused ?? pause()
    setPaused({ ...from, offset: scrolled(from.offset, move, matching(from.entries).length, listRoom) })
  }
  const watchKey = (input: string, key: KeyPress['key']): void => {
    const move = moveOf(key) ?? moves[input]
    if (move !== undefined) scroll(move)
    else if (key.escape) set({ text: '', cursor: 0 })
    else if (input === 'q') onStop()
    else if (input === 's') openScenarios()
    else if (input.startsWith('/')) {
      setMode('filter')
      // A quick typist's letters arrive together with the slash.
      set(edited(input.slice(1), {}))
    } else if (input === '?') setMode('help')
    else if (input === 'p') setPaused(paused === undefined ? pause() : undefined)
    else if (input === 'c') setNote(controller.copy(texts.digLine(internet.dns)))
  }
  useKeys(
    (input, key) => {
      if (key.ctrl && input === 'c') onStop()
      else if (mode === 'watch') watchKey(input, key)
      else if (key.escape) {
        setMode('watch')
        if (mode === 'filter') set({ text: '', cursor: 0 })
      } else if (mode === 'filter' && key.return) setMode('watch')
      else if (mode === 'filter') set(edited(input, key))
      else if (mode === 'scenario') {
        if (key.upArrow) setSelected((at) => Math.max(0, at - 1))
        else if (key.downArrow) setSelected((at) => Math.min(scenarios.length - 1, at + 1))
        else if (key.return) choose()
      } else setMode('watch')
    },
    (text) => {
      if (mode === 'filter') paste(text)
    },
  )

  const body = (): string[] => {
    if (mode === 'help') return [...where, '', ...helpLines(columns, theme)]
    if (mode === 'scenario')
      return choiceList(
        { rows: scenarios.map(({ name, title }) => [{ text: name }, { text: title }]), selected, room },
        columns,
        theme,
      )
    const entries = matching(paused?.entries ?? internet.requests)
    if (entries.length === 0) return [internet.requestCount === 0 ? texts.nothingAsked : texts.nothingMatches]
    const end = clampOffset(paused?.offset ?? Infinity, entries.length, listRoom) + listRoom
    return requestTable(entries.slice(0, end), { columns, room }, theme)
  }
  const foot =
    mode === 'watch'
      ? keyLine(keysFor(paused !== undefined, isFiltered), ['q', 'stop'], columns, theme)
      : keyLine(mode === 'help' ? [] : [['Enter', 'choose']], ['Esc', 'back'], columns, theme)
  return <Frame theme={theme} columns={columns} rows={rows} body={[...above, ...body()]} foot={[foot]} />
}
