import { findTool } from '../../catalogue/catalogue.ts'
import { type ComparableRun, compareRuns, type RunComparison } from '../comparison/compare-runs.ts'
import type { FieldDifference, FieldValue } from '../comparison/compare-fields.ts'
import type { FigureComparison } from '../comparison/compare-figures.ts'
import type { Plot } from '../plots/plot.ts'
import { type Figure, type Finding, severities } from '../report.ts'
import { count, prose } from '../wording.ts'
import { drawBothExchanges } from './draw-both-exchanges.ts'
import { drawPlot } from './draw-plot.ts'
import { type Cell, clip, columns, flow, padEnd, table, wrap } from './layout.ts'
import { captionLines, findingLines, heading, INDENT, paragraph, spell, styleOf, tally } from './report-sections.ts'
import type { TextOptions } from './report-sections.ts'
import { severityWords, type Style } from './style.ts'

/** Says how a comparison is written. */
export interface ComparisonOptions extends Omit<TextOptions, 'full'> {
  /** Whether the findings that are the same in both runs are written out; default false: they are counted. */
  readonly all?: boolean
  /** Says behind the count of the same findings how to see them, such as `show them: --all`. */
  readonly allHint?: string
}

const DIFFERENT = '≠'
const LONGEST_VALUE = 60

type Pair = readonly [label: 'A' | 'B', run: ComparableRun]

const time = (at: string): string => at.replace('.000Z', 'Z')

/**
 * Writes the line that says what a comparison is: simulated, and what both runs have in common.
 *
 * @example
 * const run = async (scenario) => createToolbox({ seed: 'k3f9', scenario }).run('mx-record', 'mail.example')
 * comparisonMark(await run('healthy'), await run('mx-down')) // => 'SIMULATED · netbox-sim/1 · seed k3f9 · no server was contacted'
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
  ].join(` ${separator} `)

const subjectLines = (a: ComparableRun, b: ComparableRun, style: Style): string[] => {
  const names = prose([...new Set([a, b].map(({ tool }) => findTool(tool)?.name ?? tool))])
  const inputs = prose([...new Set([a, b].map(({ input }) => clip(input.split('\n', 1)[0] ?? '', LONGEST_VALUE)))])
  const times = a.at === b.at ? `both at ${time(a.at)}` : `A at ${time(a.at)}, B at ${time(b.at)}`
  const versions =
    a.engine === b.engine
      ? []
      : paragraph(
          `A was made by ${a.engine}, B by ${b.engine}: what differs may come from the version alone.`,
          style,
        ).map((line) => style.paint('warning', line))
  return [...paragraph(`${names} for ${inputs}, ${times}`, style), ...versions]
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
  // A long label leaves no room for the sentence beside it.
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

const valueOf = (figure: Figure | undefined, dash: string): string => {
  if (figure === undefined) return dash
  return figure.unit === undefined ? figure.value : `${figure.value} ${figure.unit}`
}

/** Says how a figure changed; a count, or what has no number, with the reason that its note gives. */
const changeOf = ({ change, words, a, b }: FigureComparison): string => {
  if (change === 'only-in-a') return 'only in A'
  if (change === 'only-in-b') return 'only in B'
  const note = a?.note === b?.note ? undefined : b?.note
  const isCount = b?.unit?.startsWith('of ') ?? false
  const isTold = words === undefined || isCount
  return [words, isTold ? note : undefined].filter((part) => part !== undefined).join(', ')
}

/** Lays rows out as a table, or each on lines of its own where the table is too wide. */
const orStacked = (head: readonly Cell[], rows: readonly (readonly Cell[])[], style: Style): string[] => {
  const { width, glyphs, paint } = style
  const all = head.length === 0 ? rows : [head, ...rows]
  const lines = table(all, Number.POSITIVE_INFINITY)
  const bare = table(
    all.map((row) => row.map(({ text }) => ({ text }))),
    Number.POSITIVE_INFINITY,
  )
  if (bare.every((line) => columns(line) <= width)) return lines
  return rows.flatMap(([name, a, b, change]) => {
    const values = a?.text === b?.text ? (a?.text ?? '') : `${a?.text} ${glyphs.arrow} ${b?.text}`
    const both = wrap(values, width - 4)
    const said = wrap(change?.text ?? '', width - 4)
    return [
      ...wrap(name?.text ?? '', width).map((line, at) => (at === 0 ? (name?.show?.(line) ?? line) : line)),
      ...both.map((line) => `    ${line}`),
      ...said.map((line) => `    ${paint('signal', line)}`),
    ]
  })
}

