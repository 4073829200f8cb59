import { severities, type Severity } from '@netbox/core'
import { verdictTexts } from '../../texts/verification-verdict.ts'
import type { StatusCount } from './tally.ts'
import type { Phase } from './verification-state.ts'

interface Known {
  readonly tally: readonly StatusCount[]
  readonly phase: Phase
}

const countOf = (tally: readonly StatusCount[], status: string): number =>
  tally.find((entry) => entry.status === status)?.count ?? 0

/** Returns the results in one sentence: `Two are good, one bounces`. */
export const verdictOf = ({ tally, phase }: Known): string => {
  const known = tally.reduce((sum, { count }) => sum + count, 0)
  if (known === 0) return phase === 'verifying' ? verdictTexts.waiting : verdictTexts.nothingKnown
  const good = countOf(tally, 'valid')
  const bad = countOf(tally, 'invalid')
  if (phase === 'complete' && good === known) return verdictTexts.allAreGood(known)
  if (phase === 'complete' && bad === known) return verdictTexts.allBounce(known)
  const parts = [
    ...(good > 0 ? [verdictTexts.areGood(good)] : []),
    ...(bad > 0 ? [verdictTexts.bounce(bad)] : []),
    ...(known > good + bad ? [verdictTexts.areUnsure(known - good - bad)] : []),
  ]
  // The sentence has at most two parts; the bar below shows all counts.
  return verdictTexts.joined(parts.slice(0, 2))
}

/** Returns the severity of a finished verification, which is that of the worst status. */
export const worstTone = (tally: readonly StatusCount[]): Severity =>
  severities.find((severity) => tally.some(({ appearance }) => appearance.tone === severity)) ?? 'info'
