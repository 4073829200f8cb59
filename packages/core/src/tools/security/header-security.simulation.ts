import { pass, warning } from '../../reports/finding.ts'
import { noWebServer, noPageText } from '../../reports/no-web-server.ts'
import type { GaugePlot } from '../../reports/plot.ts'
import type { Figure, Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, count, inWords, prose } from '../../reports/wording.ts'
import { webServerOf } from '../../web/web-server.ts'
import { statedHeadOf } from '../../world/answers/http-routes.ts'
import { whyNoPage, type SecurityHeader, securityHeaders } from '../../world/answers/web.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { failureOf, faultOf } from './header-security.faults.ts'
import { noteOn } from './header-security.notes.ts'
import type { HeaderSecurityCode, HeaderSecurityResult } from './header-security.ts'

/** `covered`: not sent, and not needed because of another header. */
type State = 'strong' | 'weak' | 'missing' | 'covered'

/** Returns the seconds for which browsers keep to HTTPS (RFC 6797, section 6.1.1); 0 if the value has none. */
const secondsOf = (value: string): number => Number(/(?:^|;)\s*max-age\s*=\s*"?(\d+)/i.exec(value)?.[1] ?? 0)

const EVERYTHING = ['*', "'unsafe-inline'"]

/** Returns the sources of scripts in a policy, in lower case. A policy without a directive for scripts allows everything. */
const scriptSources = (value: string): readonly string[] => {
  const directives = value.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/))
  const sourcesOf = (name: string) => directives.find(([first]) => first === name)
  return sourcesOf('script-src') ?? sourcesOf('default-src') ?? EVERYTHING
}

const TOO_SHORT = 300

/** Whether the value of a header is too weak to protect. A world document may define any value. */
const isWeak: Readonly<Record<SecurityHeader['name'], (value: string) => boolean>> = {
  'Content-Security-Policy': (value) => EVERYTHING.every((one) => scriptSources(value).includes(one)),
  'Strict-Transport-Security': (value) => secondsOf(value) <= TOO_SHORT,
  'X-Content-Type-Options': (value) => value.trim().toLowerCase() !== 'nosniff',
  'X-Frame-Options': (value) => !/^(?:deny|sameorigin)$/i.test(value.trim()),
  'Referrer-Policy': (value) => /(?:^|,)\s*unsafe-url\s*$/i.test(value),
  'Permissions-Policy': (value) => !/^(?:[a-z-]+=(?:\*|self|\([^()]*\))(?:\s*,\s*|$))+$/.test(value.trim()),
}

const stateOf = ({ name }: SecurityHeader, value: string | null | undefined): State => {
  if (value === null || value === undefined) return 'missing'
  if (name === 'Strict-Transport-Security' && secondsOf(value) === 0) return 'missing'
  return isWeak[name](value) ? 'weak' : 'strong'
}

/** Judges the headers by their values. The policy's frame-ancestors replaces X-Frame-Options. */
const statesOf = (values: readonly (string | null | undefined)[]): State[] => {
  const states = securityHeaders.map((header, index) => stateOf(header, values[index]))
  const at = securityHeaders.findIndex(({ name }) => name === 'X-Frame-Options')
  if (/(?:^|;)\s*frame-ancestors\s/i.test(values[0] ?? '') && states[at] === 'missing') states[at] = 'covered'
  return states
}

// A weak header gets a third of its points.
const pointsOf = ({ weight }: SecurityHeader, state: State): number =>
  state === 'weak' ? Math.floor(weight / 3) : state === 'missing' ? 0 : weight

const recommendation = ({ name, strong }: SecurityHeader, state: State): string | undefined =>
  state === 'strong' || state === 'covered'
    ? undefined
    : `${state === 'weak' ? 'Change' : 'Send'} ${name}${state === 'weak' ? ' to' : ':'} ${strong}`

/** Returns why there is no page to test, as a clause; undefined if there is one. */
const noPage = (
  world: World,
  domain: string,
): { readonly text: string; readonly finding: Finding<HeaderSecurityCode> } | undefined => {
  const unreachable = whyNoPage(world, domain)
  if (unreachable !== undefined)
    return {
      text: noPageText(domain, unreachable),
      finding: noWebServer('headers', world, domain, unreachable, 'no page comes back'),
    }
  const finding = failureOf(world, domain)
  return finding && { text: finding.title, finding }
}

function simulate(domain: string, world: World): HeaderSecurityResult {
  const missing = noPage(world, domain)
  if (missing !== undefined) {
    const headers = securityHeaders.map(({ name }) => ({ name, present: false, value: null }))
    const recommendations = [`${missing.text}: repair that first, then check its headers again.`]
    return { domain, security_score: 0, headers, recommendations }
  }
  const stated = statedHeadOf(world, domain)?.headers
  const sent = new Map(
    stated === undefined
      ? webServerOf(world, domain)?.headers.map(({ name, value }) => [name, value])
      : securityHeaders.map(({ name }) => [name, stated.get(name.toLowerCase())]),
  )
  const values = securityHeaders.map(({ name }) => sent.get(name))
  const states = statesOf(values)
  return {
    domain,
    security_score: securityHeaders.reduce(
      (sum, header, index) => sum + pointsOf(header, states[index] ?? 'missing'),
      0,
    ),
    headers: securityHeaders.map(({ name }, index) => {
      const value = values[index] ?? null
      return { name, present: value !== null, value }
    }),
    recommendations: securityHeaders
      .map((header, index) => recommendation(header, states[index] ?? 'missing'))
      .filter((advice) => advice !== undefined),
  }
}

