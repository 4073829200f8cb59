import { capitalize, clip, plainText, type Role, type ScenarioText, wrap } from '@netbox/core'
import type { Paint } from '../output/terminal.ts'
import { countWords, groupLabels, matrixSentence, matrixTexts, outcomeWords } from '../texts/matrix-texts.ts'
import { groupOf } from './faults.ts'
import type { Matrix, MatrixRow } from './matrix.ts'
import { bad, countOutcomes, type MatrixOutcome, worstFirst } from './outcomes.ts'

/** How a table looks. */
export interface TableStyle {
  readonly width: number
  readonly glyphs: 'unicode' | 'ascii'
  /** Words alone: no glyphs and no colors. */
  readonly isPlain: boolean
  readonly paint: Paint
  /** Whether every fault that the command survives has a line. */
  readonly isVerbose: boolean
}

/** The facts of a table besides the matrix. */
export interface TableFrame {
  readonly jobs: number
  readonly hasUsualLimit: boolean
  /** How long everything took, in milliseconds. */
  readonly milliseconds: number
}

const WIDE = 120
const FEW = 5
const [FAULT, OUTCOME, TIME, AT, CAME] = [22, 8, 8, 20, 22]
const WIDEST_AT = 32
// A line of words about many faults is never wider, also in a pipe.
const TEXT_WIDTH = 80

const glyphSets = {
  unicode: {
    outcomes: { survived: '✔', 'not-met': '○', unstable: '≈', failed: '✖', hung: '▣' },
    running: '■',
    waiting: '·',
    trace: { source: '●', line: '──', gap: '╌╌' },
  },
  ascii: {
    outcomes: { survived: '+', 'not-met': 'o', unstable: '~', failed: 'x', hung: '#' },
    running: '>',
    waiting: '.',
    trace: { source: '*', line: '--', gap: '..' },
  },
} as const

const roles: Readonly<Record<MatrixOutcome, Role>> = {
  survived: 'pass',
  'not-met': 'dim',
  unstable: 'info',
  failed: 'critical',
  hung: 'warning',
}

/** Formats a time: `1.9 s`. */
export const secondsText = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Returns the rows in the order of the faults. */
export const rowsOf = ({ faults, rows }: Pick<Matrix, 'faults' | 'rows'>): MatrixRow[] =>
  faults.flatMap((fault) => rows.get(fault) ?? [])

const worstOf = (rows: readonly MatrixRow[]): MatrixOutcome => rows.toSorted(worstFirst)[0]?.outcome ?? 'not-met'

/** Explains a row that is not good: its failed tests, its limit or how it ended. */
const explain = (row: MatrixRow, hasUsualLimit: boolean, limit: number): string => {
  const { outcome, tests, passed, code } = row
  if (outcome === 'hung') return matrixTexts.limit(hasUsualLimit, secondsText(limit))
  const names = tests.names.map(plainText).join(', ')
  if (outcome === 'unstable') return `${matrixTexts.passedTimes(...passed)}${names === '' ? '' : `: ${names}`}`
  if (names !== '') return `${matrixTexts.tests(tests.names.length, tests.count)}: ${names}`
  return matrixTexts.exitCode(code ?? 0)
}

