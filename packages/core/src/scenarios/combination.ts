import { contradiction, emptyPart, noScope } from '../errors/scenario-errors.ts'
import { ToolError } from '../errors/tool-error.ts'
import { unknownScenario } from '../errors/world-errors.ts'
import { parseDomain } from '../inputs/host.ts'
import { isWithin } from '../foundation/names.ts'
import { decisionNames, decisions, HEALTHY, type Overrides } from '../world/decisions.ts'
import { createScopes } from '../world/scopes.ts'
import type { Scopes } from '../world/world.ts'
import { findScenario, type ScenarioName, scenarios } from './index.ts'
import { faultsOf, overridesOf } from './overrides-of.ts'

/** A scenario and its domain; without a domain it applies everywhere. */
export interface ScenarioPart {
  readonly name: ScenarioName
  readonly domain: string | undefined
}

/** Returns whether a scenario is a base for faults rather than a fault. */
const isGround = ({ name }: ScenarioPart): boolean => name === 'random' || name === 'healthy'

/** Returns whether one part applies wherever another one does. */
const covers = (wide: ScenarioPart, narrow: ScenarioPart): boolean =>
  wide.domain === undefined || (narrow.domain !== undefined && isWithin(narrow.domain, wide.domain))

const isNarrower = (one: ScenarioPart, other: ScenarioPart): boolean => covers(other, one) && !covers(one, other)

const write = ({ name, domain }: ScenarioPart): string => (domain === undefined ? name : `${name}:${domain}`)

const LETS_SEED_DECIDE =
  'with random, the seed decides every fact, but a fault needs a world that is otherwise healthy.'
const NAMES_NO_FAULT = 'in a healthy domain nothing is wrong.'

/** Returns why two parts contradict each other; undefined if they don't. */
const clashOf = (one: ScenarioPart, other: ScenarioPart): string | undefined => {
  if (!covers(one, other) && !covers(other, one)) return undefined
  if (isGround(one) && isGround(other))
    return one.domain === other.domain && one.name !== other.name ? LETS_SEED_DECIDE : undefined
  if (isGround(one) || isGround(other)) {
    const [ground, fault] = isGround(one) ? [one, other] : [other, one]
    const isSame = ground.domain === fault.domain
    if (isNarrower(fault, ground) || (isSame && ground.name === 'healthy')) return undefined
    return ground.name === 'random' ? LETS_SEED_DECIDE : NAMES_NO_FAULT
  }
  const [faults, others] = [faultsOf(one.name), faultsOf(other.name)]
  const field = decisionNames.find((key) => key in faults && key in others && faults[key] !== others[key])
  return field === undefined ? undefined : `both decide ${decisions[field].about}.`
}

/** Throws a `ToolError` for parts that contradict each other. */
const requireConsistent = (parts: readonly ScenarioPart[]): void => {
  for (const [index, part] of parts.entries()) {
    for (const before of parts.slice(0, index)) {
      const reason = clashOf(before, part)
      if (reason !== undefined) throw new ToolError(contradiction(write(before), write(part), reason))
    }
  }
}

const WITHOUT_FAULTS: ScenarioPart = { name: 'healthy', domain: undefined }

/** Returns whether a part is redundant, because the others include its effects. */
const isIdle = (part: ScenarioPart, parts: readonly ScenarioPart[]): boolean => {
  const others = parts.filter((other) => other !== part)
  if (!isGround(part)) return others.some((other) => other.name === part.name && covers(other, part))
  if (others.some((other) => !isGround(other) && other.domain === part.domain)) return true
  const [around = WITHOUT_FAULTS] = others
    .filter((other) => isGround(other) && isNarrower(part, other))
    .toSorted(narrowestFirst)
  return around.name === part.name
}

const narrowestFirst = (one: ScenarioPart, other: ScenarioPart): number =>
  (other.domain?.length ?? 0) - (one.domain?.length ?? 0)

const rankOf = ({ name }: ScenarioPart): number => scenarios.findIndex((scenario) => scenario.name === name)

const inOrder = (one: ScenarioPart, other: ScenarioPart): number =>
  rankOf(one) - rankOf(other) || ((one.domain ?? '') < (other.domain ?? '') ? -1 : 1)

const readPart = (text: string): ScenarioPart => {
  const colon = text.indexOf(':')
  const name = (colon < 0 ? text : text.slice(0, colon)).trim()
  const found = findScenario(name)
  if (found === undefined)
    throw new ToolError(
      unknownScenario(
        name,
        scenarios.map((known) => known.name),
      ),
    )
  if (colon < 0) return { name: found.name, domain: undefined }
  const typed = text.slice(colon + 1).trim()
  const domain = parseDomain(typed)
  if (domain === undefined) throw new ToolError(noScope(text, typed))
  return { name: found.name, domain }
}

/** Sorts and normalizes parts, so that equal combinations are identical. Throws a `ToolError` for parts that contradict each other. */
export const combine = (parts: readonly ScenarioPart[]): ScenarioPart[] => {
  const different = parts.filter(
    (part, index) => !parts.slice(0, index).some(({ name, domain }) => name === part.name && domain === part.domain),
  )
  requireConsistent(different)
  const kept = different.filter((part) => !isIdle(part, different))
  return kept.length === 0 ? [WITHOUT_FAULTS] : kept.toSorted(inOrder)
}

/**
 * Parses a combination of scenarios, such as `mx-down+spf-permerror`. Each scenario applies everywhere, or to one domain, as in
 * `mx-down:shop.example`. Throws a `ToolError` for an unknown scenario, an invalid domain, and scenarios that contradict each other.
 */
export const readCombination = (text: string): ScenarioPart[] => {
  const parts = text.split('+').map((part) => part.trim())
  if (parts.length > 1 && parts.includes('')) throw new ToolError(emptyPart(text))
  return combine(parts.map(readPart))
}

/** Writes parts in the form that `readCombination` reads. */
export const writeCombination = (parts: readonly ScenarioPart[]): string => parts.map(write).join('+')

/** Returns the overrides of these parts only. */
const overridesFor = (parts: readonly ScenarioPart[]): Overrides => {
  const faults = parts.filter((part) => !isGround(part))
  if (faults.length > 0) {
    // The faults are applied in reverse order, so that the first one wins if two affect a shared machine.
    const changes = faults.toReversed().flatMap(({ name }) => Object.entries(faultsOf(name)))
    return { ...HEALTHY, ...Object.fromEntries(changes) }
  }
  const [ground = WITHOUT_FAULTS] = parts.toSorted(narrowestFirst)
  return overridesOf(ground.name)
}

/** Returns the overrides of a combination, and the overrides of domains with their own scenario. */
export const overridesOfParts = (
  parts: readonly ScenarioPart[],
): { readonly overrides: Overrides; readonly scopes: Scopes | undefined } => {
  const domains = [...new Set(parts.flatMap(({ domain }) => domain ?? []))]
  const among = (met: readonly string[]) =>
    overridesFor(parts.filter(({ domain }) => domain === undefined || met.includes(domain)))
  return {
    overrides: among([]),
    scopes: domains.length === 0 ? undefined : createScopes(writeCombination(parts), domains, among),
  }
}
