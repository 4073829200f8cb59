import { type Finding as FindingData, severityWords } from '@netbox/core'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { reportTexts } from '../../texts/report.ts'
import '../../styles/findings.css'

const Finding = ({ finding: { severity, title, detail, advice } }: { finding: FindingData }) => (
  <article className={detail === '' && advice === '' ? 'find slim' : 'find'}>
    <Status severity={severity}>{severityWords[severity].label}</Status>
    <div>
      <h4>{title}</h4>
      {detail === '' ? null : <p>{detail}</p>}
    </div>
    {advice === '' ? null : (
      <div className="do">
        <b>{reportTexts.whatToDo}</b>
        {advice}
      </div>
    )}
  </article>
)

/** Lists the findings of a report, worst first as core orders them; a pass takes one line. */
export const Findings = ({ findings, id }: { readonly findings: readonly FindingData[]; readonly id: string }) => (
  <section className="sec" aria-labelledby={id}>
    <h3 className="cap finds" id={id}>
      {reportTexts.findings}
    </h3>
    {findings.map((finding) => (
      <Finding key={finding.code + finding.title} finding={finding} />
    ))}
  </section>
)