/** Writes the tables of a matrix in one style. */
const createWriter = (matrix: Matrix, frame: TableFrame, style: TableStyle) => {
  const { width, paint, isPlain } = style
  const glyphs = glyphSets[style.glyphs]
  const rows = rowsOf(matrix)
  const isWide = width >= WIDE && !isPlain
  const faultWidth = Math.max(FAULT, ...matrix.faults.map(({ length }) => length + 1))
  const placeWidth = Math.max(AT, ...rows.map(({ difference }) => Math.min(difference?.at.length ?? 0, WIDEST_AT)))
  const glyphOf = (outcome: MatrixOutcome): string => paint(roles[outcome], glyphs.outcomes[outcome])
  const indent = ' '.repeat(9)

  const usedWidth = (isPlain ? 0 : 2) + faultWidth + OUTCOME + TIME + 2
  const restWidth = Math.max(width - usedWidth, 8)

  const restOf = ([at = '', came = '', tests = '']: readonly string[]): string =>
    isWide
      ? `${clip(at, placeWidth).padEnd(placeWidth + 2)}${clip(came, CAME).padEnd(CAME + 2)}${tests}`
      : `${clip(at, placeWidth).padEnd(placeWidth + 2)}${came}`

  const line = (
    glyph: string | undefined,
    [fault = '', outcome = '', time = '']: readonly string[],
    rest = '',
    show = (text: string) => text,
  ): string => {
    const start =
      isPlain || glyph === undefined
        ? fault.padEnd(faultWidth + (isPlain ? 0 : 2))
        : `${glyph} ${fault.padEnd(faultWidth)}`
    return `${start}${show(outcome.padEnd(OUTCOME))}${time.padStart(TIME)}  ${clip(rest, restWidth)}`.trimEnd()
  }

  const rowLine = (row: MatrixRow): string => {
    const { fault, outcome, milliseconds, difference } = row
    const at = plainText(difference?.at ?? '')
    const came = plainText(difference?.came ?? '')
    const tests = isWide && bad.has(outcome) ? explain(row, frame.hasUsualLimit, matrix.limit) : ''
    const time = milliseconds === undefined ? '' : secondsText(milliseconds)
    const show = (text: string): string => (bad.has(outcome) ? paint(roles[outcome], text) : text)
    return line(glyphOf(outcome), [fault, outcomeWords[outcome], time], restOf([at, came, tests]), show)
  }

  const badLines = (row: MatrixRow): string[] =>
    isWide
      ? [rowLine(row)]
      : [rowLine(row), paint('dim', `  ${clip(explain(row, frame.hasUsualLimit, matrix.limit), width - 2)}`)]

  const counts = (): string => {
    const count = countOutcomes(rows)
    const order: readonly MatrixOutcome[] = ['survived', 'failed', 'hung', 'unstable', 'not-met']
    const shown = order.filter((outcome) => outcome === 'survived' || count(outcome) > 0)
    return isPlain
      ? shown.map((outcome) => `${count(outcome)} ${countWords[outcome]}`).join(', ')
      : shown
          .map((outcome) => `${glyphOf(outcome)} ${paint('strong', String(count(outcome)))} ${countWords[outcome]}`)
          .join('  ')
  }

  const cellOf = (fault: ScenarioText): string => {
    const row = matrix.rows.get(fault)
    if (row !== undefined) return glyphOf(row.outcome)
    return matrix.running.has(fault) ? paint('signal', glyphs.running) : paint('dim', glyphs.waiting)
  }

  const inGroups = <Line>(write: (label: string, faults: readonly ScenarioText[]) => readonly Line[]): Line[] =>
    Object.entries(groupLabels).flatMap(([group, label]) => {
      const faults = matrix.faults.filter((fault) => groupOf(fault) === group)
      return faults.length === 0 ? [] : write(label, faults)
    })

  const cells = (): string[] => {
    const perLine = Math.max(1, Math.floor((width - 16) / 2))
    return inGroups((label, faults) =>
      Array.from({ length: Math.ceil(faults.length / perLine) }, (_, index) => {
        const part = faults.slice(index * perLine, (index + 1) * perLine)
        return `${indent}${paint('dim', (index === 0 ? label : '').padEnd(7))}${part.map(cellOf).join(' ')}`
      }),
    )
  }

  const trace = (isEnded: boolean): string => {
    const { source, line: done, gap } = glyphs.trace
    const worst = worstOf(rows)
    const end = isEnded ? glyphOf(worst) : paint('dim', glyphs.outcomes['not-met'])
    const second = `${paint('signal', glyphs.running)}${isEnded ? done : gap}`
    return `${paint('signal', source)}${done}${second}${end}`
  }

  const notMetLines = (faults: readonly MatrixRow[], label: string): string[] => {
    if (faults.length === 0) return []
    const text = `${label}: ${faults.map(({ fault }) => fault).join(', ')}`
    const [first = '', ...rest] = wrap(text, Math.min(width, TEXT_WIDTH) - 2)
    const start = isPlain ? first : `${glyphOf('not-met')} ${paint('dim', first)}`
    return [start, ...rest.map((each) => `  ${isPlain ? each : paint('dim', each)}`)]
  }

  const healthyLine = (): string => {
    const { milliseconds, questions } = matrix.baseline
    const text = matrixTexts.questions(questions.names, questions.count)
    const asked = isWide ? `${text}: ${questions.first.map(plainText).join(', ')}` : text
    return line(glyphOf('survived'), ['healthy', 'passed', secondsText(milliseconds)], asked)
  }

  const head = (): string => paint('strong', line(undefined, matrixTexts.head, restOf(matrixTexts.head.slice(3))))

  return {
    rows,
    isWide,
    indent,
    trace,
    counts,
    cells,
    rowLine,
    badLines,
    notMetLines,
    healthyLine,
    head,
    inGroups,
    line,
  }
}

