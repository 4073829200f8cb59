import type { ReactNode } from 'react'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { AbsentGlyph, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { startTexts } from '../../texts/start.ts'
import { exampleMatrix } from './example-matrix.ts'

const { matrix: texts } = startTexts

type Outcome = keyof typeof texts.outcomes

/** One fault, and how the program took it. */
interface FaultOutcome {
  readonly fault: string
  readonly group: keyof typeof texts.groups
  readonly outcome: Outcome
  /** Where the program met the fault, and what came. */
  readonly met?: { readonly at: string; readonly came: string }
}

const faults: readonly FaultOutcome[] = exampleMatrix.faults

/** A step with two bars: a program that never ends. */
const HungGlyph = () => (
  <svg viewBox="0 0 18 18" className="text-warn" aria-hidden="true">
    <path d="M2 2h14v14H2z" fill="var(--color-sheet)" stroke="currentColor" strokeWidth="2" />
    <path d="M6.5 5.5v7M11.5 5.5v7" stroke="currentColor" strokeWidth="2.2" />
  </svg>
)

/** A step with two waves: a program that ends differently each time. */
const UnstableGlyph = () => (
  <svg viewBox="0 0 18 18" className="text-info" aria-hidden="true">
    <path d="M2 2h14v14H2z" fill="var(--color-sheet)" stroke="currentColor" strokeWidth="1.8" />
    <path
      d="M4.5 7.500q2.250-3 4.500 0t4.500 0M4.500 11.500q2.250-3 4.500 0t4.500 0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
    />
  </svg>
)

const glyphs: Readonly<Record<Outcome, ReactNode>> = {
  failed: <StatusGlyph severity="critical" />,
  hung: <HungGlyph />,
  unstable: <UnstableGlyph />,
  survived: <StatusGlyph severity="pass" />,
  'not-met': <AbsentGlyph />,
}

// The cast is needed because TypeScript types the keys of an object as strings.
const outcomes = Object.keys(glyphs) as Outcome[]
const groups = [...new Set(faults.map(({ group }) => group))]

const countOf = (outcome: Outcome): number => faults.filter((fault) => fault.outcome === outcome).length

const CELL = {
  met: 'border-rule-2',
  absent: 'border-dashed border-rule-2',
}

const Cell = ({ fault: { fault, outcome } }: { readonly fault: FaultOutcome }) => {
  const name = texts.cell(fault, texts.outcomes[outcome])
  return (
    <a
      className={`grid size-7 place-items-center border hover:bg-signal-wash [&>svg]:size-4 ${outcome === 'not-met' ? CELL.absent : CELL.met}`}
      href={`/docs/scenarios#${fault}`}
      title={name}
    >
      {glyphs[outcome]}
      <span className="vh">{name}</span>
    </a>
  )
}

/** The number of rows below the cells, worst first. */
const SHOWN = 3

const worst = outcomes.flatMap((outcome) => faults.filter((fault) => fault.outcome === outcome)).slice(0, SHOWN)

/** The result of `netbox matrix` for one example: a cell for each fault, the counts, and the worst faults. */
export const Matrix = () => (
  <section className="min-w-0 border-rule px-6 pt-4 pb-5 max-xl:border-t max-md:px-4 xl:border-l" data-matrix>
    <div className="flex flex-wrap items-center justify-between gap-3">
      <code className="text-ink-2">{texts.command}</code>
      <SimulatedMark />
    </div>
    <h2 className="mt-1.5 mb-3 text-xl">
      {texts.sentence(countOf('failed') + countOf('hung'), faults.length - countOf('not-met'))}
    </h2>
    <dl>
      {groups.map((group) => (
        <div
          key={group}
          className="grid grid-cols-[88px_minmax(0,1fr)] items-center border-t border-rule py-1 max-md:grid-cols-1"
        >
          <dt className="text-sm text-ink-2">{texts.groups[group]}</dt>
          <dd className="flex flex-wrap gap-0.5">
            {faults
              .filter((fault) => fault.group === group)
              .map((fault) => (
                <Cell key={fault.fault} fault={fault} />
              ))}
          </dd>
        </div>
      ))}
    </dl>
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t border-rule py-2.5 text-sm text-ink-2">
      {outcomes
        .filter((outcome) => countOf(outcome) > 0)
        .map((outcome) => (
          <li key={outcome} className="flex items-center gap-1.5 [&>svg]:size-4">
            {glyphs[outcome]}
            <b className="text-ink">{countOf(outcome)}</b> {texts.outcomes[outcome]}
          </li>
        ))}
    </ul>
    <ul className="border-t border-ink text-sm">
      {worst.map(({ fault, outcome, met }) => (
        <li
          key={fault}
          className="grid grid-cols-[18px_148px_minmax(0,1fr)] items-baseline gap-x-2 border-b border-rule py-1.5 last:border-0 last:pb-0 max-md:grid-cols-[18px_minmax(0,1fr)] [&>svg]:size-4 [&>svg]:translate-y-0.5"
        >
          {glyphs[outcome]}
          <a className="font-mono" href={`/docs/scenarios#${fault}`}>
            {fault}
          </a>
          {met === undefined ? null : (
            <span className="text-ink-2 max-md:col-start-2">
              {texts.met} <code className="text-ink">{met.at}</code>, {met.came}
            </span>
          )}
        </li>
      ))}
    </ul>
  </section>
)
