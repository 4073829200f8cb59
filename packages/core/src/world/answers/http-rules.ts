import type { Overrides } from '../decisions.ts'
import type { HttpEffect, HttpRule, StatedHttp } from '../http.ts'
import { overridesAt } from '../overrides-at.ts'
import { applies, isConstant, type RuleCounts } from '../rules.ts'
import { METADATA_ADDRESSES, METADATA_HOST } from '../hosts/inward-answers.ts'
import type { World } from '../world.ts'

const refusal = (status: number, text: string): HttpEffect => ({
  kind: 'reply',
  reply: { status, headers: { 'Retry-After': '1' }, text: `${text}\n` },
})

// The effects of the words of scenarios on every request.
const EFFECTS: Readonly<Record<NonNullable<Overrides['http']>, HttpEffect | undefined>> = {
  answers: undefined,
  unavailable: refusal(503, 'Service Unavailable'),
  'rate-limited': refusal(429, 'Too Many Requests'),
  slow: { kind: 'delay', milliseconds: 3000 },
  cut: { kind: 'cut' },
  'redirect-inwards': {
    kind: 'reply',
    reply: { status: 302, redirect: `http://${METADATA_ADDRESSES[0]}/latest/meta-data/` },
  },
}

/** Returns what a document defines about the web server of a host. */
export const statedHttpOf = (world: World, host: string): StatedHttp | undefined => world.facts?.hosts.get(host)?.http

/** Returns the rules of a web server: the document's rules, and then the scenario's rule. */
export const httpRulesOf = (world: World, host: string, http = statedHttpOf(world, host)): readonly HttpRule[] => {
  const word = overridesAt(world, host).http ?? 'answers'
  // The redirect leads to this host, which would redirect to itself.
  const effect = word === 'redirect-inwards' && host === METADATA_HOST ? undefined : EFFECTS[word]
  const stated = http?.rules ?? []
  if (effect === undefined) return stated
  const every = { nth: [1, Infinity], rate: undefined, holds: () => true, path: undefined, method: undefined } as const
  return [...stated, { ...every, number: stated.length, effect }]
}

/** A request as rules see it. */
export interface RuledRequest {
  readonly host: string
  readonly method: string
  /** Without the query. */
  readonly path: string
}

const fits = ({ path, method }: HttpRule, request: Pick<RuledRequest, 'method' | 'path'>): boolean =>
  (method === undefined || method === request.method) && path?.test(request.path) !== false

/** Returns the first rule that applies to a request, at a time in epoch milliseconds. Rules count requests with one method and path. */
export const httpRuleFor = (
  rules: readonly HttpRule[],
  request: RuledRequest,
  counts: RuleCounts,
  at: number,
): HttpRule | undefined =>
  rules.find(
    (rule) => fits(rule, request) && applies(rule, `${request.host} ${request.method} ${request.path}`, at, counts),
  )

/** Returns the effect on every GET request for a path, which tools meet too; undefined if no rule has one. */
export const constantEffectOn = (world: World, host: string, path: string): HttpEffect | undefined =>
  httpRulesOf(world, host).find(
    (rule) => isConstant(rule) && rule.holds(world.at) && fits(rule, { method: 'GET', path }),
  )?.effect