const isUnknown = ({ outcome }: MatrixRow): boolean => outcome === 'not-met'

/** Returns the lines of the whole matrix: the sentence and the cells first, so that the beginning holds the result. */
export const matrixLines = (matrix: Matrix, frame: TableFrame, style: TableStyle): string[] => {
  const writer = createWriter(matrix, frame, style)
  const { rows, isWide, indent } = writer
  const sentence = matrixSentence(countOutcomes(rows))
  const total = matrixTexts.total(rows.length, frame.jobs, secondsText(frame.milliseconds))
  const notGood = rows.filter(({ outcome }) => bad.has(outcome)).toSorted(worstFirst)
  const good = rows.filter(({ outcome }) => outcome === 'survived')
  const unknown = rows.filter(isUnknown)
  if (style.isPlain)
    return [
      sentence,
      writer.counts(),
      '',
      writer.head(),
      writer.healthyLine(),
      ...notGood.flatMap(writer.badLines),
      ...good.map(writer.rowLine),
      ...writer.notMetLines(unknown, matrixTexts.notMet),
    ]
  const top = `${writer.trace(true)}  ${sentence}`
  // The trace has seven columns.
  const gap = isWide ? Math.max(2, style.width - 9 - sentence.length - total.length) : 0
  const start = [
    isWide ? `${top}${' '.repeat(gap)}${style.paint('dim', total)}` : top,
    `${indent}${writer.counts()}`,
    '',
  ]
  if (isWide)
    return [
      ...start,
      writer.head(),
      writer.healthyLine(),
      ...writer.inGroups((label, faults) => [
        '',
        style.paint('strong', capitalize(label)),
        ...faults.flatMap((fault) => {
          const row = matrix.rows.get(fault)
          return row === undefined || isUnknown(row) ? [] : [writer.rowLine(row)]
        }),
        ...writer.notMetLines(
          unknown.filter(({ fault }) => faults.includes(fault)),
          matrixTexts.notMet,
        ),
      ]),
    ]
  const shown = style.isVerbose ? good : good.slice(0, FEW)
  const hidden = good.length - shown.length
  const section = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', ...lines])
  return [
    ...start,
    ...writer.cells(),
    '',
    writer.head(),
    writer.healthyLine(),
    ...section(notGood.flatMap(writer.badLines)),
    ...section([...shown.map(writer.rowLine), ...(hidden === 0 ? [] : [`  ${matrixTexts.more(hidden)}`])]),
    ...section(
      writer.notMetLines(unknown, unknown.some(({ hasRun }) => hasRun) ? matrixTexts.notMet : matrixTexts.notRun),
    ),
  ]
}

/** Returns the lines of a matrix that is being measured. Rows keep their place. */
export const runningLines = (matrix: Matrix, frame: TableFrame, style: TableStyle, now: number): string[] => {
  const writer = createWriter(matrix, frame, style)
  const { rows, indent } = writer
  const ran = rows.filter(({ hasRun }) => hasRun)
  const left = matrix.faults.length - rows.length
  const pace = ran.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0) / Math.max(1, ran.length)
  const estimate = ran.length === 0 ? '' : matrixTexts.left(Math.ceil((pace * left) / frame.jobs / 1000))
  const progress = matrixTexts.progress(rows.length, matrix.faults.length, frame.jobs, estimate)
  const running = [...matrix.running].map(([fault, since]) =>
    writer.line(
      style.paint('signal', glyphSets[style.glyphs].running),
      [fault, 'running', secondsText(now - since)],
      '',
      (text) => style.paint('dim', text),
    ),
  )
  return [
    `${writer.trace(false)}  ${progress}`,
    `${indent}${writer.counts()}`,
    '',
    ...writer.cells(),
    '',
    ...rows.filter(({ outcome }) => bad.has(outcome)).map(writer.rowLine),
    ...running,
    '',
    style.paint('dim', matrixTexts.ctrlC),
  ]
}

/** Returns one line about a fault, for progress in a pipe. */
export const progressLine = (row: MatrixRow): string => {
  const { fault, outcome, milliseconds, difference } = row
  const time = milliseconds === undefined ? '' : ` in ${secondsText(milliseconds)}`
  const met = difference === undefined ? '' : `, first met at ${difference.at} (${difference.came})`
  return `${fault} ${outcomeWords[outcome]}${time}${met}`
}
