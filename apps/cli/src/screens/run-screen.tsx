import { wrap, logTime, plainText, type RunState } from '@netbox/core'
import { Frame } from './frame.tsx'
import { useKeys } from './keyboard.tsx'
import { type KeyHint, keyLine, traceLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import type { Action } from './use-report-keys.ts'
import { useSize } from './use-size.ts'

const MOST_INLINE = 6

/** Returns the lines of a running tool: the trace, and as many recent log lines as fit. */
const runningLines = (theme: Theme, state: RunState, subject: string, columns: number, room: number): string[] => {
  const { paint } = theme
  const lines = state.log.slice(-Math.max(1, room)).map(({ at, text, level }) => {
    const painted = level === 'error' ? paint('critical', plainText(text)) : plainText(text)
    return `${paint('dim', logTime(at))}  ${painted}`
  })
  return [paint('strong', subject), traceLine(state, columns, theme), ...lines]
}

interface RunProgressProps {
  readonly theme: Theme
  readonly state: RunState
  readonly subject: string
}

/** The progress of a run that was started on the command line, below the earlier output. */
export const RunProgress = ({ theme, state, subject }: RunProgressProps) => {
  const { columns, rows } = useSize()
  const body = runningLines(theme, state, subject, columns, Math.min(MOST_INLINE, rows - 4))
  return <Frame theme={theme} columns={columns} rows={rows} body={body} foot={[]} />
}

interface RunScreenProps extends RunProgressProps, Size {
  /** Cancels the run and returns to the input. */
  readonly onStop: () => void
  readonly onCancel: () => void
}

/** The progress of a run that was started on the screens. */
export const RunScreen = ({ theme, columns, rows, state, subject, onStop, onCancel }: RunScreenProps) => {
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') onCancel()
    else if (key.escape) onStop()
  })
  const foot = [keyLine([['Esc', 'cancel the run']], ['Ctrl-C', 'leave'], columns, theme)]
  const [head = '', trace = '', ...log] = runningLines(theme, state, subject, columns, rows - 4)
  const body = rows < 10 ? [head, trace, ...log] : [head, '', trace, '', ...log]
  return <Frame theme={theme} columns={columns} rows={rows} body={body} foot={foot} />
}

interface RefusalScreenProps extends Size {
  readonly theme: Theme
  readonly subject: string
  readonly sentences: readonly string[]
  readonly onAction: (action: Action) => void
}

const keys: readonly KeyHint[] = [
  ['r', 'again'],
  ['w', 'world'],
  ['e', 'edit'],
  ['t', 'tools'],
]

const last: KeyHint = ['q', 'leave']

const actions: Readonly<Record<string, Action>> = { r: 'again', e: 'edit', w: 'world', t: 'pick', q: 'leave' }

/** A refused or failed run, with the next steps. */
export const RefusalScreen = ({ theme, columns, rows, subject, sentences, onAction }: RefusalScreenProps) => {
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') onAction('cancel')
    else if (key.escape) onAction('edit')
    else if (key.return) onAction('pick')
    else
      for (const character of input) {
        const action = actions[character]
        if (action !== undefined) onAction(action)
      }
  })
  const { paint } = theme
  const [first = '', ...more] = sentences
  const gap = rows < 10 ? [] : ['']
  return (
    <Frame
      theme={theme}
      columns={columns}
      rows={rows}
      body={[
        paint('strong', subject),
        ...gap,
        traceLine({ progress: 0, phase: 'failed', run: null }, columns, theme),
        ...gap,
        ...wrap(first, columns).map((line) => paint('critical', line)),
        ...more.flatMap((sentence) => wrap(sentence, columns)),
      ]}
      foot={[keyLine(keys, last, columns, theme)]}
    />
  )
}
