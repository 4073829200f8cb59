import { firstLabelOf } from '../foundation/names.ts'
import type { ExchangesPlot, Plot } from '../reports/plot.ts'
import { capitalize, count, inWords, prose } from '../reports/wording.ts'
import type { RunComparison } from './compare-runs.ts'

/** A comparison without its sentence. */
type Compared = Omit<RunComparison, 'simulated' | 'sentence'>

const SECOND = 1000

const arrivalOf = ({ exchanges }: ExchangesPlot): number | undefined =>
  exchanges.find(({ outcome }) => outcome === 'accepts')?.to

const mailDelay = (a: ExchangesPlot, b: ExchangesPlot): string | undefined => {
  const [before, after] = [arrivalOf(a), arrivalOf(b)]
  if (after === undefined) return before === undefined ? undefined : 'no mail arrives'
  if (before === undefined) return 'mail arrives again'
  const seconds = Math.round(Math.abs(after - before) / SECOND)
  if (seconds === 0) return undefined
  return `mail is ${inWords(seconds)} ${seconds === 1 ? 'second' : 'seconds'} ${after > before ? 'slower' : 'faster'}`
}

/** Describes which mail servers changed and the effect on mail; undefined if none failed or recovered. */
const mailSentence = (a: Plot, b: Plot): string | undefined => {
  if (a.kind !== 'exchanges' || b.kind !== 'exchanges') return undefined
  const turned = (outcome: string, other: string): string[] =>
    a.exchanges.flatMap((one) => {
      const same = b.exchanges.find(({ exchange }) => exchange === one.exchange)
      return one.outcome === outcome && same?.outcome === other ? [firstLabelOf(one.exchange)] : []
    })
  const silent = turned('accepts', 'silent')
  const refusing = turned('accepts', 'refuses')
  const back = [...turned('silent', 'accepts'), ...turned('refuses', 'accepts')]
  const parts = [
    ...(silent.length === 0 ? [] : [`${prose(silent)} went silent`]),
    ...(refusing.length === 0
      ? []
      : [`${prose(refusing)} ${refusing.length === 1 ? 'refuses' : 'refuse'} connections`]),
    ...(back.length === 0 ? [] : [`${prose(back)} ${back.length === 1 ? 'answers' : 'answer'} again`]),
  ]
  if (parts.length === 0) return undefined
  const delay = mailDelay(a, b)
  return `${[...parts, ...(delay === undefined ? [] : [delay])].join(', and ')}.`
}

const findingSentence = ({ trend, findings }: Compared): string | undefined => {
  const added = findings.onlyInB.find(({ severity }) => severity !== 'pass')
  const gone = findings.onlyInA.find(({ severity }) => severity !== 'pass')
  const parts = [
    ...(trend === 'same' ? [] : [`${capitalize(trend)}.`]),
    ...(added === undefined || trend === 'better' ? [] : [`New: ${added.title}.`]),
    ...(gone === undefined || trend === 'worse' ? [] : [`Gone: ${gone.title}.`]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

const differ = (number: number): string => (number === 1 ? 'differs' : 'differ')

const factNames = {
  tool: 'tool',
  engine: 'version',
  input: 'input',
  seed: 'seed',
  scenario: 'scenario',
  world: 'world document',
  at: 'time',
}

/** Returns the changes from A to B as one sentence. */
export const comparisonSentence = (comparison: Compared, a: Plot, b: Plot): string => {
  const { isSame, changed, figures, fields, isSameReport } = comparison
  if (isSame) return 'No difference.'
  if (isSameReport && changed.length > 0) {
    const facts = prose(changed.map((fact) => factNames[fact]))
    return `Only ${facts} ${differ(changed.length)}; the reports are the same.`
  }
  const specific = mailSentence(a, b) ?? findingSentence(comparison)
  if (specific !== undefined) return specific
  const different = figures.filter(({ change }) => change !== 'same').length
  const what =
    different === 0
      ? `${count(fields.differing.length, 'field')} ${differ(fields.differing.length)}`
      : `${count(different, 'figure')} ${differ(different)}`
  return `No problem is new or gone; ${what}.`
}
