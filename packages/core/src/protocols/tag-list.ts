/** The tags of a record or a signature, by name (RFC 6376, section 3.2). */
export type Tags = ReadonlyMap<string, string>

/** A tag list as its readers see it. */
export interface TagList {
  /** The parts that are tags, the first of each name. */
  readonly tags: Tags
  /** The first tag that is repeated. */
  readonly repeated: string | undefined
  /** The first mistake, as a clause that names the character or the part; undefined for a valid list. */
  readonly fault: string | undefined
}

/** Where blanks may be: around names, signs and values, or only around semicolons. */
type Blanks = 'everywhere' | 'between'

const LONGEST_QUOTE = 24

/** Shortens a part of a record for a sentence: a key has hundreds of characters. */
export const quoted = (text: string): string =>
  text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text

const BLANKS = /^[ \t\r\n]*/
const NAME: Readonly<Record<Blanks, RegExp>> = {
  everywhere: /^[a-z][a-z\d_]*/i,
  between: /^[a-z\d][a-z\d_.-]*/i,
}

const withoutBlanks = (text: string): string => text.replace(BLANKS, '')

// A search from the end, because a regular expression would try each run of blanks again from each of its characters.
const trimmed = (text: string): string => {
  let end = text.length
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end--
  return withoutBlanks(text.slice(0, end))
}

/** Names the first character of a text, so that people find it: `','`, `a space`, `'“' (U+201C)`. */
export const characterOf = (text: string): string => {
  const [character = ''] = text
  if (character === ' ') return 'a space'
  if (character === '\t') return 'a tab'
  if (/^[!-~]$/.test(character)) return character === "'" ? `"'"` : `'${character}'`
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `'${character}' (${code})` : `the invisible character ${code}`
}

const misplaced = (found: string, before: string, wanted: string): string =>
  `it has ${characterOf(found)} after ${quoted(before)}, where ${wanted} must be`

/** Returns the tag in a part of a list, or says what is wrong with it. */
const readPart = (part: string, blanks: Blanks): { readonly name: string; readonly value: string } | string => {
  const text = trimmed(part)
  const name = NAME[blanks].exec(text)?.[0]
  if (name === undefined)
    return text === '' ? 'it has an empty tag' : `it has ${characterOf(text)} where the name of a tag must be`
  const after = text.slice(name.length)
  const sign = blanks === 'everywhere' ? withoutBlanks(after) : after
  if (!sign.startsWith('='))
    return text.includes('=') || /^[ \t]*:/.test(sign) ? misplaced(sign, name, "'='") : `'${quoted(text)}' is not a tag`
  const value = sign.slice(1)
  if (blanks === 'between' && /^[ \t]/.test(value)) return misplaced(value, `${name}=`, 'its value')
  return { name, value: withoutBlanks(value) }
}

/** Reads a tag list: `v=DKIM1; k=rsa; p=…`. Only after the last semicolon, a part may be empty. */
export const readTagList = (text: string, blanks: Blanks = 'everywhere'): TagList => {
  const tags = new Map<string, string>()
  let [repeated, fault]: [string | undefined, string | undefined] = [undefined, undefined]
  const parts = text.split(';')
  for (const [index, part] of parts.entries()) {
    if (index > 0 && index === parts.length - 1 && trimmed(part) === '') break
    const tag = readPart(part, blanks)
    if (typeof tag === 'string') fault ??= tag
    else if (tags.has(tag.name)) {
      repeated ??= tag.name
      fault ??= `it has more than one ${tag.name} tag`
    } else tags.set(tag.name, tag.value)
  }
  return { tags, repeated, fault }
}

/** Says which character follows one of some words in the value of a tag; undefined if the value doesn't begin with one of them. */
export const strayAfter = (tag: string, value: string, words: readonly string[]): string | undefined => {
  const word = words.find((one) => value.toLowerCase().startsWith(one))
  if (word === undefined) return undefined
  const rest = value.slice(word.length)
  return rest === '' || /^[\w-]/.test(rest) ? undefined : misplaced(trimmed(rest), `${tag}=${word}`, 'a semicolon')
}

/**
 * Says what differs first between a record and the start that its readers require: `v=`, the version, and a semicolon or the end. Undefined
 * for a record with that start.
 */
export const versionFault = (text: string, version: string, blanks: Blanks = 'everywhere'): string | undefined => {
  const skip = blanks === 'everywhere' ? withoutBlanks : (rest: string) => rest
  if (/^["'\u201c\u201d\u2018\u2019\u00ab\u201e]/.test(text)) return 'it begins with a quotation mark'
  if (/^[ \t\r\n]/.test(text)) return 'it begins with white space'
  if (/^[^\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return `it begins with ${characterOf(text)}`
  if (!/^v(?![a-z\d])/i.test(text) || (blanks === 'between' && text.startsWith('V')))
    return text.toLowerCase().startsWith(version.toLowerCase())
      ? `it begins with ${text.slice(0, version.length)}, without v=`
      : `it does not begin with v=${version}`
  const sign = skip(text.slice(1))
  if (!sign.startsWith('=')) return sign === '' ? "it has no '=' after v" : misplaced(sign, 'v', "'='")
  const value = skip(sign.slice(1))
  const found = /^[a-z\d]*/i.exec(value)?.[0] ?? ''
  if (found === '' && value !== '') return misplaced(value, 'v=', version)
  if (found !== version) return `its version is ${found === '' ? 'missing' : quoted(found)}, not ${version}`
  const after = withoutBlanks(value.slice(version.length))
  return after === '' || after.startsWith(';') ? undefined : misplaced(after, `v=${version}`, 'a semicolon')
}
