/**
 * Returns the class of a key figure: numbers and words use the display font; addresses, names and dates the monospaced font, in a small
 * size if they are long; longer words are smaller.
 */
export const figureLook = (value: string): '' | 'words' | 'machine' | 'machine long' => {
  if (/^[+-]?[\d.,]{1,9}$/.test(value) && !/\..*\./.test(value)) return ''
  const isMachine = !/\s/.test(value) && (/\d{10}|\d-\d|[.:@/_]/.test(value) || value.length > 22)
  if (isMachine) return value.length > 18 ? 'machine long' : 'machine'
  return value.length > 12 ? 'words' : ''
}
