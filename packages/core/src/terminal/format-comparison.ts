import { plainText, plainTexts } from '../foundation/plain-text.ts'
import { findTool } from '../catalogue/catalogue.ts'
import { type ComparableRun, compareRuns, type RunComparison } from '../comparison/compare-runs.ts'
import type { Plot } from '../reports/plot.ts'
import { type Finding, severities } from '../reports/report.ts'
import { count, prose } from '../reports/wording.ts'
import { type ComparisonOptions, DIFFERENT, fieldLines, figureLines, LONGEST_VALUE } from './comparison-tables.ts'
import { drawBothExchanges } from './draw-both-exchanges.ts'
import { drawPlot } from './draw-plot.ts'
import { type Cell, clip, columns, flow, padEnd, wrap } from './layout.ts'
import {
  captionLines,
  findingLines,
  heading,
  INDENT,
  paragraph,
  spell,
  styleOf,
  tally,
  worldParts,
} from './report-sections.ts'
import { severityWords, type Style } from './style.ts'

type Pair = readonly [label: 'A' | 'B', run: ComparableRun]

const time = (at: string): string => at.replace('.000Z', 'Z')

/**
 * Writes the line that describes a comparison: that it is simulated, and the facts that the two runs share.
 *
 * @example
 * const a = await createToolbox({ seed: 'k3f9', scenario: 'healthy' }).run('mx-record', 'mail.example')
 * const b = await createToolbox({ seed: 'k3f9', scenario: 'mx-down' }).run('mx-record', 'mail.example')
 * comparisonMark(a, b) // => 'SIMULATED · netbox-sim/3 · seed k3f9 · no server was contacted'
 */
export const comparisonMark = (
  a: Pick<ComparableRun, 'engine' | 'seed' | 'scenario'>,
  b: Pick<ComparableRun, 'engine' | 'seed' | 'scenario'>,
  separator = '·',
): string =>
  [
    'SIMULATED',
    prose([...new Set([a.engine, b.engine])]),
    ...(a.seed === b.seed ? [`seed ${a.seed}`] : []),
    ...(a.scenario === b.scenario ? [`scenario ${a.scenario}`] : []),
    'no server was contacted',
  ]
    .map(plainText)
    .join(` ${separator} `)

const firstLine = (input: string): string => {
  const [line = ''] = input.split('\n', 1)
  return clip(line === input ? line : `${line}…`, LONGEST_VALUE)
}

/** Returns a sentence that says how the stated facts of run A and run B differ. */
const worldSentence = (a: ComparableRun, b: ComparableRun): string => {
  if (a.world !== undefined && b.world !== undefined) return 'A and B have different world documents.'
  return a.world === undefined ? 'B has a world document, A has none.' : 'A has a world document, B has none.'
}

const subjectLines = (
  { changed }: Pick<RunComparison, 'changed'>,
  a: ComparableRun,
  b: ComparableRun,
  style: Style,
): string[] => {
  const names = prose([...new Set([a, b].map(({ tool }) => findTool(tool)?.name ?? tool))])
  const inputs = prose([...new Set([a, b].map(({ input }) => firstLine(input)))])
  const times = a.at === b.at ? `both at ${time(a.at)}` : `A at ${time(a.at)}, B at ${time(b.at)}`
  const warnings = [
    ...(a.engine === b.engine
      ? []
      : [`A was made by ${a.engine}, B by ${b.engine}: the differences may come only from the version.`]),
    ...(changed.includes('world') ? [worldSentence(a, b)] : []),
  ]
  return [
    ...paragraph(`${names} for ${inputs}, ${times}`, style),
    ...warnings.flatMap((warning) => paragraph(warning, style).map((line) => style.paint('warning', line))),
  ]
}

const amount = (figures: number, findings: number): string =>
  prose([...(figures === 0 ? [] : [count(figures, 'figure')]), ...(findings === 0 ? [] : [count(findings, 'finding')])])

