const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/

/** Tells whether a version is newer than another. What is no plain release, like a preview, is newer than nothing. */
export const isNewer = (version: string, than: string): boolean => {
  const [one, other] = [version, than].map((text) => VERSION.exec(text)?.slice(1).map(Number))
  if (one === undefined || other === undefined) return false
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}
