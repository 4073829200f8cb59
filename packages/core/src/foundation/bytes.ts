const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Encodes bytes in base64 (RFC 4648, section 4). */
export const base64Of = (bytes: Uint8Array): string => {
  const groups: string[] = []
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(index, index + 3)
    const group = (first << 16) | (second << 8) | third
    groups.push(
      SIGNS.charAt(group >> 18),
      SIGNS.charAt((group >> 12) & 63),
      SIGNS.charAt((group >> 6) & 63),
      SIGNS.charAt(group & 63),
    )
  }
  const text = groups.join('')
  const missing = (3 - (bytes.length % 3)) % 3
  return missing === 0 ? text : text.slice(0, -missing) + '='.repeat(missing)
}

/** Returns the number of a sign of base64; -1 for any other character. */
const numberOf = (code: number): number => {
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 48 && code <= 57) return code + 4
  return code === 43 ? 62 : code === 47 ? 63 : -1
}

/** Decodes base64 (RFC 4648, section 4), with or without padding; undefined if a text is not base64. */
export const bytesOfBase64 = (text: string): Uint8Array | undefined => {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const length = text.length - padding
  if (length % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let bits = 0
  for (let index = 0, at = 0; index < length; index++) {
    const number = numberOf(text.charCodeAt(index))
    if (number < 0) return undefined
    bits = ((bits << 6) | number) & 0xff_ff_ff
    // Every sign but the first of four completes a byte.
    if (index % 4 > 0) bytes[at++] = bits >> (6 - 2 * (index % 4))
  }
  return bytes
}

/** Formats bytes as lowercase hexadecimal digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Parses hexadecimal digits, two for each byte. */
export const bytesOf = (hex: string): Uint8Array => {
  const bytes = new Uint8Array(hex.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16)
  return bytes
}

/** Concatenates bytes. */
export const joinBytes = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Decodes UTF-8 that has one character for each octet. Returns any other text unchanged. */
export const decodeUtf8 = (octets: string): string => {
  try {
    return decodeURIComponent(
      octets.replaceAll(/[%\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`),
    )
  } catch {
    return octets
  }
}

/** Encodes a text in UTF-8, with one character for each octet. */
export const encodeUtf8 = (text: string): string =>
  text.replaceAll(/[\u0080-\u{10ffff}]/gu, (character) =>
    // A half of a surrogate pair is no character.
    encodeURIComponent(/[\ud800-\udfff]/u.test(character) ? '\ufffd' : character).replaceAll(
      /%(..)/g,
      (_, octet: string) => String.fromCharCode(Number.parseInt(octet, 16)),
    ),
  )

/** Returns the octets of a string with the escapes of zone files (RFC 1035, section 5.1), with one character for each. */
export const octetsOfString = (string: string): string =>
  encodeUtf8(string).replaceAll(/\\(?:(\d{3})|([^]))/g, (_, octet: string | undefined, sign: string) =>
    octet === undefined ? sign : String.fromCharCode(Number(octet)),
  )

/** Returns the length of a text in UTF-8, in bytes. */
export const utf8LengthOf = (text: string): number => {
  let octets = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    octets += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4
  }
  return octets
}
