/** The text of a file; or the first line that is not UTF-8, from 1. */
export type DecodedText = { readonly text: string } | { readonly wrongLine: number }

const PIECE = 8192

/** Returns octets as text with one character for each. */
const latin1Of = (octets: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < octets.length; at += PIECE) text += String.fromCharCode(...octets.subarray(at, at + PIECE))
  return text
}

const utf16Of = (octets: Uint8Array, isBigEndian: boolean): string => {
  const swapped = octets.slice(0, octets.length - (octets.length % 2))
  let text = ''
  for (let at = 0; at < swapped.length; at += 2) {
    const [one = 0, other = 0] = swapped.subarray(at, at + 2)
    text += String.fromCharCode(isBigEndian ? one * 256 + other : other * 256 + one)
  }
  return text
}

const utf8LineOf = (line: string): string | undefined => {
  if (!/[\u0080-\u00ff]/.test(line)) return line
  try {
    return decodeURIComponent(
      line.replaceAll(/[%\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`),
    )
  } catch {
    return undefined
  }
}

/**
 * Decodes the content of a file that people wrote or saved: UTF-8 with or without a byte order mark, or UTF-16 with one, as PowerShell
 * writes it. The text has no mark.
 *
 * @example
 * decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0x00)) // => { text: 'a' }
 * decodeText(Uint8Array.of(0x61, 0x0a, 0xe9)) // => { wrongLine: 2 }
 */
export const decodeText = (octets: Uint8Array): DecodedText => {
  const [first, second, third] = octets
  if (first === 0xff && second === 0xfe) return { text: utf16Of(octets.subarray(2), false) }
  if (first === 0xfe && second === 0xff) return { text: utf16Of(octets.subarray(2), true) }
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf
  const lines: string[] = []
  for (const line of latin1Of(isMarked ? octets.subarray(3) : octets).split('\n')) {
    const decoded = utf8LineOf(line)
    if (decoded === undefined) return { wrongLine: lines.length + 1 }
    lines.push(decoded)
  }
  return { text: lines.join('\n') }
}