const findingOf = (header: SecurityHeader, state: State, value: string | null): Finding<HeaderSecurityCode> => {
  const note = noteOn(header.name)
  if (state === 'strong') return pass(`headers-${note.code}`, `${header.name} ${note.purpose}`)
  if (state === 'covered')
    return pass(
      'headers-frames-covered',
      'frame-ancestors in Content-Security-Policy keeps other sites from framing this one',
    )
  const advice = `Send ${header.name}: ${header.strong}${note.begin === '' ? '' : `. ${note.begin}`}`
  const weak = typeof note.weak === 'function' ? note.weak(secondsOf(value ?? '')) : note.weak
  if (state === 'weak') return warning(`headers-${note.code}-weak`, ...weak, advice)
  const [make, title, detail] = note.missing
  return make(`headers-${note.code}-missing`, title, detail, advice)
}

const plotOf = (
  score: number,
  states: readonly State[],
  values: readonly (string | null)[],
  findings: readonly Finding<HeaderSecurityCode>[],
  absence = 'not sent',
): GaugePlot => {
  const parts = securityHeaders.map((header, index) => {
    const state = states[index] ?? 'missing'
    return {
      label: header.name,
      points: pointsOf(header, state),
      of: header.weight,
      note: state === 'covered' ? 'not needed with frame-ancestors' : (values[index] ?? absence),
      severity: findings[index]?.severity ?? 'info',
    }
  })
  return {
    kind: 'gauge',
    caption: 'Points for each header, out of a hundred in all',
    alternative: `${score} of 100 points: ${parts.map(({ label, points, of }) => `${label} ${points} of ${of}`).join(', ')}.`,
    value: score,
    label: `${score} of 100`,
    parts,
  }
}

const unreached = (
  { text, finding }: NonNullable<ReturnType<typeof noPage>>,
  plot: GaugePlot,
): ReportDraft<HeaderSecurityCode> => ({
  sentence: 'There is no site to test.',
  detail: `${text}, so there is no response with headers.`,
  figures: [
    { label: 'Score', value: '0', unit: 'of 100' },
    { label: 'Headers in place', value: '—', note: 'no server was reached' },
  ],
  findings: [finding],
  plot,
})

const countOf = (states: readonly State[], wanted: State): number =>
  states.reduce((sum, state) => (state === wanted ? sum + 1 : sum), 0)

const sentenceOf = (strong: number): string => {
  const all = securityHeaders.length
  if (strong === all) return `All ${inWords(all)} headers are in place.`
  return `${strong === 0 ? 'None' : capitalize(inWords(strong))} of ${inWords(all)} headers ${strong < 2 ? 'is' : 'are'} in place.`
}

const shortfall = (states: readonly State[]): string => {
  const named = (wanted: State) =>
    securityHeaders.filter((_, index) => states[index] === wanted).map(({ name }) => name)
  const [weak, missing] = [named('weak'), named('missing')]
  if (weak.length + missing.length === 0)
    return states.includes('covered')
      ? 'X-Frame-Options is not sent, and not needed with frame-ancestors.'
      : 'Each is sent with a value that does what it should.'
  const parts = [
    ...(missing.length === 0 ? [] : [`${prose(missing)} ${missing.length === 1 ? 'is' : 'are'} not sent`]),
    ...(weak.length === 0
      ? []
      : [`${prose(weak)} ${weak.length === 1 ? 'has a value that protects' : 'have values that protect'} nobody`]),
  ]
  return `${parts.join('; ')}.`
}

const figuresOf = (score: number, states: readonly State[]): Figure[] => {
  const [strong, weak, missing] = [countOf(states, 'strong'), countOf(states, 'weak'), countOf(states, 'missing')]
  return [
    { label: 'Score', value: String(score), unit: 'of 100' },
    {
      label: 'Headers in place',
      value: String(strong),
      unit: `of ${states.length}`,
      ...(strong + weak + missing < states.length ? { note: 'one is not needed' } : {}),
    },
    {
      label: 'Without effect',
      value: String(weak),
      note: weak === 0 ? 'every value has an effect' : `${count(weak, 'value')} to change`,
    },
    {
      label: 'Missing',
      value: String(missing),
      note: missing === 0 ? 'none is missing' : `${count(missing, 'header')} to add`,
    },
  ]
}

function report(
  { domain, security_score, headers }: HeaderSecurityResult,
  world: World,
): ReportDraft<HeaderSecurityCode> {
  const values = headers.map(({ value }) => value)
  const states = statesOf(values)
  const missing = noPage(world, domain)
  if (missing !== undefined) {
    return unreached(missing, plotOf(security_score, states, values, [], 'no server was reached'))
  }
  const findings = securityHeaders.map((header, index) =>
    findingOf(header, states[index] ?? 'missing', values[index] ?? null),
  )
  const fault = faultOf(world, domain)
  return {
    sentence: sentenceOf(countOf(states, 'strong')),
    detail: shortfall(states),
    figures: figuresOf(security_score, states),
    findings: fault === undefined ? findings : [...findings, fault],
    plot: plotOf(security_score, states, values, findings),
  }
}

/** Simulates `header-security`. */
export const headerSecuritySimulation: Simulation<string, HeaderSecurityResult, HeaderSecurityCode> = {
  simulate,
  report,
}
