import { logTime, type RunState } from '@netbox/core'
import { Frame } from './frame.tsx'
import { useKeys } from './keys.tsx'
import { keyLine } from './lines.ts'
import type { Look, Size } from './look.ts'
import { traceLine } from './trace.ts'
import { useSize } from './use-size.ts'

const MOST_INLINE = 6

/** Writes a run while it goes on: the trace, and as many of the last lines of its log as there is room for. */
const runningLines = (look: Look, state: RunState, subject: string, columns: number, room: number): string[] => {
  const { paint } = look
  const lines = state.log.slice(-Math.max(1, room)).map(({ at, text, level }) => {
    const said = level === 'error' ? paint('critical', text) : text
    return `${paint('dim', logTime(at))}  ${said}`
  })
  return [paint('strong', subject), traceLine(state, columns, look), ...lines]
}

interface RunningProps {
  readonly look: Look
  readonly state: RunState
  readonly subject: string
}

/** A run of the command line while it goes on, drawn below what is there. */
export const Running = ({ look, state, subject }: RunningProps) => {
  const { columns, rows } = useSize()
  const body = runningLines(look, state, subject, columns, Math.min(MOST_INLINE, rows - 4))
  return <Frame look={look} columns={columns} rows={rows} body={body} foot={[]} />
}

interface BusyProps extends RunningProps, Size {
  /** Back to the input. */
  readonly onStop: () => void
  readonly onCancel: () => void
}

/** A run that was started on the screens, while it goes on. */
export const Busy = ({ look, columns, rows, state, subject, onStop, onCancel }: BusyProps) => {
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') onCancel()
    else if (key.escape) onStop()
  })
  const foot = [keyLine([['Esc', 'cancel the run']], ['Ctrl-C', 'leave'], columns, look)]
  const [head = '', trace = '', ...log] = runningLines(look, state, subject, columns, rows - 4)
  const body = rows < 10 ? [head, trace, ...log] : [head, '', trace, '', ...log]
  return <Frame look={look} columns={columns} rows={rows} body={body} foot={foot} />
}
