import {
  compareRuns,
  type Figure,
  type FigureComparison,
  formatComparison,
  type RunComparison,
  severities,
  severityWords,
  type ToolRun,
} from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { type ReactNode, useId } from 'react'
import { ExchangesPair } from '../../components/plots/exchanges-plot.tsx'
import { mostOf } from '../../components/plots/plot-data.ts'
import { PlotFigure } from '../../components/plots/plot-figure.tsx'
import { FindingRow } from '../../components/report/findings.tsx'
import { glyphs } from '../../components/report/json-view.tsx'
import { Caption, ReportSheet, SheetFoot, SheetSection } from '../../components/report/sheet.tsx'
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { CopyGlyph, DownloadGlyph, ShareGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { AbsentGlyph, Letter, StepGlyph, Mark, Status, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { Records } from '../../components/ui/records.tsx'
import { copyAndSay } from '../../lib/page/toasts.ts'
import { saveFile } from '../../lib/page/clipboard.ts'
import { comparePath } from '../../lib/runs/run-links.ts'
import { compareTexts as texts } from '../../texts/compare.ts'
import { reportTexts } from '../../texts/report.ts'
import { toolRunNotices } from '../../texts/tool-run.ts'

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
    <>
      {added.map(({ severity, count }) => (
        <li key={severity}>
          <Status severity={severity}>{texts.added(count, severityWords[severity].label.toLowerCase())}</Status>
        </li>
      ))}
      {changed === 0 ? null : (
        <li>
          <Mark glyph={<StepGlyph />}>{texts.figuresDiffer(changed)}</Mark>
        </li>
      )}
      <li>
        <Mark className="text-ink-3" glyph={<AbsentGlyph />}>
          {texts.sameRest(figures.length - changed, findings.same.length + findings.changed.length)}
        </Mark>
      </li>
    </>
  )
}

/** The letter of a run, before its name. */
const Which = ({ letter, children }: { readonly letter: 'A' | 'B'; readonly children: ReactNode }) => (
  <span className="inline-flex items-center gap-2.5 wrap-anywhere">
    <Letter letter={letter} />
    {children}
  </span>
)

const Side = ({ letter, run: { scenario, verdict } }: { readonly letter: 'A' | 'B'; readonly run: ToolRun }) => (
  <div className="border-rule px-6 py-5 max-md:px-4 md:last:border-l max-md:last:border-t">
    <p className="font-mono text-sm text-ink-2">
      <Which letter={letter}>
        <span className="vh">{texts.run(letter)}</span>
        {scenario}
      </Which>
    </p>
    <h3 className="mt-2.5 mb-1 grid grid-cols-[22px_minmax(0,1fr)] gap-2.5 text-lg">
      <StatusGlyph severity={verdict.severity} />
      {verdict.sentence}
    </h3>
    <p className="pl-8 text-ui text-ink-2">{verdict.detail}</p>
  </div>
)

const Figures = ({ a, b, id }: ComparisonReportProps & { readonly id: string }) => {
  if (a.plot.kind === 'exchanges' && b.plot.kind === 'exchanges')
    return (
      <SheetSection className="border-t-0">
        <figure aria-labelledby={id}>
          <figcaption>
            <Caption name="Fig. 1" id={id} aside="seconds since first attempt">
              {texts.oneScale(a.plot.caption)}
            </Caption>
          </figcaption>
          <p className="vh">
            A: {a.plot.alternative} B: {b.plot.alternative}
          </p>
          <ExchangesPair a={a.plot} b={b.plot} />
        </figure>
      </SheetSection>
    )
  const most = Math.max(mostOf(a.plot) ?? 0, mostOf(b.plot) ?? 0)
  return (
    <SheetSection className="grid grid-cols-1 gap-6 border-t-0">
      {[['A', a] as const, ['B', b] as const].map(([letter, { plot }], at) => (
        <div key={letter}>
          <p className="mb-2 font-mono text-sm text-ink-2">
            <Which letter={letter}>{texts.plotOf(letter)}</Which>
          </p>
          <PlotFigure plot={plot} number={at + 1} most={most === 0 ? undefined : most} />
        </div>
      ))}
    </SheetSection>
  )
}

const headsOf = ({ a, b }: ComparisonReportProps) =>
  [['A', a] as const, ['B', b] as const].map(([letter, { scenario }]) => (
    <Which letter={letter} key={letter}>
      <span className="vh">{letter}, </span>
      {scenario}
    </Which>
  ))

const Value = ({ letter, figure, isSame }: { letter: 'A' | 'B'; figure: Figure | undefined; isSame: boolean }) => (
  <td data-head={letter} className={isSame ? 'text-ink-3' : ''}>
    {figure === undefined ? (
      texts.absent
    ) : (
      <>
        <b
          className={`font-display text-xl leading-none tracking-hero lining-nums tabular-nums ${isSame ? 'font-normal' : 'font-medium'}`}
        >
          {figure.value}
        </b>{' '}
        {figure.unit}
      </>
    )}
  </td>
)

const CHANGED =
  'relative before:absolute before:-inset-y-px before:-left-6 before:border-l-4 before:border-signal max-md:before:-left-4'

const FigureRow = ({ figure: { label, change, a, b, words } }: { readonly figure: FigureComparison }) => {
  const isSame = change === 'same'
  return (
    <tr>
      <th scope="row" className={isSame ? '' : CHANGED}>
        {label}
      </th>
      <Value letter="A" figure={a} isSame={isSame} />
      <Value letter="B" figure={b} isSame={isSame} />
      <td data-head={texts.change} data-line className={isSame ? 'text-ink-3' : ''}>
        {isSame ? texts.unchanged : <strong className="font-semibold text-signal">{words ?? texts.differs}</strong>}
        {isSame || b?.note === undefined ? null : <small className="block text-sm text-ink-2">{b.note}</small>}
      </td>
    </tr>
  )
}

