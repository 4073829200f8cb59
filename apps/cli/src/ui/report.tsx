import { type ToolRun, wrap } from '@netbox/core'
import { useMemo, useState } from 'react'
import type { Desk, Note, Pages } from './desk.ts'
import { Frame } from './frame.tsx'
import { useKeys } from './keys.tsx'
import { foldLines, type KeyHint, keyLine } from './lines.ts'
import type { Look, Size } from './look.ts'
import { clampOffset, type Move, scrolled } from './scroll.ts'
import { tabLine } from './tab-line.ts'
import { read, type Reading, tabs } from './tabs.ts'
import { words } from './words.ts'

/** What a person wants to do next. */
export type Act = 'again' | 'edit' | 'world' | 'pick' | 'leave' | 'cancel'

interface ReportProps extends Size {
  readonly look: Look
  readonly desk: Pick<Desk, 'pages' | 'copy' | 'save'>
  readonly run: ToolRun
  readonly note: Note | undefined
  readonly reading: Reading
  readonly onRead: (fold: (reading: Reading) => Reading) => void
  readonly onAct: (act: Act) => void
}

const ROOMY = 16

const keys: readonly KeyHint[] = [
  ['r', 'again'],
  ['w', 'world'],
  ['c', 'copy'],
  ['s', 'save'],
  ['e', 'edit'],
  ['t', 'tools'],
  ['q', 'leave'],
]

const moves: Readonly<Record<string, Move>> = { ' ': 'pageDown', b: 'pageUp', j: 'down', k: 'up', g: 'home', G: 'end' }
const acts: Readonly<Record<string, Act>> = { r: 'again', e: 'edit', w: 'world', t: 'pick', q: 'leave' }

/** Lays a report out for a width. Data is broken where it must, so that nothing of it is cut off. */
const pagesFor = (desk: Pick<Desk, 'pages'>, run: ToolRun, columns: number): Pages => {
  const pages = desk.pages(run, columns)
  return { ...pages, tabs: { ...pages.tabs, raw: foldLines(pages.tabs.raw.join('\n'), columns) } }
}

/** Writes what each key does, in two columns where there is room for them. */
const helpLines = (columns: number, { paint }: Look): string[] =>
  words.reportKeys.flatMap(([key, what]) => {
    const isWide = columns >= 60
    const [first = '', ...more] = wrap(what, columns - (isWide ? 20 : 2))
    return isWide
      ? [`${paint('strong', key.padEnd(18))}  ${first}`, ...more.map((line) => ' '.repeat(20) + line)]
      : [paint('strong', key), ...[first, ...more].map((line) => `  ${line}`)]
  })

/** A report on the screen: what it says in one sentence stays, its parts are tabs that scroll. */
export const ReportView = ({ look, columns, rows, desk, run, note: first, reading, onRead, onAct }: ReportProps) => {
  const [note, setNote] = useState(first)
  const [help, setHelp] = useState<number>()
  const pages = useMemo(() => pagesFor(desk, run, columns), [desk, run, columns])
  const { glyphs, paint } = look

  const { tab } = reading
  const isRoomy = rows >= ROOMY
  const labels = tabs.map((name) => ({
    name: words.tab[name],
    count: name === 'findings' ? run.findings.length : undefined,
  }))
  const head = [
    pages.mark,
    pages.subject,
    ...pages.verdict.slice(0, isRoomy ? 3 : 2),
    ...(isRoomy ? [''] : []),
    tabLine(labels, tabs.indexOf(tab), columns, look),
    ...(isRoomy ? [glyphs.line.repeat(columns)] : []),
  ]
  const notes = note === undefined ? [] : wrap(note.text, columns - 2)
  const room = Math.max(1, rows - head.length - Math.max(1, notes.length) - 1)
  const lines = help === undefined ? pages.tabs[tab] : helpLines(columns, look)
  const from = clampOffset(help ?? reading.offsets[tab], lines.length, room)
  const shown = lines.slice(from, from + room)

  const move = (to: Move): void => {
    if (help === undefined) onRead((now) => read(now, { move: to, count: pages.tabs[now.tab].length, room }))
    else setHelp(scrolled(help, to, lines.length, room))
  }
  const press = (character: string): void => {
    const isTab = tabs[Number(character) - 1]
    const go = moves[character]
    const act = acts[character]
    if (help !== undefined && go === undefined) setHelp(undefined)
    else if (isTab !== undefined) onRead((now) => read(now, { to: isTab }))
    else if (go !== undefined) move(go)
    else if (act !== undefined) onAct(act)
    else if (character === 'c') setNote(desk.copy(run, tab))
    else if (character === 's') setNote(desk.save(run, tab))
    else if (character === '?') setHelp(0)
  }
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') return onAct('cancel')
    setNote(undefined)
    const isHelp = help !== undefined
    if (key.upArrow) move('up')
    else if (key.downArrow) move('down')
    else if (key.pageUp) move('pageUp')
    else if (key.pageDown) move('pageDown')
    else if (key.home) move('home')
    else if (key.end) move('end')
    else if (isHelp && (key.escape || key.return || key.tab || key.leftArrow || key.rightArrow)) setHelp(undefined)
    else if (key.escape) onAct('edit')
    else if (key.return) onAct('pick')
    else if (key.leftArrow || (key.tab && key.shift)) onRead((now) => read(now, { by: -1 }))
    else if (key.rightArrow || key.tab) onRead((now) => read(now, { by: 1 }))
    // What came in one piece was pressed key by key.
    else if (!key.ctrl && !key.meta) for (const character of input) press(character)
  })

  const place = words.place(Math.min(from + 1, lines.length), from + shown.length, lines.length)
  const hints = help === undefined ? words.scrollHints : words.helpHints
  const hint = hints.find((text) => place.length + text.length + 5 <= columns) ?? ''
  const status =
    note === undefined
      ? [`${paint('signal', glyphs.down)} ${paint('dim', `${place}   ${hint}`.trimEnd())}`]
      : notes.map((text, index) =>
          paint(note.severity, `${index === 0 ? glyphs.severity[note.severity] : ' '} ${text}`),
        )
  return (
    <Frame
      look={look}
      columns={columns}
      rows={rows}
      body={[...head, ...shown]}
      foot={[...status, keyLine(keys, ['?', 'keys'], columns, look)]}
    />
  )
}