/** Returns the first cell of a row: its sign, and what the row is about. */
const signed = (sign: string, name: string, { paint }: Style): Cell => ({
  text: `${sign} ${name}`,
  show: (text) => {
    const rest = text.slice(sign.length)
    return sign === '=' ? paint('dim', text) : paint('signal', sign) + rest
  },
})

const figureLines = ({ figures }: RunComparison, style: Style): string[] => {
  const { glyphs, paint } = style
  const strong = (text: string): Cell => ({ text, show: (cell) => paint('strong', cell) })
  const rows = figures.map((figure): Cell[] => {
    const isSame = figure.change === 'same'
    const value = (side: Figure | undefined): Cell => ({
      text: valueOf(side, glyphs.dash),
      show: (text) => (isSame ? paint('dim', text) : text),
    })
    return [
      signed(isSame ? '=' : DIFFERENT, figure.label, style),
      value(figure.a),
      value(figure.b),
      { text: changeOf(figure), show: (text) => paint('signal', text) },
    ]
  })
  return orStacked([{ text: '' }, strong('A'), strong('B'), strong('Change')], rows, style)
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
  const { paint, glyphs } = style
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
      .flatMap((part) => paragraph(`A ${glyphs.dash} ${a[part]}`, style, 14).map((line) => paint('dim', line)))
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

const show = (value: FieldValue | undefined, dash: string): string => {
  if (value === undefined) return dash
  return clip(typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : JSON.stringify(value), LONGEST_VALUE)
}

const fieldLines = (differing: readonly FieldDifference[], style: Style): string[] => {
  const { paint, glyphs } = style
  const rows = differing.map(({ path, a, b }): Cell[] => [
    signed('~', path, style),
    { text: show(a, glyphs.dash), show: (text) => paint('dim', text) },
    { text: show(b, glyphs.dash), show: (text) => paint('signal', text) },
  ])
  return orStacked([], rows, style)
}

const footLines = (pairs: readonly Pair[], { glyphs, width, paint }: Style): string[] => {
  const runs = pairs.flatMap(([name, { seed, scenario }]) => [`${name} seed ${seed}`, `scenario ${scenario}`])
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
    ...fieldLines(differing, style),
    '',
  ]
}

/**
 * Compares two runs and writes as text what changed from A to B: verdict, figures, figure 1 with both runs on one scale, findings and fields.
 * Of runs that do not differ it says so, and no more unless `all` is asked for.
 *
 * @example
 * const run = async (scenario) => createToolbox({ seed: 'k3f9', scenario }).run('mx-record', 'mail.example')
 * const text = formatComparison(await run('healthy'), await run('mx-down'))
 * text.includes('A──■──✖  mx1 went silent, and mail is ten seconds slower.') // => true
 */
export const formatComparison = (a: ComparableRun, b: ComparableRun, options: ComparisonOptions = {}): string => {
  const { mark = true, all = false } = options
  const style = styleOf(options)
  const comparison = compareRuns(a, b)
  const pairs = [
    ['A', a],
    ['B', b],
  ] as const
  const lines = [
    ...(mark ? [style.paint('simulated', comparisonMark(a, b, style.glyphs.dot)), ''] : []),
    ...subjectLines(a, b, style),
    '',
    ...heading({ severity: b.verdict.severity, sentence: comparison.sentence }, style, 'A'),
    ...tallyLines(comparison, style),
    '',
    ...(comparison.isSame && !all ? [] : differenceLines(comparison, pairs, style, options)),
    ...footLines(pairs, style),
  ]
  return spell(`${lines.join('\n')}\n`, options)
}
