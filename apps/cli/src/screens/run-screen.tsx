import { logTime, type RunState } from '@netbox/core'
import { Frame } from './frame.tsx'
import { useKeys } from './keyboard.tsx'
import { keyLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import { traceLine } from './trace.ts'
import { useSize } from './use-size.ts'

const MOST_INLINE = 6

/** Returns the lines of a running tool: the trace, and as many recent log lines as fit. */
const runningLines = (theme: Theme, state: RunState, subject: string, columns: number, room: number): string[] => {
  const { paint } = theme
  const lines = state.log.slice(-Math.max(1, room)).map(({ at, text, level }) => {
    const said = level === 'error' ? paint('critical', text) : text
    return `${paint('dim', logTime(at))}  ${said}`
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
