/** The tags of a record or a signature, by name (RFC 6376, section 3.2). */
export type Tags = ReadonlyMap<string, string>

/**
 * Parses a tag list: `v=DKIM1; k=rsa; p=…`. Values are without the white space around them. A repeated tag makes the whole list invalid;
 * `repeated` is the first one, and `malformed` the first part that is not a tag.
 */
export const parseTags = (
  text: string,
): { readonly tags: Tags; readonly repeated: string | undefined; readonly malformed: string | undefined } => {
  const tags = new Map<string, string>()
  let repeated: string | undefined
  let malformed: string | undefined
  for (const part of text.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    if (name === '') {
      if (part.trim() !== '') malformed ??= part.trim()
      continue
    }
    if (tags.has(name)) repeated ??= name
    else tags.set(name, part.slice(at + 1).trim())
  }
  return { tags, repeated, malformed }
}
