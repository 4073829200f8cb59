import { characterOf, quoted, readTagList, type Tags, versionFault } from './tag-list.ts'

/** A record about TLS or a logo, as those who read it find it among the texts at its name. */
export interface PolicyRecord {
  /** The tags of the only valid record; undefined without one. */
  readonly tags: Tags | undefined
  /** Why readers ignore texts that are meant as the record, as a clause; undefined without such texts. */
  readonly why: string | undefined
}

const LONGEST_ID = 32

const idFault = (id: string): string | undefined => {
  const wrong = id.search(/[^a-z\d]/i)
  if (wrong >= 0) return `its id has ${characterOf(id.slice(wrong))}, and only letters and digits are allowed`
  if (id.length > LONGEST_ID) return `its id has ${id.length} characters, and at most ${LONGEST_ID} are allowed`
  return id === '' ? 'its id is empty' : undefined
}

const reportFault = (uris: string): string | undefined => {
  const wrong = uris
    .split(',')
    .find((uri) => !/^[ \t]*(?:mailto:[^\s@,!;]+@[^\s@,!;]+|https:\/\/[^\s,!;]+)[ \t]*$/i.test(uri))
  return wrong === undefined ? undefined : `'${quoted(wrong.trim())}' in its rua tag is no mailto: or https: address`
}

const logoFault = (logo: string): string | undefined =>
  logo === '' || /^https:\/\/[^\s/]/i.test(logo) ? undefined : `'${quoted(logo)}' in its l tag is no https address`

/** The version of each record, its required tag, and what is wrong with the value of that tag. */
const KINDS = {
  // RFC 8461, section 3.1
  'MTA-STS': { version: 'STSv1', blanks: 'between', tag: 'id', faultOf: idFault },
  // RFC 8460, section 3
  'TLS-RPT': { version: 'TLSRPTv1', blanks: 'between', tag: 'rua', faultOf: reportFault },
  BIMI: { version: 'BIMI1', blanks: 'everywhere', tag: 'l', faultOf: logoFault },
} as const

/** Reads the record about TLS or a logo among the texts at its name: there must be exactly one with its version. */
export const readPolicyRecord = (kind: keyof typeof KINDS, texts: readonly string[]): PolicyRecord => {
  const { version, blanks, tag, faultOf } = KINDS[kind]
  const faults = texts.map((text) => versionFault(text, version, blanks))
  const [text, another] = texts.filter((_, index) => faults[index] === undefined)
  if (text === undefined) return { tags: undefined, why: faults[0] }
  if (another !== undefined) return { tags: undefined, why: `there are several of them at one name` }
  const { tags, fault } = readTagList(text, blanks)
  const value = tags.get(tag)
  const why = fault ?? (value === undefined ? `it has no ${tag} tag` : faultOf(value))
  return why === undefined ? { tags, why } : { tags: undefined, why }
}
