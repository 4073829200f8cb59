import { accountTexts } from '../../../texts/account.ts'

// The order matters, because the user agent of most browsers also contains the names of other browsers.
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|^undici/i, 'Node.js'],
  [/^netbox/i, 'netbox command'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const firstOf = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Returns the name of a device from its user agent: `Firefox on Linux`; unknown for others. */
export const deviceName = (userAgent: string): string => {
  const [program, system] = [firstOf(programs, userAgent), firstOf(systems, userAgent)]
  if (program !== undefined && system !== undefined) return `${program} on ${system}`
  return program ?? system ?? accountTexts.sessions.unknown
}
