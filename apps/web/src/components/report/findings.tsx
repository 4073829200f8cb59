import { type Finding as FindingData, severityWords, type ToolRun } from '@netbox/core'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { LinkedText } from './linked-text.tsx'
import { reportTexts } from '../../texts/report.ts'
import * as reportStyles from './report.module.css'
import * as styles from './findings.module.css'

const Finding = ({
  finding: { severity, title, detail, advice },
  run,
}: {
  readonly finding: FindingData
  readonly run: ToolRun
}) => (
  <article className={detail === '' && advice === '' ? `${styles.find} ${styles.slim}` : styles.find}>
    <Status severity={severity}>{severityWords[severity].label}</Status>
    <div>
      <h4>{title}</h4>
      {detail === '' ? null : (
        <p>
          <LinkedText text={detail} run={run} />
        </p>
      )}
    </div>
    {advice === '' ? null : (
      <div className={styles.do}>
        <b>{reportTexts.whatToDo}</b>
        <LinkedText text={advice} run={run} />
      </div>
    )}
  </article>
)

/** Lists the findings of a report, worst first as in core; a pass takes one line. */
export const Findings = ({ run, id }: { readonly run: ToolRun; readonly id: string }) => (
  <section className={reportStyles.sec} aria-labelledby={id}>
    <h3 className={`${reportStyles.cap} ${reportStyles.finds}`} id={id}>
      {reportTexts.findings}
    </h3>
    {run.findings.map((finding) => (
      <Finding key={finding.code + finding.title} finding={finding} run={run} />
    ))}
  </section>
)
