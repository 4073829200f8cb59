const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Encodes bytes in base64 (RFC 4648, section 4). */
export const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(index, index + 3)
    const group = (first << 16) | (second << 8) | third
    text += SIGNS.charAt(group >> 18) + SIGNS.charAt((group >> 12) & 63)
    text += SIGNS.charAt((group >> 6) & 63) + SIGNS.charAt(group & 63)
  }
  const missing = (3 - (bytes.length % 3)) % 3
  return missing === 0 ? text : text.slice(0, -missing) + '='.repeat(missing)
}

const BASE64 = /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}(?:==)?|[a-z0-9+/]{3}=?)?$/i

/** Decodes base64 (RFC 4648, section 4), with or without padding; undefined if a text is not base64. */
export const bytesOfBase64 = (text: string): Uint8Array | undefined => {
  if (!BASE64.test(text)) return undefined
  const signs = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((signs.length * 3) / 4))
  let bits = 0
  for (let index = 0, at = 0; index < signs.length; index++) {
    bits = ((bits << 6) | SIGNS.indexOf(signs.charAt(index))) & 0xff_ff_ff
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
