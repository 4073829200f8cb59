import { parseV4, parseV6 } from '../foundation/addresses.ts'

/** The qualifier of a matching term. */
export type SpfSign = '+' | '-' | '~' | '?'

/** One mechanism of an SPF record (RFC 7208, section 5). */
export interface SpfMechanism {
  /** The term as in the record. */
  readonly text: string
  readonly sign: SpfSign
  readonly kind: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists'
  /** A domain-spec or an address; empty for the current domain. */
  readonly value: string
  /** The prefix lengths of the term. */
  readonly bits: { readonly A: number; readonly AAAA: number }
}

/** An SPF record. */
export interface SpfRecord {
  /** The mechanisms that count: those up to `all` (RFC 7208, section 5.1). */
  readonly mechanisms: readonly SpfMechanism[]
  /** The qualifier of `all`. */
  readonly all: SpfSign | undefined
  /** The domain-spec of `redirect=`; undefined with `all`, after which it does not count (section 6.1). */
  readonly redirect: string | undefined
  /** The terms that have no effect because they follow `all`. */
  readonly ignored: readonly string[]
  /** The first invalid term; the whole record is invalid with it (section 4.6). */
  readonly wrong: string | undefined
}

// RFC 7208, section 7.1. The letters c, r and t are for explanations, which netbox does not read.
const macro = (letters: string): string => `%(?:[%_-]|\\{[${letters}](?:0*[1-9]\\d*)?r?[.\\-+,/_=]*\\})`
const macroString = (letters: string): string => `(?:[\\x21-\\x24\\x26-\\x7e]|${macro(letters)})*`
const LETTERS = 'slodiphv'
const TOP_LABEL = '(?!\\d+(?:[./]|$))[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const DOMAIN_SPEC = `${macroString(LETTERS)}(?:\\.${TOP_LABEL}\\.?|${macro(LETTERS)})`

const MODIFIER = new RegExp(`^([a-z][a-z0-9._-]*)=(${macroString(`${LETTERS}crt`)})$`, 'i')
const WHOLE_SPEC = new RegExp(`^${DOMAIN_SPEC}$`, 'i')
const DUAL_LENGTH = '(?:/(0|[1-9]\\d?))?(?://(0|[1-9]\\d{0,2}))?'
const MECHANISMS = new RegExp(
  `^([+~?-]?)(?:(all)|(include|exists):(${DOMAIN_SPEC})|(ptr)(?::(${DOMAIN_SPEC}))?|(a|mx)(?::(${DOMAIN_SPEC}))?${DUAL_LENGTH}|(ip4):([\\d.]+)(?:/(0|[1-9]\\d?))?|(ip6):([\\da-f:.]+)(?:/(0|[1-9]\\d{0,2}))?)$`,
  'i',
)

const lengthOf = (text: string | undefined, longest: number): number => (text === undefined ? longest : Number(text))

const readMechanism = (text: string): SpfMechanism | undefined => {
  const match = MECHANISMS.exec(text)
  if (match === null) return undefined
  const [, sign, all, named, name, ptr, ptrName, host, hostName, short, long, v4, net4, bits4, v6, net6, bits6] = match
  const kind = (all ?? named ?? ptr ?? host ?? v4 ?? v6 ?? '').toLowerCase()
  const network = v4 === undefined ? parseV6(net6 ?? '') : parseV4(net4 ?? '')
  const isNetwork = v4 !== undefined || v6 !== undefined
  const bits = { A: lengthOf(short ?? bits4, 32), AAAA: lengthOf(long ?? bits6, 128) }
  if ((isNetwork && network === undefined) || bits.A > 32 || bits.AAAA > 128) return undefined
  return {
    text,
    sign: (sign === '' ? '+' : sign) as SpfSign, // The cast is safe: the pattern allows no other sign.
    kind: kind as SpfMechanism['kind'], // The cast is safe: the pattern allows no other mechanism.
    value: (isNetwork ? network : (name ?? ptrName ?? hostName)) ?? '',
    bits,
  }
}

/** Returns whether a text record is an SPF record (RFC 7208, section 4.5). */
export const isSpfRecord = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

/** Parses an SPF record (RFC 7208, section 4.6). */
export const parseSpf = (record: string): SpfRecord => {
  const mechanisms: SpfMechanism[] = []
  const modifiers = new Map<string, string>()
  const ignored: string[] = []
  let all: SpfSign | undefined
  let wrong: string | undefined
  for (const term of record.split(' ').slice(1)) {
    if (term === '') continue
    // Most terms are mechanisms, and few of those have the sign.
    const [, name, value = ''] = (term.includes('=') && MODIFIER.exec(term)) || []
    if (name === undefined) {
      const mechanism = readMechanism(term)
      if (mechanism === undefined) wrong ??= term
      else if (all !== undefined) ignored.push(term)
      else {
        mechanisms.push(mechanism)
        if (mechanism.kind === 'all') all = mechanism.sign
      }
    } else if (/^(?:redirect|exp)$/i.test(name)) {
      if (modifiers.has(name.toLowerCase()) || !WHOLE_SPEC.test(value)) wrong ??= term
      modifiers.set(name.toLowerCase(), value)
    }
  }
  const redirect = modifiers.get('redirect')
  if (all !== undefined && redirect !== undefined) ignored.push(`redirect=${redirect}`)
  return { mechanisms, all, redirect: all === undefined ? redirect : undefined, ignored, wrong }
}

/** Expands the macros of a domain-spec (RFC 7208, section 7); `valueOf` returns the value of a letter. */
export const expandMacros = (spec: string, valueOf: (letter: string) => string): string =>
  spec.replaceAll(
    /%(?:([%_-])|\{([a-z])(\d*)(r?)([^}]*)\})/gi,
    (_whole, escape, letter, digits, reverse, delimiters) => {
      if (escape !== undefined) return escape === '%' ? '%' : escape === '_' ? ' ' : '%20'
      const small = String(letter).toLowerCase()
      const separators = delimiters === '' ? '.' : String(delimiters)
      let parts = ['']
      for (const sign of valueOf(small)) {
        if (separators.includes(sign)) parts.push('')
        else parts.push(`${parts.pop() ?? ''}${sign}`)
      }
      if (reverse !== '') parts = parts.toReversed()
      const text = parts.slice(digits === '' ? 0 : -Number(digits)).join('.')
      return letter === small ? text : escapeUri(text)
    },
  )

const escapeUri = (text: string): string =>
  encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd')).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
