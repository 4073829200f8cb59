/*
 * Names as text, in the canonical form of core: in lower case, with dots between the labels. The root is `.`. Octets other than letters,
 * digits, hyphens, underscores and asterisks are escapes: `\046` is a dot inside a label (RFC 1035, section 5.1).
 */

const escapeLabel = (label: string): string =>
  label.replaceAll(/[^a-z\d_*-]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`)

const unescapeLabel = (label: string): string =>
  label.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)))

/** Splits a name into its labels, one character for each octet. */
export const labelsOf = (name: string): string[] => {
  if (name === '.') return []
  const labels = name.split('.')
  return name.includes('\\') ? labels.map(unescapeLabel) : labels
}

/** Joins labels into a name. */
export const nameOf = (labels: readonly string[]): string =>
  labels.length === 0 ? '.' : labels.map(escapeLabel).join('.')

/** Returns the parent of a name, or undefined for the root. */
export const parentOf = (name: string): string | undefined => {
  if (name === '.') return undefined
  const dot = name.indexOf('.')
  return dot < 0 ? '.' : name.slice(dot + 1)
}

/** Returns whether a name is `zone` or below it. */
export const isWithin = (name: string, zone: string): boolean =>
  zone === '.' || name === zone || name.endsWith(`.${zone}`)

/** Encodes a name in wire format, without compression (RFC 1035, section 3.1). */
export const encodeName = (name: string): Buffer => {
  const parts = labelsOf(name).map((label) => {
    const octets = Buffer.from(label, 'latin1')
    return Buffer.concat([Buffer.of(octets.length), octets])
  })
  return Buffer.concat([...parts, Buffer.of(0)])
}

/** Returns the number of octets of a name in wire format. */
export const lengthOf = (name: string): number => labelsOf(name).reduce((sum, label) => sum + label.length + 1, 1)
