import type { Severity } from '../reports/report.ts'

/** Names what a piece of text means; a surface gives it a color or leaves it. */
export type Role = Severity | 'strong' | 'dim' | 'signal' | 'machine' | 'simulated'

/** Holds the signs of the trace: filled dot = source, square = step, ring = destination, gap = not there. */
export interface Glyphs {
  readonly source: string
  readonly step: string
  readonly ring: string
  readonly line: string
  readonly gap: string
  readonly down: string
  readonly corner: string
  readonly branch: string
  readonly arrow: string
  readonly back: string
  readonly bar: string
  readonly rest: string
  readonly dot: string
  readonly dash: string
  readonly severity: Readonly<Record<Severity, string>>
}

/** Holds the two sets of signs; every one is a single column wide, so that both line up alike. */
export const glyphSets: Readonly<Record<'unicode' | 'ascii', Glyphs>> = {
  unicode: {
    source: '●',
    step: '■',
    ring: '○',
    line: '─',
    gap: '╌',
    down: '│',
    corner: '└',
    branch: '├',
    arrow: '→',
    back: '←',
    bar: '█',
    rest: '░',
    dot: '·',
    dash: '—',
    severity: { critical: '✖', warning: '▲', info: '◆', pass: '✔' },
  },
  ascii: {
    source: '*',
    step: '#',
    ring: 'o',
    line: '-',
    gap: '.',
    down: '|',
    corner: '`',
    branch: '|',
    arrow: '>',
    back: '<',
    bar: '=',
    rest: '.',
    dot: '-',
    dash: '-',
    severity: { critical: 'x', warning: '!', info: 'i', pass: '+' },
  },
}

/** How text is laid out. */
export interface Style {
  /** Columns. */
  readonly width: number
  readonly glyphs: Glyphs
  readonly paint: (role: Role, text: string) => string
}

/** Returns the word for a severity, as findings and tallies show it. */
export const severityWords: Readonly<
  Record<Severity, { readonly label: string; readonly one: string; readonly many: string }>
> = {
  critical: { label: 'Critical', one: 'critical', many: 'critical' },
  warning: { label: 'Warning', one: 'warning', many: 'warnings' },
  info: { label: 'Note', one: 'note', many: 'notes' },
  pass: { label: 'Pass', one: 'passed', many: 'passed' },
}
