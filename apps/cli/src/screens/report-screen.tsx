import { type ToolRun, wrap } from '@netbox/core'
import { useMemo, useState } from 'react'
import type { Controller, Note, ReportPages } from './controller.ts'
import { Frame } from './frame.tsx'
import { foldLines, type KeyHint, keyLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import { clampOffset, type Move, scrolled } from './scroll.ts'
import { tabLine, read, type Reading, tabs } from './tabs.ts'
import { type Action, useReportKeys } from './use-report-keys.ts'
import { texts } from '../texts/screen-texts.ts'

// The width of the key column.
const KEY_WIDTH = 18
const WIDE = 60

/** Returns the lines that explain the keys of a report, in two columns if they fit. */
const reportHelp = (columns: number, { paint }: Theme): string[] =>
  texts.reportKeys.flatMap(([key, what]) => {
    const isWide = columns >= WIDE
    const indent = isWide ? KEY_WIDTH + 2 : 2
    const [first = '', ...more] = wrap(what, columns - indent)
    const rest = more.map((line) => ' '.repeat(indent) + line)
    return isWide
      ? [`${paint('strong', key.padEnd(KEY_WIDTH))}  ${first}`, ...rest]
      : [paint('strong', key), `  ${first}`, ...rest]
  })

interface ReportProps extends Size {
  readonly theme: Theme
  readonly controller: Pick<Controller, 'pages' | 'copy' | 'save'>
  readonly run: ToolRun
  readonly note: Note | undefined
  readonly reading: Reading
  readonly onRead: (fold: (reading: Reading) => Reading) => void
  readonly onAction: (action: Action) => void
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

/** Returns the lines of a report for a width. Wraps long lines, so that nothing is cut off. */
const pagesFor = (controller: Pick<Controller, 'pages'>, run: ToolRun, columns: number): ReportPages => {
  const pages = controller.pages(run, columns)
  return { ...pages, tabs: { ...pages.tabs, raw: foldLines(pages.tabs.raw.join('\n'), columns) } }
}

/** A report. Its verdict stays in view while the open tab scrolls. */
export const ReportScreen = ({
  theme,
  columns,
  rows,
  controller,
  run,
  note: first,
  reading,
  onRead,
  onAction,
}: ReportProps) => {
  const [note, setNote] = useState(first)
  const [help, setHelp] = useState<number>()
  const pages = useMemo(() => pagesFor(controller, run, columns), [controller, run, columns])
  const { glyphs, paint } = theme

  const { tab } = reading
  const isRoomy = rows >= ROOMY
  const labels = tabs.map((name) => ({
    name: texts.tab[name],
    count: name === 'findings' ? run.findings.length : undefined,
  }))
  const head = [
    pages.mark,
    pages.subject,
    ...pages.verdict.slice(0, isRoomy ? 3 : 2),
    ...(isRoomy ? [''] : []),
    tabLine(labels, tabs.indexOf(tab), columns, theme),
    ...(isRoomy ? [glyphs.line.repeat(columns)] : []),
  ]
  const notes = note === undefined ? [] : wrap(note.text, columns - 2)
  const room = Math.max(1, rows - head.length - Math.max(1, notes.length) - 1)
  const lines = help === undefined ? pages.tabs[tab] : reportHelp(columns, theme)
  const from = clampOffset(help ?? reading.offsets[tab], lines.length, room)
  const shown = lines.slice(from, from + room)

  const move = (to: Move): void => {
    if (help === undefined) onRead((now) => read(now, { move: to, count: pages.tabs[now.tab].length, room }))
    else setHelp(scrolled(help, to, lines.length, room))
  }
  useReportKeys({
    isHelp: help !== undefined,
    onKey: () => setNote(undefined),
    onMove: move,
    onTurn: (turn) => onRead((now) => read(now, turn)),
    onHelp: (isOpen) => setHelp(isOpen ? 0 : undefined),
    onCopy: () => setNote(controller.copy(run, tab)),
    onSave: () => setNote(controller.save(run, tab)),
    onAction,
  })

  const place = texts.place(Math.min(from + 1, lines.length), from + shown.length, lines.length)
  const hints = help === undefined ? texts.scrollHints : texts.helpHints
  const hint = hints.find((text) => place.length + text.length + 5 <= columns) ?? ''
  const status =
    note === undefined
      ? [`${paint('signal', glyphs.down)} ${paint('dim', `${place}   ${hint}`.trimEnd())}`]
      : notes.map((text, index) =>
          paint(note.severity, `${index === 0 ? glyphs.severity[note.severity] : ' '} ${text}`),
        )
  return (
    <Frame
      theme={theme}
      columns={columns}
      rows={rows}
      body={[...head, ...shown]}
      foot={[...status, keyLine(keys, ['?', 'keys'], columns, theme)]}
    />
  )
}
