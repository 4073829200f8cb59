import type { ComponentProps } from 'react'

const HOPS = 10

interface HopsProps extends ComponentProps<'div'> {
  readonly count: number
  /** The number of hops that are done. */
  readonly reached: number
}

const MOVES = '[transition:background_var(--d-3)_var(--default-transition-timing-function)]'
const NODE = `size-[11px] flex-none border-2 first:rounded-full last:rounded-full last:bg-sheet forced-color-adjust-none ${MOVES}`
const LINE = 'flex-1 border-0 border-t-2'

/** A line from the start to the end with a node after each hop, solid as far as the progress. */
export const Hops = ({ count, reached, ...bar }: HopsProps) => (
  <div {...bar} className="mt-0.5 flex items-center" role="progressbar">
    {Array.from({ length: count + 1 }, (_, hop) => {
      const isDone = hop <= reached
      return [
        hop === 0 ? null : (
          <s key={`to ${hop}`} className={`${LINE} ${isDone ? 'border-signal' : 'border-dashed border-control'}`} />
        ),
        <i key={hop} className={`${NODE} ${isDone ? 'border-signal bg-signal' : 'border-control bg-sheet'}`} />,
      ]
    })}
  </div>
)

/** The names below the nodes of a line. A phone has no space for them. */
export const HopNames = ({ names }: { readonly names: readonly (string | number)[] }) => (
  <div className="mt-2 flex justify-between font-mono text-xs leading-none text-ink-3 max-md:hidden" aria-hidden="true">
    {names.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </div>
)

interface ProgressLineProps {
  /** The name for screen readers. */
  readonly label: string
  readonly done: number
  readonly all: number
  /** The progress in words. */
  readonly words: string
}

/** The line of a list: a node for each tenth, solid for finished lines. */
export const ProgressLine = ({ label, done, all, words }: ProgressLineProps) => (
  <>
    <Hops
      count={HOPS}
      reached={all === 0 ? HOPS : Math.floor((done * HOPS) / all)}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={done}
      aria-valuetext={words}
    />
    <HopNames names={[0, all]} />
  </>
)