const tallyLines = ({ figures, findings }: RunComparison, style: Style): string[] => {
  const { glyphs, paint } = style
  const bad = severities.filter((severity) => severity !== 'pass')
  const counted = (list: readonly Finding[], change: string): Cell[] =>
    bad.flatMap((severity) => {
      const number = list.filter((finding) => finding.severity === severity).length
      const { one, many } = severityWords[severity]
      const noun = number === 1 ? one : many
      const text = change === 'new' ? `${number} new ${noun}` : `${number} ${noun} gone`
      const role = change === 'new' ? severity : 'pass'
      return number === 0 ? [] : [{ text: `${glyphs.severity[role]} ${text}`, show: (cell) => paint(role, cell) }]
    })
  const same = figures.filter(({ change }) => change === 'same').length
  const differing = amount(figures.length - same, findings.changed.length)
  const equal = amount(same, findings.same.length)
  const pieces: Cell[] = [
    ...counted(findings.onlyInB, 'new'),
    ...counted(findings.onlyInA, 'gone'),
    ...(differing === '' ? [] : [{ text: `${DIFFERENT} ${differing}`, show: (cell: string) => paint('signal', cell) }]),
    ...(equal === '' ? [] : [{ text: `= ${equal}`, show: (cell: string) => paint('dim', cell) }]),
  ]
  return flow(pieces, 3, style.width - INDENT).map((line) => ' '.repeat(INDENT) + line)
}

const verdictLines = ({ changed }: RunComparison, pairs: readonly Pair[], style: Style): string[] => {
  const { glyphs, paint, width } = style
  const telling = (['scenario', 'seed', 'at'] as const).filter((fact) => changed.includes(fact))
  const labels = pairs.map(([, run]) =>
    (telling.length === 0 ? (['scenario'] as const) : telling).map((fact) => time(run[fact])).join(' '),
  )
  const widest = Math.max(...labels.map(columns))
  // A long label leaves no room for the sentence on its line.
  const indent = widest + 8 > width / 2 ? 5 : widest + 8
  return pairs.flatMap(([name, { verdict }], at) => {
    const head = `${paint('strong', name)}  ${paint('dim', padEnd(clip(labels[at] ?? '', width - 3), indent === 5 ? 0 : widest))}`
    const [first = '', ...rest] = wrap(verdict.sentence, width - indent)
    const sentence = `${paint(verdict.severity, glyphs.severity[verdict.severity])} ${first}`
    return [
      ...(indent === 5 ? [head, `   ${sentence}`] : [`${head}   ${sentence}`]),
      ...rest.map((line) => ' '.repeat(indent) + line),
    ]
  })
}

const longestTime = (plot: Plot): number => {
  if (plot.kind === 'latency') return Math.max(1, ...plot.packets.map(({ time: taken }) => taken ?? 0))
  if (plot.kind === 'hops') return Math.max(1, ...plot.hops.map(({ median }) => median ?? 0))
  return 1
}

const pictureLines = (a: Plot, b: Plot, style: Style): string[] => {
  if (JSON.stringify(a) === JSON.stringify(b)) return captionLines('The same in both runs', style)
  if (a.kind === 'exchanges' && b.kind === 'exchanges')
    return [
      ...captionLines(`${a.caption.split(',', 1)[0]}, both runs on one scale`, style),
      ...drawBothExchanges(a, b, style),
    ]
  const least = Math.max(longestTime(a), longestTime(b))
  const below = { ...style, width: style.width - 3 }
  const drawn = (name: string, plot: Plot): string[] =>
    drawPlot(plot, below, least).map((line, at) => `${at === 0 ? style.paint('strong', name) : ' '}  ${line}`)
  return [...captionLines(a.caption, style), ...drawn('A', a), ...drawn('B', b)]
}

