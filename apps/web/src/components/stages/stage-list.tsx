import type { Severity } from '@netbox/core'
import type { ReactNode } from 'react'
import {
  StatusGlyph,
  severityClass,
  AbsentGlyph,
  RingGlyph,
  SourceGlyph,
  StepGlyph,
} from '../ui/glyphs/status-glyph.tsx'

/** Draws a run as a route: its stages are nodes on one line in the margin. */
export const StageList = ({ children }: { readonly children: ReactNode }) => (
  <div className="relative mt-8 print:m-0" data-stages>
    {children}
  </div>
)

/** The glyph of a stage: the verdict's glyph or a ring at the end; 'absent' if the line has not reached the stage yet. */
export type StageNode = 'source' | 'step' | 'ring' | 'absent' | Severity

const glyphs = { source: <SourceGlyph />, step: <StepGlyph />, ring: <RingGlyph />, absent: <AbsentGlyph /> }

const isVerdict = (node: StageNode): node is Severity => !(node in glyphs)

const NODE = 'absolute z-1 [&>svg]:size-full print:hidden'
const POINT = `${NODE} top-0.5 left-[calc(var(--margin-col)+1px)] size-4.5 max-md:left-0`
const END = `${NODE} -top-px left-[calc(var(--margin-col)-2px)] size-6 bg-paper p-px ring-3 ring-paper max-md:-left-[3px]`

const Node = ({ node }: { node: StageNode }) => {
  if (isVerdict(node)) {
    const isRound = node === 'pass' || node === 'info'
    return (
      <span className={`${END} ${severityClass[node]} ${isRound ? 'rounded-full' : ''}`}>
        <StatusGlyph severity={node} />
      </span>
    )
  }
  return <span className={POINT}>{glyphs[node]}</span>
}

/** The style of the line below a stage: drawn, dashed towards a missing stage, or none. */
export type StageLine = 'drawn' | 'pending' | 'none'

// A stage with its line, which fades below the last stage. With a report, only the report is printed; pages of text are printed whole.
const STAGE = `relative scroll-mt-4 md:grid md:grid-cols-[var(--margin-col)_minmax(0,1fr)] md:gap-x-10
  before:absolute before:border-0 before:top-2.5 before:-bottom-2.5 before:left-[calc(var(--margin-col)+9px)] before:border-l-2 before:border-signal
  max-md:before:top-2 max-md:before:-bottom-1 max-md:before:left-2
  last:before:bottom-auto last:before:h-[calc(100%-60px)] data-[line=drawn]:last:before:mask-b-from-70%
  data-[line=pending]:before:border-dashed data-[line=pending]:before:border-signal-soft data-[line=none]:before:hidden
  print:m-0 print:block print:p-0 print:before:hidden print:[&:not(:last-child):not([data-reading]_*)]:hidden`

const SIDE = `relative pr-4 text-right max-md:flex max-md:items-baseline max-md:gap-2.5 max-md:pl-8 max-md:text-left print:hidden`

interface StageProps {
  /** Ask, Run, Report. */
  readonly name: string
  readonly node: StageNode
  /** Short facts under the name: a time, a count. A phone shows only the first. */
  readonly facts?: readonly string[]
  readonly line?: StageLine
  /** Other content of the margin, such as the contents of the report. A phone doesn't show it. */
  readonly margin?: ReactNode
  readonly children: ReactNode
}

const NONE: readonly string[] = []

/** One stage of a run: its name and facts in the margin, its node on the line, and its content next to it. */
export const Stage = ({ name, node, facts = NONE, line = 'drawn', margin, children }: StageProps) => (
  <section className={`${STAGE} pb-8`} data-line={line} aria-label={name}>
    <div className={SIDE}>
      <b className="block font-display text-lg leading-head font-medium tracking-head">{name}</b>
      {facts.map((fact, at) => (
        <span
          key={fact}
          className={`block font-mono text-xs leading-read text-ink-3 ${at === 0 ? 'max-md:inline' : 'max-md:hidden'}`}
        >
          {fact}
        </span>
      ))}
      {margin}
    </div>
    <Node node={node} />
    <div className="min-w-0 max-md:relative max-md:bg-paper max-md:pt-2.5">{children}</div>
  </section>
)

const stopGlyphs = { first: <SourceGlyph />, between: <StepGlyph />, last: <RingGlyph /> }

interface StopProps {
  readonly id: string
  readonly title: string
  readonly place: keyof typeof stopGlyphs
  readonly children: ReactNode
}

/** A part of a text as a stop on the line, with its heading in the margin. */
export const Stop = ({ id, title, place, children }: StopProps) => (
  <section
    id={id}
    className={`${STAGE} pb-12 max-md:pb-8`}
    data-line={place === 'last' ? 'none' : 'drawn'}
    aria-labelledby={`${id}-title`}
  >
    <div className={SIDE}>
      <h2 className="text-lg" id={`${id}-title`}>
        {title}
      </h2>
    </div>
    <span className={POINT}>{stopGlyphs[place]}</span>
    <div className="grid min-w-0 grid-cols-1 content-start gap-4 max-md:relative max-md:pt-2.5 max-md:pl-8">
      {children}
    </div>
  </section>
)

interface SignalLineProps {
  readonly className: string | undefined
  /** The part of the line that the signal has passed. */
  readonly children: ReactNode
}

/** Draws the line of stages, from its source on. */
export const SignalLine = ({ className, children }: SignalLineProps) => (
  <svg
    className={className}
    viewBox="0 0 260 40"
    fill="none"
    stroke="var(--color-signal)"
    strokeWidth="2.5"
    aria-hidden="true"
  >
    <circle cx="12" cy="20" r="8" fill="var(--color-signal)" stroke="none" />
    {children}
  </svg>
)
