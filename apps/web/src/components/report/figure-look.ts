/**
 * Returns how a key figure is set: numbers and words speak in the display face; addresses, names and dates are in that of
 * machines, the long ones small; longer words are smaller. Gives a class name.
 */
export const figureLook = (value: string): '' | 'words' | 'machine' | 'machine long' => {
  if (/^[+-]?[\d.,]{1,9}$/.test(value) && !/\..*\./.test(value)) return ''
  const isMachine = !/\s/.test(value) && (/\d{10}|\d-\d|[.:@/_]/.test(value) || value.length > 22)
  if (isMachine) return value.length > 18 ? 'machine long' : 'machine'
  return value.length > 12 ? 'words' : ''
}
