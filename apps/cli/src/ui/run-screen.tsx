import { logTime, type RunState } from '@netbox/core'
import { Frame } from './frame.tsx'
import { useKeys } from './keyboard.tsx'
import { keyLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import { traceLine } from './trace.ts'
import { useSize } from './use-size.ts'

const MOST_INLINE = 6

/** Writes a run while it goes on: the trace, and as many of the last lines of its log as there is room for. */
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

/** A run of the command line while it goes on, drawn below what is there. */
export const RunProgress = ({ theme, state, subject }: RunProgressProps) => {
  const { columns, rows } = useSize()
  const body = runningLines(theme, state, subject, columns, Math.min(MOST_INLINE, rows - 4))
  return <Frame theme={theme} columns={columns} rows={rows} body={body} foot={[]} />
}

interface RunScreenProps extends RunProgressProps, Size {
  /** Back to the input. */
  readonly onStop: () => void
  readonly onCancel: () => void
}

/** A run that was started on the screens, while it goes on. */
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
