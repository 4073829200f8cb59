import type { Severity } from '../reports/report.ts'

/** The meaning of a piece of text; a surface may give it a color. */
export type Role = Severity | 'strong' | 'dim' | 'signal' | 'machine' | 'simulated'

/**
 * The glyphs of texts. On the trace, a filled dot marks the source, a square a step and a ring the destination. A gap means that something
 * is missing.
 */
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

/** The two sets of glyphs. Every glyph is a single column wide, so that both sets align the same way. */
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

/** The layout of text. */
export interface Style {
  /** Columns. */
  readonly width: number
  readonly glyphs: Glyphs
  readonly paint: (role: Role, text: string) => string
}

/** The word for a severity, as findings and tallies show it. */
export const severityWords: Readonly<
  Record<Severity, { readonly label: string; readonly one: string; readonly many: string }>
> = {
  critical: { label: 'Critical', one: 'critical', many: 'critical' },
  warning: { label: 'Warning', one: 'warning', many: 'warnings' },
  info: { label: 'Info', one: 'info', many: 'info' },
  pass: { label: 'Pass', one: 'passed', many: 'passed' },
}
