/** One result in an Authentication-Results field (RFC 8601, section 2.2). */
export interface AuthenticationResult {
  /** In lower case: `spf`, `dkim`, `dmarc`. */
  readonly method: string
  readonly version: number | undefined
  /** In lower case. */
  readonly result: string
  /** Properties by type and name, in lower case: `smtp.mailfrom`. */
  readonly properties: ReadonlyMap<string, string>
}

/** An Authentication-Results field. */
export interface AuthenticationResults {
  /** The server's own name for itself; undefined where a server leaves it out, as Exchange Online does. */
  readonly server: string | undefined
  readonly results: readonly AuthenticationResult[]
}

/** Returns the position after the comment that begins at a position; comments may contain others. */
const endOfComment = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\\') at++
    else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at + 1
  }
  return text.length
}

const endOfQuote = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === '"') return at + 1
  }
  return text.length
}

/** Splits a field at its semicolons, with a space in place of each comment. Quoted strings stay whole. */
const partsOf = (text: string): string[] => {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at)
    const end = sign === '(' ? endOfComment(text, at) : sign === '"' ? endOfQuote(text, at) : at + 1
    if (sign === ';') {
      parts.push(part)
      part = ''
    } else part += sign === '(' ? ' ' : text.slice(at, end)
    at = end
  }
  return [...parts, part]
}

const ATOM = String.raw`[\w!#$%&'*+?^{|}~.\-\u0060]+`
const METHOD = new RegExp(String.raw`^\s*(${ATOM})\s*(?:/\s*(\d+)\s*)?=\s*(${ATOM})`)
const QUOTED = String.raw`"(?:[^"\\]|\\[^])*"`
const PROPERTY = new RegExp(
  String.raw`(?<![\w"])(smtp|header|body|policy)\s*\.\s*(${ATOM})\s*=\s*(${QUOTED}(?:@[^\s;"]*)?|[^\s;"]*)`,
  'gi',
)
const SERVER = new RegExp(String.raw`^\s*(?:(${QUOTED})|([\w!#$%&'*+/?^{|}~.\-]+))\s*(\d+)?\s*$`)

const unquoted = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll(/\\([^])/g, '$1') : text

const readResult = (part: string): AuthenticationResult | undefined => {
  const found = METHOD.exec(part)
  const [whole = '', method, version, result] = found ?? []
  if (method === undefined || result === undefined) return undefined
  const properties = new Map<string, string>()
  // A reason in quotes may contain anything.
  const rest = part
    .slice(whole.length)
    .replace(new RegExp(String.raw`^\s*reason\s*=\s*(?:${QUOTED}|[^\s;"]*)`, 'i'), '')
  for (const [, type = '', name = '', value = ''] of rest.matchAll(PROPERTY)) {
    const key = `${type}.${name}`.toLowerCase()
    if (!properties.has(key)) properties.set(key, unquoted(value))
  }
  return {
    method: method.toLowerCase(),
    version: version === undefined ? undefined : Number(version),
    result: result.toLowerCase(),
    properties,
  }
}

/**
 * Reads an Authentication-Results field: quoted strings, nested comments, versions, and several results of one method. Skips parts that are
 * no results. A field of a later version has none for its readers.
 */
export const readAuthenticationResults = (value: string): AuthenticationResults => {
  const [first = '', ...others] = partsOf(value)
  const isNameless = METHOD.test(first)
  const [, quoted, name, version] = (isNameless ? null : SERVER.exec(first)) ?? []
  const isKnown = version === undefined || Number(version) === 1
  return {
    server: quoted === undefined ? name : unquoted(quoted),
    results: isKnown ? (isNameless ? [first, ...others] : others).flatMap((part) => readResult(part) ?? []) : [],
  }
}
