import type { ComponentProps } from 'react'

/** A node of a line: its name, and what is known about it. */
export interface LineNode {
  readonly name: string
  readonly said: string
  /** 'well' has responded, 'done' is a finished or current step, 'broken' has failed, 'absent' has not been reached. */
  readonly state: 'well' | 'done' | 'broken' | 'absent'
  readonly isCurrent?: boolean
}

const colors = { well: 'text-pass', done: 'text-signal', broken: 'text-crit', absent: 'text-ink-3' }

// A broken node is a cross.
const CROSS = `relative bg-sheet before:absolute before:top-[7px] before:left-0 before:w-4 before:rotate-45 before:border-t-2
  after:absolute after:top-[7px] after:left-0 after:w-4 after:-rotate-45 after:border-t-2`

const shapeOf = (state: LineNode['state'], isFirst: boolean, isLast: boolean): string => {
  if (state === 'broken') return CROSS
  const round = isFirst || isLast ? 'rounded-full' : ''
  if (state === 'absent') return `${round} border-2 border-dashed border-current bg-sheet`
  return isLast ? `${round} border-3 border-current bg-sheet` : `${round} bg-current`
}

/** Returns the style of the line to the next node: dashed where the signal did not arrive. */
const lineTo = (state: LineNode['state'], next: LineNode['state']): string => {
  if (state === 'broken' || next === 'absent') return 'border-dashed border-control'
  return next === 'broken' ? 'border-dashed border-crit' : `border-current ${colors[state]}`
}

interface NodeLineProps extends ComponentProps<'ol'> {
  readonly nodes: readonly LineNode[]
}

/** A horizontal line of nodes: a source, a step, a destination. The line is dashed towards a node that it did not reach. */
export const NodeLine = ({ nodes, className = '', ...list }: NodeLineProps) => (
  // The last column reserves the space of the longest sentence.
  <ol {...list} className={`grid sm:grid-cols-[1fr_1fr_17ch] max-sm:grid-cols-3 ${className}`}>
    {nodes.map(({ name, said, state, isCurrent = false }, at) => {
      const next = nodes[at + 1]?.state
      return (
        <li
          key={name}
          className="relative text-sm leading-ui whitespace-nowrap max-sm:pr-1.5 max-sm:whitespace-normal"
          data-state={state}
          aria-current={isCurrent ? 'step' : undefined}
        >
          {next === undefined ? null : (
            <i
              className={`absolute top-[7px] right-0 left-4 border-0 border-t-2 ${lineTo(state, next)}`}
              aria-hidden="true"
            />
          )}
          <i
            className={`block size-4 forced-color-adjust-none ${colors[state]} ${shapeOf(state, at === 0, next === undefined)}`}
            aria-hidden="true"
          />
          <b className="mt-1.5 block font-semibold">{name}</b>
          <span className={`block font-mono text-xs leading-ui ${state === 'broken' ? 'text-crit' : 'text-ink-3'}`}>
            {said}
          </span>
        </li>
      )
    })}
  </ol>
)
