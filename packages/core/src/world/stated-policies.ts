import { parseDmarc } from './dmarc-record.ts'
import { statedAt } from './facts.ts'
import { isSpfRecord, parseSpf, type SpfRecord } from './spf-record.ts'
import { countLookups, type SpfNode } from './spf-senders.ts'
import type { World } from './world.ts'

/** The evaluation of a stated SPF record. */
export interface StatedSpf {
  readonly state: 'valid' | 'missing' | 'lookups' | 'syntax' | 'duplicate' | 'include'
  readonly tree: SpfNode | undefined
  readonly ending: '-all' | '~all' | '?all' | '+all' | undefined
  readonly lookups: number
  readonly records: readonly string[]
  /** The terms of the first record, without its version. */
  readonly terms: readonly string[]
  /** The term that makes the record invalid. */
  readonly wrong: string | undefined
}

/** A function that reads the record of another domain, to follow an include. */
export type ReadSpf = (domain: string) => Pick<StatedSpf, 'state' | 'tree' | 'ending'>

const DEEPEST = 11
const COSTLY: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists'])
const NONE: StatedSpf = {
  state: 'missing',
  tree: undefined,
  ending: undefined,
  lookups: 0,
  records: [],
  terms: [],
  wrong: undefined,
}

const endingOf = ({ mechanisms }: SpfRecord): StatedSpf['ending'] => {
  const all = mechanisms.find(({ kind }) => kind === 'all')
  return all === undefined ? undefined : `${all.sign}all`
}

/** Returns whether a name has no macro. A macro depends on the sender, so the target of an include with a macro is unknown here. */
const isPlain = (name: string): boolean => name !== '' && !name.includes('%')

/** Evaluates the stated SPF records of a domain; `read` follows includes, with a decreasing depth limit. */
const readStated = (domain: string, texts: readonly string[], read: ReadSpf): StatedSpf => {
  const records = texts.filter(isSpfRecord)
  const [record] = records
  if (record === undefined) return NONE
  const terms = record
    .split(' ')
    .filter((term) => term !== '')
    .slice(1)
  const parsed = parseSpf(record)
  const nothing = {
    tree: { domain, lookups: 0, includes: [] },
    ending: undefined,
    lookups: 0,
    records,
    terms,
    wrong: undefined,
  }
  if (records.length > 1) return { ...nothing, state: 'duplicate' }
  if (typeof parsed === 'string') return { ...nothing, state: 'syntax', wrong: parsed }
  const { mechanisms, redirect } = parsed
  const ending = endingOf(parsed)
  const followsRedirect = redirect !== undefined && ending === undefined
  const named = mechanisms.filter(({ kind, value }) => kind === 'include' && isPlain(value))
  const included = named.map(({ value, text }) => ({
    term: text,
    domain: value.toLowerCase(),
    found: read(value.toLowerCase()),
  }))
  const redirected = followsRedirect && isPlain(redirect) ? read(redirect.toLowerCase()) : undefined
  const missing = included.find(({ found }) => found.state !== 'valid' && found.state !== 'lookups')
  const nodes = included.map(({ domain: name, found }) => found.tree ?? { domain: name, lookups: 0, includes: [] })
  const target = redirected?.tree
  const tree: SpfNode = {
    domain,
    lookups: mechanisms.filter(({ kind }) => COSTLY.has(kind)).length + (followsRedirect ? 1 : 0),
    includes: target === undefined ? nodes : [...nodes, target],
  }
  const lookups = countLookups(tree)
  const isVoid = missing !== undefined || (followsRedirect && redirected !== undefined && redirected.state !== 'valid')
  return {
    state: lookups > 10 ? 'lookups' : isVoid ? 'include' : 'valid',
    tree,
    ending: followsRedirect ? redirected?.ending : ending,
    lookups,
    records,
    terms,
    wrong: missing?.term ?? (isVoid ? `redirect=${redirect}` : undefined),
  }
}

/** Returns the stated SPF policy of a name; undefined if none is stated. `readOther` reads names without stated texts. */
export const statedSpfOf = (
  world: World,
  domain: string,
  readOther: ReadSpf,
  depth = DEEPEST,
): StatedSpf | undefined => {
  const texts = statedAt(world, domain)?.TXT
  if (texts === undefined) return undefined
  const read: ReadSpf = (name) =>
    depth === 0
      ? { state: 'valid', tree: undefined, ending: undefined }
      : (statedSpfOf(world, name, readOther, depth - 1) ?? readOther(name))
  return readStated(
    domain,
    texts.map(({ value }) => value),
    read,
  )
}

/** Returns the stated DMARC policy of a domain; undefined if none is stated. */
export const statedDmarcOf = (
  world: World,
  domain: string,
): { readonly policy: 'missing' | 'none' | 'quarantine' | 'reject'; readonly record: string | null } | undefined => {
  const texts = world.facts?.records.get(`_dmarc.${domain}`)?.TXT?.map(({ value }) => value)
  if (texts === undefined) return undefined
  const action = parseDmarc(domain, texts)?.actions?.p
  const record = texts.find((text) => text.trim().toUpperCase().startsWith('V=DMARC1')) ?? null
  return action === undefined ? { policy: 'missing', record: null } : { policy: action, record }
}

// The length in bytes from which a key has 2048 bits. A public RSA key of 1024 bits takes 162 bytes, and one of 2048 bits takes 294.
const LONG_KEY = 250

/** Returns the stated DKIM key of a domain; undefined if none is stated. */
export const statedDkimOf = (
  world: World,
  domain: string,
): { readonly configured: boolean; readonly selector: string; readonly bits: 1024 | 2048 } | undefined => {
  const selector = world.facts?.selectors.get(domain)
  if (selector === undefined) return undefined
  const [record] = statedAt(world, `${selector}._domainkey.${domain}`)?.TXT ?? []
  const key = /(?:^|;)\s*p=([^;]*)/.exec(record?.value ?? '')?.[1]?.replaceAll(/\s/g, '') ?? ''
  return { configured: key !== '', selector, bits: (key.length * 3) / 4 > LONG_KEY ? 2048 : 1024 }
}