const findingsLines = (
  { findings: { onlyInA, onlyInB, changed, same } }: RunComparison,
  style: Style,
  { all = false, allHint }: ComparisonOptions,
): string[] => {
  const { paint } = style
  const written = (sign: string, finding: Finding): string[] =>
    findingLines(finding, { ...style, width: style.width - 2 }).map(
      (line, at) => `${at === 0 ? paint('signal', sign) : ' '} ${line}`,
    )
  const group = (title: string, number: number, lines: readonly string[]): string[] =>
    number === 0 ? [] : [paint('dim', `${title}, ${number}`), ...lines]
  const counted = flow(
    [...tally(same, style), ...(allHint === undefined ? [] : [{ text: `(${allHint})` }])],
    3,
    style.width - 2,
  ).map((line, at) => `${at === 0 ? '=' : ' '} ${line}`)
  const unchanged = all ? same.flatMap((finding) => written('=', finding)) : same.length === 0 ? [] : counted
  const before = (a: Finding, b: Finding): string[] =>
    (['title', 'detail', 'advice'] as const)
      .filter((part) => a[part] !== b[part] && a[part] !== '')
      .flatMap((part) => paragraph(`in A: ${a[part]}`, style, 14).map((line) => paint('dim', line)))
  return [
    ...group(
      'Only in B',
      onlyInB.length,
      onlyInB.flatMap((finding) => written('+', finding)),
    ),
    ...group(
      'Only in A',
      onlyInA.length,
      onlyInA.flatMap((finding) => written('-', { ...finding, advice: '' })),
    ),
    ...group('In both', changed.length + same.length, [
      ...changed.flatMap(({ a, b }) => [...written('~', b), ...before(a, b)]),
      ...unchanged,
    ]),
  ]
}

const footLines = (pairs: readonly Pair[], { glyphs, width, paint }: Style): string[] => {
  const runs = pairs.flatMap(([name, run]) => {
    const [first = '', ...rest] = worldParts(run)
    return [`${name} ${first}`, ...rest]
  })
  const engines = prose([...new Set(pairs.map(([, { engine }]) => engine))])
  return [runs, [`simulated by ${engines}`, 'no server was contacted']]
    .flatMap((parts) => wrap(parts.join(` ${glyphs.dot} `), width))
    .map((line) => paint('dim', line))
}

const differenceLines = (
  comparison: RunComparison,
  [[, a], [, b]]: readonly [Pair, Pair],
  style: Style,
  options: ComparisonOptions,
): string[] => {
  const { total, differing } = comparison.fields
  const { paint } = style
  return [
    ...verdictLines(
      comparison,
      [
        ['A', a],
        ['B', b],
      ],
      style,
    ),
    '',
    ...figureLines(comparison, style),
    '',
    ...pictureLines(a.plot, b.plot, style),
    '',
    paint('strong', 'Findings'),
    ...findingsLines(comparison, style, options),
    '',
    paint('strong', `Fields that differ, ${differing.length} of ${total}`),
    ...fieldLines(differing, style, options),
    '',
  ]
}

/**
 * Compares two runs and writes the changes from A to B as text: verdict, figures, figure 1 with both runs on one scale, findings and
 * fields. For equal runs it writes only that they are equal, unless `all` is set.
 *
 * @example
 * const a = await createToolbox({ seed: 'k3f9', scenario: 'healthy' }).run('mx-record', 'mail.example')
 * const b = await createToolbox({ seed: 'k3f9', scenario: 'mx-down' }).run('mx-record', 'mail.example')
 * const text = formatComparison(a, b)
 * text.includes('mx1 went silent, and mail is ten seconds slower.') // => true
 */
export const formatComparison = (runA: ComparableRun, runB: ComparableRun, options: ComparisonOptions = {}): string => {
  const { mark = true, all = false } = options
  const [a, b] = [plainTexts(runA), plainTexts(runB)]
  const style = styleOf(options)
  const comparison = compareRuns(a, b)
  const pairs = [
    ['A', a],
    ['B', b],
  ] as const
  const lines = [
    ...(mark ? [style.paint('simulated', comparisonMark(a, b, style.glyphs.dot)), ''] : []),
    ...subjectLines(comparison, a, b, style),
    '',
    ...heading({ severity: b.verdict.severity, sentence: comparison.sentence }, style, 'A'),
    ...tallyLines(comparison, style),
    '',
    ...(comparison.isSame && !all ? [] : differenceLines(comparison, pairs, style, options)),
    ...footLines(pairs, style),
  ]
  return spell(`${lines.join('\n')}\n`, options)
}
