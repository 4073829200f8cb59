import type { Severity } from '@netbox/core'
import type { ReactNode } from 'react'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import { AbsentGlyph, SourceGlyph, StepGlyph } from '../ui/glyphs/trace-glyphs.tsx'
import * as styles from './trace.module.css'

/** Draws a run as a route: its stages are nodes on one line in the margin. */
export const Trace = ({ children }: { readonly children: ReactNode }) => <div className={styles.trace}>{children}</div>

/** The glyph of a stage: the verdict's glyph at the end; 'absent' if the line has not reached the stage yet. */
export type StageNode = 'source' | 'step' | 'absent' | Severity

const isVerdict = (node: StageNode): node is Severity => node !== 'source' && node !== 'step' && node !== 'absent'

const Node = ({ node }: { node: StageNode }) => {
  if (isVerdict(node))
    return (
      <span className={`${styles.node} ${styles.end} ${severityClass[node]}`}>
        <StatusGlyph severity={node} />
      </span>
    )
  return (
    <span className={styles.node}>
      {node === 'source' ? <SourceGlyph /> : node === 'step' ? <StepGlyph /> : <AbsentGlyph />}
    </span>
  )
}

/** The style of the line below a stage: drawn, dashed towards a missing stage, or none. */
export type StageLine = 'drawn' | 'pending' | 'none'

interface StageProps {
  /** Ask, Run, Report. */
  readonly name: string
  readonly node: StageNode
  /** Short facts under the name: a time, a count. A phone shows only the first. */
  readonly facts?: readonly string[]
  readonly line?: StageLine
  /** Other content of the margin, such as the contents of the report. */
  readonly margin?: ReactNode
  readonly children: ReactNode
}

const NONE: readonly string[] = []

/** One stage of a run: its name and facts in the margin, its node on the line, and its content next to it. */
export const Stage = ({ name, node, facts = NONE, line = 'drawn', margin, children }: StageProps) => (
  <section className={styles.stage} data-line={line} aria-label={name}>
    <div className={styles.side}>
      <b>{name}</b>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {margin}
    </div>
    <Node node={node} />
    <div className={styles.body}>{children}</div>
  </section>
)
