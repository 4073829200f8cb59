/** The longest string that one text record holds unsplit, in bytes (RFC 1035, section 3.3). */
export const STRING_LIMIT = 255

/** Writes a text as in a zone file: in quotes, and split into several strings if it is too long for one. */
export const inStrings = (text: string): string => {
  let strings = `"${text.slice(0, STRING_LIMIT)}"`
  for (let at = STRING_LIMIT; at < text.length; at += STRING_LIMIT) strings += ` "${text.slice(at, at + STRING_LIMIT)}"`
  return strings
}
