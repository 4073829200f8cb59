import type { DialoguePlot as Dialogue } from '@netbox/core'
import { severityClass, Marker } from '../ui/glyphs/status-glyph.tsx'
import { type DialogueLine, repliesOf } from './plot-data.ts'

const isWrong = ({ severity }: DialogueLine): boolean => severity === 'critical' || severity === 'warning'

// Unanswered messages and missing replies are lost; a refusal is a reply.
const isLost = (line: DialogueLine): boolean => isWrong(line) && (line.from === 'us' || line.text.includes('no answer'))

// The source is a dot, the destination an arrowhead; a lost message is dashes without an arrowhead.
const arrows = {
  us: 'border-t-2 border-signal before:-left-[5px] before:bg-signal after:right-0 after:border-l-8 after:border-l-signal',
  them: 'border-t-2 border-signal before:-right-[5px] before:bg-signal after:left-0 after:border-r-8 after:border-r-signal',
  lostUs: 'border-0 border-t-2 border-dashed border-crit before:-left-[5px] before:bg-crit after:hidden',
  lostThem: 'border-0 border-t-2 border-dashed border-crit before:hidden after:hidden',
}

const Arrow = ({ line }: { line: DialogueLine }) => {
  const kind = isLost(line) ? (line.from === 'us' ? 'lostUs' : 'lostThem') : line.from
  return (
    <i
      className={`absolute inset-x-0.5 bottom-[5px] before:absolute before:top-[-5px] before:size-2 before:rounded-full after:absolute after:-top-1.5 after:border-y-5 after:border-transparent ${arrows[kind]}`}
    />
  )
}

const Line = ({ line }: { line: DialogueLine }) => (
  <code className={`block text-sm ${isWrong(line) ? severityClass[line.severity] : ''}`}>{line.text}</code>
)

/** The lines of one reply; a long one, such as a list of extensions, is folded to its first line. */
const Reply = ({ lines }: { lines: readonly DialogueLine[] }) => {
  const [first, ...rest] = lines
  if (first === undefined) return null
  if (rest.length < 2 || lines.some(isWrong)) return lines.map((line) => <Line key={line.text} line={line} />)
  return (
    <details>
      <summary className="cursor-pointer font-mono text-sm">
        {first.text.replace('-', ' ')}, {rest.length} extensions
      </summary>
      {rest.map((line) => (
        <Line key={line.text} line={line} />
      ))}
    </details>
  )
}

const COLUMNS = 'grid-cols-[38px_minmax(0,1fr)] gap-x-2 md:grid-cols-[56px_minmax(0,1fr)] md:gap-x-4'

const Said = ({ lines }: { lines: readonly DialogueLine[] }) => {
  const [line] = lines
  if (line === undefined) return null
  const wrong = lines.find(isWrong)
  return (
    <li className={`relative grid items-end ${COLUMNS}`}>
      <span className="pb-px text-right font-mono text-xs leading-none text-ink-3">{Number(line.at.toFixed(1))}</span>
      <div
        className={`relative flex min-h-[38px] items-center gap-1.5 px-3 pt-2 pb-2 leading-ui wrap-anywhere md:px-4.5 ${line.from === 'them' ? 'justify-end text-right' : ''}`}
      >
        <span className="vh">{line.from === 'us' ? 'We: ' : 'They: '}</span>
        {wrong === undefined ? null : (
          <span className="w-[15px] flex-none">
            <Marker severity={wrong.severity} />
          </span>
        )}
        <div>
          <Reply lines={lines} />
        </div>
        <Arrow line={line} />
      </div>
    </li>
  )
}

/** Draws the dialogue with a server: an arrow for each message or reply; dashes for missing replies. */
export const DialoguePlot = ({ plot: { peer, lines } }: { readonly plot: Dialogue }) => (
  <div>
    <p className={`grid pb-2 font-mono text-sm font-medium ${COLUMNS}`}>
      <span className="col-start-2 flex justify-between gap-4 wrap-anywhere">
        <span>you</span>
        <span>{peer}</span>
      </span>
    </p>
    <ol className="relative pt-1.5 pb-3.5 before:absolute before:inset-y-0 before:right-0 before:left-[46px] before:border-x-2 before:border-control md:before:left-[72px]">
      {repliesOf(lines).map((reply, index) => (
        // A dialogue may contain the same line twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Said key={index} lines={reply} />
      ))}
    </ol>
  </div>
)
