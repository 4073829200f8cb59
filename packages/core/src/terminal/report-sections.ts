import { isObject } from '../foundation/is-object.ts'
import { findTool } from '../catalogue/catalogue.ts'
import { plainText, plainTexts } from '../foundation/plain-text.ts'
import type { ToolRun } from '../runs/run.ts'
import { type Finding, severities, type Verdict } from '../reports/report.ts'
import { drawPlot } from './draw-plot.ts'
import { type Cell, clip, columns, flow, table, wrap, padEnd } from './layout.ts'
import { type Glyphs, glyphSets, type Role, severityWords, type Style } from './style.ts'

const SUBSTITUTES: Readonly<Record<string, string>> = {
  '—': '-',
  '–': '-',
  '…': '~',
  '→': '->',
  '∞': 'unlimited',
  '·': '-',
  '’': "'",
  '×': 'x',
  '≠': '~',
}

/** Converts a text to ASCII: signs become similar characters, accents are removed, and other characters become question marks. */
const toAscii = (text: string): string =>
  text
    .replace(/[—–…→∞·’×≠]/g, (sign) => SUBSTITUTES[sign] ?? '?')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n\x1b\x20-\x7e]/g, '?')

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

const show = (value: unknown): string => {
  if (value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const listLines = (key: string, items: readonly unknown[], style: Style): string[] => {
  if (items.length === 0) return [`${key}: none`]
  if (!items.every(isObject))
    return [`${key}:`, ...items.flatMap((item) => wrap(show(item), style.width - 2).map((line) => `  ${line}`))]
  const heads = Object.keys(items[0] ?? {})
  const rows = [
    heads.map((text) => ({ text, show: (cell: string) => style.paint('dim', cell) })),
    ...items.map((item) => heads.map((head) => ({ text: show(item[head]) }))),
  ]
  return [`${key}:`, ...table(rows, style.width - 2).map((line) => `  ${line}`)]
}

/** Writes a result field by field under its JSON names: first plain values in their order, then lists as tables. */
const resultLines = (result: unknown, style: Style): string[] => {
  if (!isObject(result)) return [show(result)]
  const plain = Object.entries(result).filter(([, value]) => isPlain(value))
  const width = Math.max(0, ...plain.map(([key]) => key.length))
  return Object.entries(result).flatMap(([key, value]) => {
    if (Array.isArray(value)) return listLines(key, value, style)
    if (isObject(value))
      return [`${key}:`, ...resultLines(value, { ...style, width: style.width - 2 }).map((line) => `  ${line}`)]
    const indent = Math.min(width, Math.floor(style.width / 2))
    const lines = wrap(show(value), style.width - indent - 2)
    return lines.map(
      (line, index) => `${padEnd(index === 0 ? clip(key, indent) : '', indent)}  ${style.paint('machine', line)}`,
    )
  })
}

/** The options of a run's text: width, glyphs and detail. */
export interface TextOptions {
  /** Columns; default 80, at least 30. */
  readonly width?: number
  /** The glyphs: a set by its name, or your own set for a font that lacks some; default 'unicode'. */
  readonly glyphs?: keyof typeof glyphSets | Glyphs
  /** Colors a piece of text; default none. */
  readonly paint?: (role: Role, text: string) => string
  /** Whether the first line says that the run is simulated; default true. The last line always does. */
  readonly mark?: boolean
  /** Whether to append the result itself, field by field; default false. */
  readonly full?: boolean
}

/** Describes the world of a run in words: seed, scenario, and whether facts were stated. */
export const worldParts = ({ seed, scenario, world }: Pick<ToolRun, 'seed' | 'scenario' | 'world'>): string[] => [
  `seed ${seed}`,
  `scenario ${scenario}`,
  ...(world === undefined ? [] : ['own facts']),
]

/**
 * Writes the line that describes a run: that it is simulated, by which engine and from which seed.
 *
 * @example
 * const run = await createToolbox({ seed: 'k3f9', scenario: 'mx-down' }).run('mx-record', 'mail.example')
 * simulatedMark(run) // => 'SIMULATED · netbox-sim/3 · seed k3f9 · scenario mx-down · no server was contacted'
 */
export const simulatedMark = (run: Pick<ToolRun, 'engine' | 'seed' | 'scenario' | 'world'>, separator = '·'): string =>
  ['SIMULATED', run.engine, ...worldParts(run), 'no server was contacted'].map(plainText).join(` ${separator} `)

/** Breaks a text into indented lines. */
export const paragraph = (text: string, style: Style, indent = 0): string[] =>
  wrap(text, style.width - indent).map((line) => ' '.repeat(indent) + line)

/** Counts findings by their severity, worst first. */
export const tally = (findings: readonly Finding[], { glyphs, paint }: Style): Cell[] =>
  severities
    .map((severity) => ({ severity, count: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => {
      const { one, many } = severityWords[severity]
      const text = `${glyphs.severity[severity]} ${count} ${count === 1 ? one : many}`
      return { text, show: (piece) => paint(severity, piece) }
    })

/** The indent of lines under the verdict's sentence, which begins after the trace. */
export const INDENT = 9

/** Writes a sentence after the trace, which starts with a glyph and ends with the glyph of the severity. */
export const heading = (
  { severity, sentence }: Pick<Verdict, 'severity' | 'sentence'>,
  style: Style,
  start = style.glyphs.source,
): string[] => {
  const { glyphs, paint } = style
  const { line: bar, step, severity: signs } = glyphs
  const trace = `${paint('signal', `${start}${bar}${bar}${step}${bar}${bar}`)}${paint(severity, signs[severity])}`
  const [first = '', ...rest] = wrap(sentence, style.width - INDENT)
  return [`${trace}  ${paint('strong', first)}`, ...rest.map((more) => ' '.repeat(INDENT) + paint('strong', more))]
}

const tallyLines = ({ findings }: ToolRun, style: Style): string[] =>
  flow(tally(findings, style), 3, style.width - INDENT).map((line) => ' '.repeat(INDENT) + line)

const figureLines = ({ figures }: ToolRun, style: Style): string[] => {
  const rows = figures.map(({ label, value, unit, note = '' }) => ({
    cells: [
      { text: label },
      { text: unit === undefined ? value : `${value} ${unit}`, show: (text: string) => style.paint('strong', text) },
    ],
    note,
  }))
  const widest = (column: number) => Math.max(...rows.map(({ cells }) => columns(cells[column]?.text ?? '')))
  const room = style.width - widest(0) - widest(1) - 4
  const dim = (text: string) => style.paint('dim', text)
  const lines = table(
    rows.map(({ cells, note }) => (columns(note) > room ? cells : [...cells, { text: note, show: dim }])),
    style.width,
  )
  // A note that does not fit on its figure's line goes below it.
  return lines.flatMap((line, index) => {
    const note = rows[index]?.note ?? ''
    return columns(note) > room ? [line, ...paragraph(note, style, 2).map(dim)] : [line]
  })
}

/** Writes a finding: severity and title, detail, advice. */
export const findingLines = ({ severity, title, detail, advice }: Finding, style: Style): string[] => {
  const { glyphs, paint } = style
  const indent = 12
  const head = paint(severity, `${glyphs.severity[severity]} ${severityWords[severity].label}`.padEnd(indent - 1))
  const [first = '', ...rest] = wrap(title, style.width - indent)
  const advices = wrap(advice, style.width - indent - 2)
  return [
    `${head} ${severity === 'pass' ? first : paint('strong', first)}`,
    ...rest.map((line) => ' '.repeat(indent) + line),
    ...paragraph(detail, style, indent).map((line) => paint('dim', line)),
    ...advices.map(
      (line, index) => `${' '.repeat(indent)}${paint('signal', index === 0 ? glyphs.arrow : ' ')} ${line}`,
    ),
  ]
}

/** Writes the caption of figure 1. */
export const captionLines = (caption: string, style: Style): string[] =>
  wrap(caption, style.width - 8).map(
    (line, index) => `${index === 0 ? style.paint('strong', 'Fig. 1') : '      '}  ${line}`,
  )

const subject = (run: ToolRun, { width }: Style): string => {
  const [line = ''] = run.input.split('\n', 1)
  return clip(`${findTool(run.tool)?.name ?? run.tool} for ${line}${line === run.input ? '' : '…'}`, width)
}

const foot = (run: ToolRun, { glyphs, width }: Style): string[] =>
  [
    [...worldParts(run), `at ${run.at.replace('.000Z', 'Z')}`],
    [`simulated by ${run.engine}`, 'no server was contacted'],
  ].flatMap((parts) => wrap(parts.join(` ${glyphs.dot} `), width))

/** The parts of a report as lines of text, for a screen that shows them one at a time. */
export interface ReportSections {
  /** The line that describes the run; always present. */
  readonly mark: readonly string[]
  /** The tool and its input. */
  readonly subject: readonly string[]
  /** The trace and the verdict's sentence. */
  readonly verdict: readonly string[]
  /** The reasons for the verdict. */
  readonly detail: readonly string[]
  /** The number of findings of each severity. */
  readonly tally: readonly string[]
  readonly figures: readonly string[]
  /** Figure 1 under its caption. */
  readonly picture: readonly string[]
  readonly findings: readonly string[]
  /** The result itself, field by field. */
  readonly result: readonly string[]
  /** Seed, scenario, time and engine. */
  readonly foot: readonly string[]
}

/** Applies the defaults of the text options. */
export const styleOf = ({ width, glyphs = 'unicode', paint = (_role, text) => text }: TextOptions): Style => ({
  width: Math.max(30, width ?? 80),
  glyphs: typeof glyphs === 'string' ? glyphSets[glyphs] : glyphs,
  paint,
})

/** Replaces the characters of a text that its glyph set lacks: an ASCII terminal would garble dashes, ellipses and accents. */
export const spell = (text: string, { glyphs }: TextOptions): string => (glyphs === 'ascii' ? toAscii(text) : text)

/** The functions that write the parts of a report. */
export const sections = {
  mark: (run, { glyphs, paint }) => [paint('simulated', simulatedMark(run, glyphs.dot))],
  subject: (run, style) => [subject(run, style)],
  verdict: ({ verdict }, style) => heading(verdict, style),
  detail: ({ verdict }, style) => paragraph(verdict.detail, style, INDENT),
  tally: tallyLines,
  figures: figureLines,
  picture: ({ plot }, style) => [...captionLines(plot.caption, style), ...drawPlot(plot, style)],
  findings: ({ findings }, style) => findings.flatMap((finding) => findingLines(finding, style)),
  result: ({ result }, style) => resultLines(result, style),
  foot: (run, style) => foot(run, style).map((line) => style.paint('dim', line)),
} as const satisfies Record<keyof ReportSections, (run: ToolRun, style: Style) => string[]>

/**
 * Writes the parts of a report that `formatText` joins, each as its lines without headings and gaps, for a surface that shows them
 * separately. It ignores the options `mark` and `full`.
 *
 * @example
 * const run = await createToolbox({ seed: 'k3f9', scenario: 'mx-down' }).run('mx-record', 'mail.example')
 * reportSections(run).subject // => ['MX Record for mail.example']
 */
export const reportSections = (recorded: ToolRun, options: TextOptions = {}): ReportSections => {
  const run = plainTexts(recorded)
  const style = styleOf(options)
  const linesOf = (name: keyof ReportSections): string[] =>
    sections[name](run, style).map((line) => spell(line, options))
  return {
    mark: linesOf('mark'),
    subject: linesOf('subject'),
    verdict: linesOf('verdict'),
    detail: linesOf('detail'),
    tally: linesOf('tally'),
    figures: linesOf('figures'),
    picture: linesOf('picture'),
    findings: linesOf('findings'),
    result: linesOf('result'),
    foot: linesOf('foot'),
  }
}
