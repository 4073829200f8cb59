/** The tags of a record or a signature, by name (RFC 6376, section 3.2). */
export type Tags = ReadonlyMap<string, string>

interface TagList {
  readonly tags: Tags
  /** The first tag that is repeated, which makes the whole list invalid. */
  readonly repeated: string | undefined
  /** The first part that is not a tag. Only after the last semicolon, a part may be empty. */
  readonly malformed: string | undefined
}

/** Parses a tag list: `v=DKIM1; k=rsa; p=…`. Values are without the white space around them. */
export const parseTags = (text: string): TagList => {
  const tags = new Map<string, string>()
  let repeated: string | undefined
  let malformed: string | undefined
  const parts = text.split(';')
  for (const [index, part] of parts.entries()) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    if (name === '') {
      if (part.trim() !== '' || index < parts.length - 1) malformed ??= part.trim()
      continue
    }
    if (tags.has(name)) repeated ??= name
    else tags.set(name, part.slice(at + 1).trim())
  }
  return { tags, repeated, malformed }
}

/** Says why a tag list is invalid, as a clause; undefined for a valid one. */
export const tagListFault = ({ repeated, malformed }: Omit<TagList, 'tags'>): string | undefined => {
  if (repeated !== undefined) return `it has more than one ${repeated} tag`
  if (malformed === undefined) return undefined
  return malformed === '' ? 'it has an empty tag' : `'${malformed}' is not a tag`
}
