import { findScenario, MAX_INPUT_LENGTH, WORLD_VERSION, type WorldDocument } from '@netbox/core'
import { versionNumber } from '../../lib/runs/run-links.ts'
import { fieldsOf } from '../../lib/page/storage.ts'
import { LONGEST_SEED } from '../../lib/world/world.ts'
import { runTexts } from '../../texts/tool-run.ts'
import type { WorldPart } from './read-world.ts'

/** The values of a link, and its errors as sentences. */
export interface SharedRun {
  readonly input?: string
  readonly seed?: string
  readonly scenario?: string
  readonly at?: string
  readonly world?: WorldDocument
  readonly problems: readonly string[]
  /** The remark that another version of the simulation made the link. */
  readonly remark?: string
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/

const isInstant = (text: string): boolean =>
  INSTANT.test(text) && Date.parse(text) >= 0 && new Date(text).toISOString().startsWith(text.slice(0, 19))

// Reads a part as the site writes it. Other texts may be valid, too, but only core's reader knows.
const plainly: { readonly [Part in WorldPart]: (text: string) => string | undefined } = {
  seed: (text) => (text !== '' && text.length <= LONGEST_SEED ? text : undefined),
  scenario: (text) => findScenario(text)?.name,
  at: (text) => (isInstant(text) ? text : undefined),
}

const names = ['seed', 'scenario', 'at'] as const

const readPart = async (name: WorldPart, text: string): Promise<{ value?: string; problem?: string }> => {
  const value = plainly[name](text)
  return value === undefined ? (await import('./read-world.ts')).readPart(name, text) : { value }
}

/** Returns a remark if another version of the simulation made a link. Links of version 1 carry none. */
const versionRemark = (made: string): { remark?: string } => {
  const current = versionNumber(WORLD_VERSION)
  return made !== current && /^\d{0,3}$/.test(made) ? { remark: runTexts.linkOfOtherVersion(made, current) } : {}
}

const readFacts = async (text: string | null, kept: unknown): Promise<{ world?: WorldDocument; problem?: string }> => {
  const facts = text ?? (kept === undefined ? undefined : JSON.stringify(kept))
  return facts === undefined ? {} : (await import('./read-world.ts')).readWorldText(facts)
}

/**
 * Reads the query of an address, and the parts of the world in the browser's history state. Drops invalid values and lists them as problems. Returns undefined if the
 * address describes no run.
 */
export const readShareLink = async (search: string, state?: unknown): Promise<SharedRun | undefined> => {
  const query = new URLSearchParams(search)
  const input = query.get('input')
  const kept = fieldsOf(state)
  const asked = names.flatMap((name) => {
    const text = query.get(name)?.trim() ?? kept[name]
    return typeof text === 'string' ? [{ name, text }] : []
  })
  const parts = await Promise.all(asked.map(async ({ name, text }) => ({ name, ...(await readPart(name, text)) })))
  const { world, problem: refused } = await readFacts(query.get('world'), kept['world'])
  if (input === null && parts.length === 0 && world === undefined && refused === undefined) return undefined
  const isLong = input !== null && input.length > MAX_INPUT_LENGTH
  const good = parts.filter(({ value }) => value !== undefined)
  return {
    ...(input === null || isLong ? {} : { input }),
    ...Object.fromEntries(good.map(({ name, value }) => [name, value])),
    ...(world === undefined ? {} : { world }),
    ...(good.length === names.length ? versionRemark(query.get('v') ?? '') : {}),
    problems: [
      ...(isLong ? [runTexts.linkTooLong(MAX_INPUT_LENGTH)] : []),
      ...parts.flatMap(({ problem }) => problem ?? []),
      ...(refused === undefined ? [] : [refused]),
    ],
  }
}