const Findings = ({ findings: { onlyInA, onlyInB, changed, same } }: RunComparison) => {
  const both = [...changed.map(({ b }) => b), ...same]
  const groups = [
    { name: texts.onlyIn('B', onlyInB.length), letters: ['B'], list: onlyInB, className: '' },
    {
      name: texts.onlyIn('A', onlyInA.length),
      letters: ['A'],
      list: onlyInA,
      className: '[&_h4]:font-medium [&_h4]:line-through [&_h4]:decoration-ink-3',
    },
    { name: texts.inBoth(both.length), letters: ['A', 'B'], list: both, className: '' },
  ] as const
  return groups.map(({ name, letters, list, className }) =>
    list.length === 0 ? null : (
      <section key={name} className={`not-first:mt-6 ${className}`} aria-label={name}>
        <h3 className="mb-2.5 flex items-center gap-2 font-sans text-ui font-semibold tracking-normal">
          {letters.map((letter) => (
            <Letter key={letter} letter={letter} />
          ))}
          {name}
        </h3>
        {list.map((finding) => (
          <FindingRow
            key={finding.code + finding.title}
            finding={finding.severity === 'pass' ? { ...finding, detail: '', advice: '' } : finding}
          />
        ))}
      </section>
    ),
  )
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const Field = ({ letter, value }: { readonly letter: 'A' | 'B'; readonly value: unknown }) => (
  <td data-head={letter} className="mono">
    {value === undefined ? (
      texts.absent
    ) : letter === 'A' ? (
      <del className="text-ink-2 no-underline">{show(value)}</del>
    ) : (
      <ins className="border-b-2 border-signal bg-signal-wash px-1.5 py-0.5 font-medium no-underline">
        {show(value)}
      </ins>
    )}
  </td>
)

const Actions = ({ a, b }: ComparisonReportProps) => (
  <>
    <Button
      isSmall
      onClick={() =>
        void copyAndSay(formatComparison(a, b, { width: 80, glyphs, mark: true, all: true }), {
          copied: toasts.copied,
          notCopied: toolRunNotices.notCopied,
        })
      }
    >
      <CopyGlyph />
      {labels.copy}
    </Button>
    <Button
      isSmall
      onClick={() =>
        saveFile(`${a.tool}-diff.json`, `${JSON.stringify(compareRuns(a, b), null, 2)}\n`, 'application/json')
      }
    >
      <DownloadGlyph />
      {texts.json}
    </Button>
    <Button isSmall onClick={() => void copyAndSay(`${location.origin}${comparePath(a, b)}`, toolRunNotices)}>
      <ShareGlyph />
      {texts.link}
    </Button>
  </>
)

/** Shows the changes from run A to run B. Core compares the runs, as for `netbox diff`. */
export const ComparisonReport = ({ a, b }: ComparisonReportProps) => {
  const id = useId()
  const comparison = compareRuns(a, b)
  const { sentence, figures, findings, fields } = comparison
  const both = findings.same.length + findings.changed.length
  const heads = headsOf({ a, b })
  return (
    <>
      <Stage name={texts.stage} node="step" facts={[texts.fields(fields.total)]}>
        <Card title={texts.replayed} aside={<p className="sm muted">{texts.replayedWhy}</p>} />
      </Stage>
      <Stage
        name={texts.report}
        node={b.verdict.severity}
        facts={[texts.differences(fields.differing.length)]}
        line="none"
      >
        <ReportSheet
          id={id}
          subject={
            <>
              {texts.subject} <code>{a.input === b.input ? a.input.split('\n', 1)[0] : a.tool}</code>
            </>
          }
          verdict={sentence}
          tally={<Tally comparison={comparison} />}
        >
          <div className="grid grid-cols-2 border-y border-rule max-md:grid-cols-1">
            <Side letter="A" run={a} />
            <Side letter="B" run={b} />
          </div>
          <Figures a={a} b={b} id={`${id}-fig`} />
          <SheetSection>
            <Caption name={texts.figures}>{texts.ofFigures(changedFigures(comparison), figures.length)}</Caption>
            <Records
              aria-label={texts.figures}
              className="table-fixed"
              columns={[texts.figure, ...heads, texts.change]}
            >
              {figures.map((figure) => (
                <FigureRow key={figure.label} figure={figure} />
              ))}
            </Records>
          </SheetSection>
          <SheetSection>
            <Caption name={texts.findings}>
              {texts.ofFindings(findings.onlyInB.length, findings.onlyInA.length, both)}
            </Caption>
            <Findings {...comparison} />
          </SheetSection>
          {fields.differing.length === 0 ? null : (
            <SheetSection>
              <Caption name={reportTexts.table(1)}>{texts.fieldsTitle(fields.differing.length, fields.total)}</Caption>
              <Records aria-label={reportTexts.table(1)} className="table-fixed" columns={[texts.field, ...heads]}>
                {fields.differing.map(({ path, a: before, b: after }) => (
                  <tr key={path}>
                    <th scope="row">{path}</th>
                    <Field letter="A" value={before} />
                    <Field letter="B" value={after} />
                  </tr>
                ))}
              </Records>
            </SheetSection>
          )}
          <SheetFoot facts={[['netbox diff', 'a.json b.json'], b.engine]}>
            <Actions a={a} b={b} />
          </SheetFoot>
        </ReportSheet>
      </Stage>
    </>
  )
}
