import { type Finding, severities, type Severity, severityWords, type ToolRun } from '@netbox/core'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { reportTexts } from '../../texts/report.ts'
import { countFacts } from '../../texts/world-strip.ts'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { SimulatedMark } from '../ui/chips.tsx'

/** Shows a name that may wrap only after a dot, an at sign or a slash. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[\w][.@/])(?=\w{3})/).map((piece, at) => (
    // The pieces of one name have no key except their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at}>
      {at === 0 ? null : <wbr />}
      {piece}
    </span>
  ))

/** A piece of a sentence; a whole piece stays on one line. */
interface Piece {
  readonly text: string
  readonly isWhole: boolean
}

// A number with its unit, a name with a dot, and a hyphenated word, each with a following full stop or comma.
const WHOLE =
  /(\d[\d.]* (?:ms|s|min|h|km|%|days?|months?|years?)(?![\w])[.,;:]?|[\w-]+(?:\.[\w-]+)+[.,;:]?|\w+(?:-\w+)+[.,;:]?)/

/** Splits a sentence at its possible line breaks; joined, the pieces are the original sentence. */
export const splitWhole = (text: string): Piece[] =>
  text
    .split(WHOLE)
    .map((piece, at) => ({ text: piece, isWhole: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')

/** Shows a sentence in which numbers stay on one line with their units, and dates and names break only if necessary. */
export const WholeWords = ({ text }: { readonly text: string }) =>
  splitWhole(text).map(({ text: piece, isWhole }, at) =>
    isWhole ? (
      // The pieces of one sentence have no key except their order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className="inline-block max-w-full">
        <Breakable text={piece} />
      </span>
    ) : (
      piece
    ),
  )

/** The number of findings of one severity, in words: `2 warnings`. */
interface TallyEntry {
  readonly severity: Severity
  readonly words: string
}

/** Counts findings by severity, worst first, without zero counts. */
export const tallyOf = (findings: readonly Pick<Finding, 'severity'>[]): TallyEntry[] =>
  severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    if (count === 0) return []
    const { one, many } = severityWords[severity]
    return [{ severity, words: `${count} ${count === 1 ? one : many}` }]
  })

/** The entries of a tally. */
export const Tally = ({ findings }: { readonly findings: readonly Pick<Finding, 'severity'>[] }) =>
  tallyOf(findings).map(({ severity, words }) => (
    <li key={severity}>
      <Status severity={severity}>{words}</Status>
    </li>
  ))

/** The padding of the parts of a sheet. */
export const sheetEdge = 'px-6 max-md:px-4'

/** The lines at the top of a sheet: its subject and the simulated mark, its verdict, its tally. */
export const sheetHead = {
  line: `flex items-start justify-between gap-4 pt-4 ${sheetEdge}`,
  verdict: `grid grid-cols-1 gap-2.5 pt-3 pb-6 ${sheetEdge}`,
}

/** Returns the size of a verdict, in which it takes two lines at most, also on a phone. Verdicts of core have up to 72 characters. */
const verdictSize = (length: number): string => {
  if (length <= 32) return 'max-w-[24ch] text-3xl max-md:text-verdict-3xl'
  if (length <= 43) return 'max-w-[26ch] text-3xl max-md:text-verdict-xl'
  return length <= 57 ? 'text-2xl max-md:text-verdict-lg' : 'text-xl max-md:text-verdict-md'
}

interface ReportSheetProps {
  /** The subject of the sheet, above its verdict. */
  readonly subject: ReactNode
  readonly verdict: string
  /** A sentence below the verdict. */
  readonly detail?: string
  /** The id of the verdict, which names the sheet. */
  readonly id: string
  /** The tool, which a printed sheet names, because it has no head of a page. */
  readonly tool?: string | undefined
  /** The heading that gets the focus when the sheet appears. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null> | undefined
  /** The tally below the verdict. */
  readonly tally?: ReactNode
  readonly children: ReactNode
}

/** A sheet in the form of a report: its subject, the simulated mark, its verdict in a sentence, and its sections. */
export const ReportSheet = (props: ReportSheetProps) => {
  const { subject, verdict, detail, id, tool, headingRef, tally, children } = props
  return (
    <article
      className="border border-t-2 border-rule border-t-ink bg-sheet print:border-0"
      data-report
      aria-labelledby={id}
    >
      <header>
        <div className={sheetHead.line}>
          <p
            className="sm muted min-w-0 wrap-anywhere print:before:font-semibold print:before:content-[attr(data-tool)] [&_code]:text-ink"
            data-tool={tool === undefined ? undefined : `${tool}. `}
          >
            {subject}
          </p>
          <SimulatedMark />
        </div>
        <div className={sheetHead.verdict}>
          <h2
            id={id}
            ref={headingRef}
            tabIndex={headingRef === undefined ? undefined : -1}
            className={`leading-head tracking-head wrap-anywhere focus-visible:outline-0 ${verdictSize(verdict.length)}`}
          >
            <WholeWords text={verdict} />
          </h2>
          {detail === undefined ? null : (
            <p className="max-w-text text-ink-2">
              <WholeWords text={detail} />
            </p>
          )}
          {tally === undefined ? null : <ul className="flex flex-wrap gap-x-4.5 gap-y-2">{tally}</ul>}
        </div>
      </header>
      {children}
    </article>
  )
}

interface CaptionProps {
  /** The number or the name of the section. */
  readonly name: string
  /** The content of the section. */
  readonly children: ReactNode
  /** The id of the caption. */
  readonly id?: string
  /** The unit of a figure, at the end of the line. */
  readonly aside?: string
}

/** The caption of a section or a figure. */
export const Caption = ({ name, children, id, aside = '' }: CaptionProps) => (
  <p className="mb-4 flex items-baseline gap-2.5 text-ui text-ink-2 max-md:flex-wrap max-md:gap-y-0.5">
    <span id={id}>
      <b className="mr-2.5 font-display text-base font-medium whitespace-nowrap text-ink">{name}</b>
      {children}
    </span>
    {aside === '' ? null : <span className="quiet xs md:ml-auto md:whitespace-nowrap">{aside}</span>}
  </p>
)

/** A section of a sheet, with a rule above it. */
export const SheetSection = ({ className = '', ...section }: ComponentProps<'section'>) => (
  <section {...section} className={`border-t border-rule pt-5 pb-6 ${sheetEdge} ${className}`} />
)

/** Small buttons in a row, at its end. They are not printed. */
export const Actions = ({ className = '', ...actions }: ComponentProps<'div'>) => (
  <div
    {...actions}
    className={`ml-auto flex gap-2 empty:hidden max-md:[&_:is([href],[type])]:gap-1.5 max-md:[&_:is([href],[type])]:px-1 print:hidden ${className}`}
  />
)

interface SeedLineProps {
  /** Names with their values, or whole facts. */
  readonly facts: readonly (string | readonly [name: string, value: string])[]
  /** A link after the facts. */
  readonly link?: ReactNode
  readonly id?: string | undefined
  readonly className?: string | undefined
}

/** The facts that repeat a run, such as its seed and its scenario. */
export const SeedLine = ({ facts, link, id, className = '' }: SeedLineProps) => (
  <p
    id={id}
    className={`flex flex-wrap gap-x-4 gap-y-1 font-mono text-xs leading-read wrap-anywhere text-ink-2 ${className}`}
  >
    {facts.map((fact) =>
      typeof fact === 'string' ? (
        <span key={fact}>{fact}</span>
      ) : (
        <span key={fact[0]}>
          {fact[0]} <b className="font-medium text-ink">{fact[1]}</b>
        </span>
      ),
    )}
    {link === undefined ? null : <span className="font-sans text-sm">{link}</span>}
  </p>
)

const { seedLine } = reportTexts

/** Returns the facts that repeat a run. */
export const factsOf = ({
  seed,
  scenario,
  at,
  world,
  engine,
}: Pick<ToolRun, 'seed' | 'scenario' | 'at' | 'world' | 'engine'>) => [
  [seedLine.seed, seed] as const,
  [seedLine.scenario, scenario] as const,
  [seedLine.at, at.replace('.000Z', 'Z')] as const,
  ...(world === undefined ? [] : [[seedLine.facts, countFacts(world)] as const]),
  engine,
]

interface SheetFootProps extends SeedLineProps {
  /** The path of the report, which a printed sheet shows as its address. */
  readonly path?: string
  readonly children: ReactNode
}

/** Closes a sheet: what repeats it on the left, the actions on the right; on a phone, the actions share the width. */
export const SheetFoot = ({ path, children, ...line }: SheetFootProps) => (
  <footer className={`flex flex-wrap items-center gap-x-6 gap-y-2.5 border-t border-rule bg-paper py-3.5 ${sheetEdge}`}>
    <SeedLine {...line} />
    {path === undefined ? null : (
      <p className="hidden w-full font-mono text-xs wrap-anywhere print:block">
        {location.origin}
        {path}
      </p>
    )}
    <Actions className="has-data-take:contents print:hidden! max-md:ml-0 max-md:grid max-md:w-full max-md:auto-cols-fr max-md:grid-flow-col">
      {children}
    </Actions>
  </footer>
)
