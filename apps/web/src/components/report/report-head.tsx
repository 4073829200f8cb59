import { findTool, type ToolRun } from '@netbox/core'
import { labels } from '@netbox/product'
import type { RefObject } from 'react'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { SimulatedMark } from './simulated-mark.tsx'
import { tallyOf } from './tally.ts'
import { WholeWords } from './whole-words.tsx'
import * as styles from './report.module.css'

const firstLine = (input: string): string => {
  const [line = ''] = input.split('\n', 1)
  return line === input ? line : `${line}…`
}

interface ReportHeadProps {
  readonly run: Pick<ToolRun, 'tool' | 'input' | 'verdict' | 'findings'>
  readonly id: string
  /** The heading that gets the focus when the report appears. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null> | undefined
}

/** Opens a report: the tool, the simulated mark, the verdict in a sentence, and the tally. */
export const ReportHead = ({ run: { tool, input, verdict, findings }, id, headingRef }: ReportHeadProps) => {
  // The words come from core; only the input has another font.
  const [before = '', after = ''] = labels.analysisOutput('\n').split('\n')
  return (
    <header>
      <div className={styles.repH}>
        <p className={`sm muted ${styles.subject}`} data-tool={findTool(tool)?.name}>
          {before}
          <code>{firstLine(input)}</code>
          {after}
        </p>
        <SimulatedMark />
      </div>
      <div className={styles.verdict}>
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          <WholeWords text={verdict.sentence} />
        </h2>
        <p>{verdict.detail}</p>
        <ul className={styles.tally}>
          {tallyOf(findings).map(({ severity, words }) => (
            <li key={severity}>
              <Status severity={severity}>{words}</Status>
            </li>
          ))}
        </ul>
      </div>
    </header>
  )
}
