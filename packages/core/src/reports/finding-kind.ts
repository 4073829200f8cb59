import type { Severity } from './plot.ts'

/** The meaning of a finding's code, for any subject. */
export interface FindingKind {
  /** The finding in a sentence, without names and numbers: `There is only one mail server`. */
  readonly title: string
  /** The possible severities, worst first. */
  readonly severities: readonly [Severity, ...Severity[]]
  /** The standard behind the finding, with the section: `RFC 5321, section 4.5.4`. */
  readonly rfc?: string
}

/** Declares the findings of a tool, by code. The type of the codes follows from the table. */
export const findingKinds = <const Code extends string>(
  kinds: Readonly<Record<Code, FindingKind>>,
): Readonly<Record<Code, FindingKind>> => kinds
