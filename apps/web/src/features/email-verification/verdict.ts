import { severities, type Severity } from '@netbox/core'
import type { StatusCount } from './tally.ts'
import type { Phase } from './verification-state.ts'

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

const inWords = (count: number): string => words[count] ?? String(count)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const areGood = (count: number): string => `${inWords(count)} ${count === 1 ? 'is' : 'are'} good`
const bounce = (count: number): string => `${inWords(count)} ${count === 1 ? 'bounces' : 'bounce'}`
const areUnsure = (count: number): string => `${inWords(count)} ${count === 1 ? 'is' : 'are'} unsure`

interface Known {
  readonly tally: readonly StatusCount[]
  readonly phase: Phase
}

const countOf = (tally: readonly StatusCount[], status: string): number =>
  tally.find((entry) => entry.status === status)?.count ?? 0

const ofOneKind = (known: number, is: string, are: string): string =>
  known === 1 ? `The address ${is}` : capital(`all ${inWords(known)} ${are}`)

/** Says in one sentence what is known: `Two are good, one bounces`. */
export const verdictOf = ({ tally, phase }: Known): string => {
  const known = tally.reduce((sum, { count }) => sum + count, 0)
  if (known === 0) return phase === 'verifying' ? 'Waiting for the first answer' : 'Nothing is known yet'
  const good = countOf(tally, 'valid')
  const bad = countOf(tally, 'invalid')
  if (phase === 'complete' && good === known) return ofOneKind(known, 'is good', 'are good')
  if (phase === 'complete' && bad === known) return ofOneKind(known, 'bounces', 'bounce')
  const parts = [
    ...(good > 0 ? [areGood(good)] : []),
    ...(bad > 0 ? [bounce(bad)] : []),
    ...(known > good + bad ? [areUnsure(known - good - bad)] : []),
  ]
  // Two things at once are what a sentence holds; the bar below it has them all.
  return capital(parts.slice(0, 2).join(', '))
}

/** Gives the sign that a finished verification ends in: that of the worst status. */
export const worstTone = (tally: readonly StatusCount[]): Severity =>
  severities.find((severity) => tally.some(({ look }) => look.tone === severity)) ?? 'info'
