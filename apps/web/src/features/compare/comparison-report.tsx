import {
  compareRuns,
  type Figure,
  type FigureComparison,
  type Finding,
  formatComparison,
  type Plot,
  type RunComparison,
  severities,
  severityWords,
  type ToolRun,
} from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { useId } from 'react'
import { ExchangesPair } from '../../components/plots/exchanges-pair.tsx'
import { PlotFigure } from '../../components/plots/plot-figure.tsx'
import { glyphs } from '../../components/report/report-views.ts'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { WholeWords } from '../../components/report/whole-words.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { CopyGlyph, DownloadGlyph, ShareGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { Status, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { Letter } from '../../components/ui/glyphs/letter.tsx'
import { AbsentGlyph, StepGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { copyAndSay } from '../../lib/copy-and-say.ts'
import { saveFile } from '../../lib/save-file.ts'
import { comparePath } from '../../lib/share-link.ts'
import { compareTexts as texts } from '../../texts/compare.ts'
import { reportTexts } from '../../texts/report.ts'
import { toolRunNotices } from '../../texts/run-stages.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as chip from '../../components/ui/chip.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './compare.module.css'
import * as reportStyles from '../../components/report/report.module.css'
import * as findingsStyles from '../../components/report/findings.module.css'
import * as tableStyles from '../../components/ui/table.module.css'

/** The properties of a comparison of two runs of a tool. */
export interface ComparisonReportProps {
  readonly a: ToolRun
  readonly b: ToolRun
}

const changedFigures = ({ figures }: RunComparison) => figures.filter(({ change }) => change !== 'same').length

const Tally = ({ comparison }: { readonly comparison: RunComparison }) => {
  const { figures, findings } = comparison
  const changed = changedFigures(comparison)
  const added = severities.flatMap((severity) => {
    const count = severity === 'pass' ? 0 : findings.onlyInB.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [{ severity, count }]
  })
  return (
    <ul className={`${reportStyles.tally} ${styles.tally}`}>
      {added.map(({ severity, count }) => (
        <li key={severity}>
          <Status severity={severity}>{texts.added(count, severityWords[severity].label.toLowerCase())}</Status>
        </li>
      ))}
      {changed === 0 ? null : (
        <li className={chip.st} data-status>
          <StepGlyph />
          {texts.figuresDiffer(changed)}
        </li>
      )}
      <li className={`${chip.st} non`} data-status>
        <AbsentGlyph />
        {texts.sameRest(figures.length - changed, findings.same.length + findings.changed.length)}
      </li>
    </ul>
  )
}

const Side = ({ letter, run: { scenario, verdict } }: { readonly letter: 'A' | 'B'; readonly run: ToolRun }) => (
  <div>
    <p className={styles.which}>
      <Letter letter={letter} />
      <span className="vh">{texts.run(letter)}</span>
      <span>{scenario}</span>
    </p>
    <h3>
      <StatusGlyph severity={verdict.severity} />
      {verdict.sentence}
    </h3>
    <p className="muted">{verdict.detail}</p>
  </div>
)

// Returns the maximum of a figure's scale, so that both runs can share a scale.
const mostOf = (plot: Plot): number | undefined => {
  if (plot.kind === 'latency') return Math.max(1, ...plot.packets.map(({ time }) => time ?? 0))
  return plot.kind === 'hops'
    ? Math.max(1, ...plot.hops.flatMap(({ times }) => times.map((time) => time ?? 0)))
    : undefined
}

const Figures = ({ a, b, id }: ComparisonReportProps & { readonly id: string }) => {
  if (a.plot.kind === 'exchanges' && b.plot.kind === 'exchanges')
    return (
      <figure className={`${reportStyles.sec} ${reportStyles.first}`} aria-labelledby={id}>
        <figcaption className={reportStyles.cap}>
          <span id={id}>
            <b>Fig. 1</b> {texts.oneScale(a.plot.caption)}
          </span>
          <span className={`${reportStyles.end} quiet xs`}>seconds since first attempt</span>
        </figcaption>
        <p className="vh">
          A: {a.plot.alternative} B: {b.plot.alternative}
        </p>
        <ExchangesPair a={a.plot} b={b.plot} />
      </figure>
    )
  const most = Math.max(mostOf(a.plot) ?? 0, mostOf(b.plot) ?? 0)
  return (
    <div className={`${reportStyles.sec} ${reportStyles.first} ${styles.both}`}>
      {[['A', a] as const, ['B', b] as const].map(([letter, { plot }], at) => (
        <div key={letter}>
          <p className={styles.which}>
            <Letter letter={letter} /> {texts.plotOf(letter)}
          </p>
          <PlotFigure plot={plot} number={at + 1} most={most === 0 ? undefined : most} />
        </div>
      ))}
    </div>
  )
}

const Value = ({ figure }: { readonly figure: Figure | undefined }) =>
  figure === undefined ? (
    texts.absent
  ) : (
    <>
      <b>{figure.value}</b> {figure.unit}
    </>
  )

const Heads = ({ a, b }: ComparisonReportProps) => (
  <>
    <th scope="col">
      <Letter letter="A" /> <span className="vh">A, </span>
      {a.scenario}
    </th>
    <th scope="col">
      <Letter letter="B" /> <span className="vh">B, </span>
      {b.scenario}
    </th>
  </>
)

const FigureRow = ({ figure: { label, change, a, b, words } }: { readonly figure: FigureComparison }) => (
  <tr className={change === 'same' ? undefined : styles.chg}>
    <th scope="row">{label}</th>
    <td data-l="A">
      <Value figure={a} />
    </td>
    <td data-l="B">
      <Value figure={b} />
    </td>
    <td data-l={texts.change} className={styles.dl}>
      {change === 'same' ? texts.unchanged : <strong>{words ?? texts.differs}</strong>}
      {change === 'same' || b?.note === undefined ? null : <small>{b.note}</small>}
    </td>
  </tr>
)

const FindingRow = ({ finding: { severity, title, detail, advice } }: { readonly finding: Finding }) => (
  <article className={severity === 'pass' ? `${findingsStyles.find} ${findingsStyles.slim}` : findingsStyles.find}>
    <Status severity={severity}>{severityWords[severity].label}</Status>
    <div>
      <h4>{title}</h4>
      {severity === 'pass' || detail === '' ? null : <p>{detail}</p>}
    </div>
    {severity === 'pass' || advice === '' ? null : (
      <div className={findingsStyles.do}>
        <b>{reportTexts.whatToDo}</b>
        {advice}
      </div>
    )}
  </article>
)

const Findings = ({ findings: { onlyInA, onlyInB, changed, same } }: RunComparison) => {
  const both = [...changed.map(({ b }) => b), ...same]
  const groups = [
    { name: texts.onlyIn('B', onlyInB.length), letters: ['B'], list: onlyInB, className: '' },
    { name: texts.onlyIn('A', onlyInA.length), letters: ['A'], list: onlyInA, className: styles.gone },
    { name: texts.inBoth(both.length), letters: ['A', 'B'], list: both, className: '' },
  ] as const
  return groups.map(({ name, letters, list, className }) =>
    list.length === 0 ? null : (
      <section key={name} className={`${styles.grpb} ${className}`} aria-label={name}>
        <h3 className={styles.grp}>
          {letters.map((letter) => (
            <Letter key={letter} letter={letter} />
          ))}
          {name}
        </h3>
        {list.map((finding) => (
          <FindingRow key={finding.code + finding.title} finding={finding} />
        ))}
      </section>
    ),
  )
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const Field = ({ letter, value }: { readonly letter: 'A' | 'B'; readonly value: unknown }) => (
  <td data-l={letter} className="mono">
    {value === undefined ? texts.absent : letter === 'A' ? <del>{show(value)}</del> : <ins>{show(value)}</ins>}
  </td>
)

const Actions = ({ a, b }: ComparisonReportProps) => (
  <div className={reportStyles.acts}>
    <button
      type="button"
      className={`${buttonStyles.btn} sm`}
      onClick={() =>
        void copyAndSay(formatComparison(a, b, { width: 80, glyphs, mark: true, all: true }), {
          copied: toasts.copied,
          notCopied: toolRunNotices.notCopied,
        })
      }
    >
      <CopyGlyph />
      {labels.copy}
    </button>
    <button
      type="button"
      className={`${buttonStyles.btn} sm`}
      onClick={() =>
        saveFile(`${a.tool}-diff.json`, `${JSON.stringify(compareRuns(a, b), null, 2)}\n`, 'application/json')
      }
    >
      <DownloadGlyph />
      {texts.json}
    </button>
    <button
      type="button"
      className={`${buttonStyles.btn} sm`}
      onClick={() => void copyAndSay(`${location.origin}${comparePath(a, b)}`, toolRunNotices)}
    >
      <ShareGlyph />
      {texts.link}
    </button>
  </div>
)

/** Shows the changes from run A to run B. Core compares the runs, as for `netbox diff`. */
export const ComparisonReport = ({ a, b }: ComparisonReportProps) => {
  const id = useId()
  const comparison = compareRuns(a, b)
  const { sentence, figures, findings, fields } = comparison
  const both = findings.same.length + findings.changed.length
  return (
    <>
      <Stage name={texts.stage} node="step" facts={[texts.fields(fields.total)]}>
        <div className={panel.card}>
          <div className={`${panel.pad} ${styles.replayed}`}>
            <h2>{texts.replayed}</h2>
            <p className="sm muted">{texts.replayedWhy}</p>
          </div>
        </div>
      </Stage>
      <Stage
        name={texts.report}
        node={b.verdict.severity}
        facts={[texts.differences(fields.differing.length)]}
        line="none"
      >
        <article
          className={`${panel.card} ${reportStyles.report} ${styles.comparison}`}
          data-report
          aria-labelledby={id}
        >
          <header>
            <div className={reportStyles.repH}>
              <p className={`sm muted ${reportStyles.subject}`}>
                {texts.subject} <code>{a.input === b.input ? a.input.split('\n', 1)[0] : a.tool}</code>
              </p>
              <SimulatedMark />
            </div>
            <div className={reportStyles.verdict}>
              <h2 id={id}>
                <WholeWords text={sentence} />
              </h2>
              <Tally comparison={comparison} />
            </div>
          </header>
          <div className={styles.duo}>
            <Side letter="A" run={a} />
            <Side letter="B" run={b} />
          </div>
          <Figures a={a} b={b} id={`${id}-fig`} />
          <section className={reportStyles.sec}>
            <p className={reportStyles.cap}>
              <b>{texts.figures}</b> {texts.ofFigures(changedFigures(comparison), figures.length)}
            </p>
            <table className={`${tableStyles.tbl} ${styles.cmpt} ${styles.bigfig}`}>
              <thead>
                <tr>
                  <th scope="col">{texts.figure}</th>
                  <Heads a={a} b={b} />
                  <th scope="col">{texts.change}</th>
                </tr>
              </thead>
              <tbody>
                {figures.map((figure) => (
                  <FigureRow key={figure.label} figure={figure} />
                ))}
              </tbody>
            </table>
          </section>
          <section className={reportStyles.sec}>
            <p className={reportStyles.cap}>
              <b>{texts.findings}</b> {texts.ofFindings(findings.onlyInB.length, findings.onlyInA.length, both)}
            </p>
            <Findings {...comparison} />
          </section>
          {fields.differing.length === 0 ? null : (
            <section className={reportStyles.sec}>
              <p className={reportStyles.cap}>
                <b>{reportTexts.table(1)}</b> {texts.fieldsTitle(fields.differing.length, fields.total)}
              </p>
              <table className={`${tableStyles.tbl} ${styles.cmpt} ${styles.fieldt}`}>
                <thead>
                  <tr>
                    <th scope="col">{texts.field}</th>
                    <Heads a={a} b={b} />
                  </tr>
                </thead>
                <tbody>
                  {fields.differing.map(({ path, a: before, b: after }) => (
                    <tr key={path}>
                      <th scope="row" className="mono">
                        {path}
                      </th>
                      <Field letter="A" value={before} />
                      <Field letter="B" value={after} />
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          <footer className={reportStyles.repfoot}>
            <p className={reportStyles.seed}>
              <span>
                netbox diff <b>a.json b.json</b>
              </span>
              <span>{b.engine}</span>
            </p>
            <Actions a={a} b={b} />
          </footer>
        </article>
      </Stage>
    </>
  )
}
