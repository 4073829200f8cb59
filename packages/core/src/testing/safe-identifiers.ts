import { parseAddress } from '../foundation/addresses.ts'
import { isWithin, zoneOf } from '../foundation/names.ts'
import { specialBlockOf } from '../foundation/special-addresses.ts'

/*
 * Names that generated results may contain: documentation and benchmarking addresses (RFC 5737, RFC 2544, RFC 3849), special-purpose
 * addresses (RFC 6890), AS numbers for documentation and private use (RFC 5398, RFC 6996), and names under .example and .test (RFC 2606).
 */
const V4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g
const SAFE_V4 = /^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|198\.1[89]\.)/
const V6 = /\b[0-9a-f]{1,4}:[0-9a-f:]*::[0-9a-f:]*\b|\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b/gi
// The number of a section may look like an address.
const SECTION = /\bsection [\d.]+/g
const SYSTEM = /\bAS(\d+)\b/g
const NAME = /\b(?:[a-z0-9_-]+\.)+(?:com|net|org|io|dev|info|co|eu|de|uk|br)\b/gi

const isSpecial = (text: string): boolean => {
  const address = parseAddress(text)
  return address !== undefined && specialBlockOf(address) !== undefined
}

const isSafeSystem = (text: string): boolean => {
  const number = Number(text)
  return (number >= 64_496 && number <= 65_534) || (number >= 65_536 && number <= 65_551)
}

/**
 * Lists the addresses, AS numbers and names in a text that could belong to a third party, except the entries of `allowed`, which the user
 * typed, and names in the same domains.
 *
 * @example
 * unsafeIdentifiers('mx1.mail.example at 192.0.2.25, AS64496', 'mail.example') // => []
 * unsafeIdentifiers('8.8.8.8 and mail.corp.com', 'corp.com') // => ['8.8.8.8']
 */
export const unsafeIdentifiers = (whole: string, allowed: string): string[] => {
  const text = whole.replaceAll(SECTION, '')
  const mine = allowed.toLowerCase()
  const isMine = (name: string) =>
    mine.includes(name.toLowerCase()) ||
    mine.split(/[^a-z0-9.-]+/).some((word) => word !== '' && isWithin(name.toLowerCase(), zoneOf(word)))
  return [
    ...(text.match(V4) ?? []).filter(
      (address) => !SAFE_V4.test(address) && !isSpecial(address) && !mine.includes(address),
    ),
    ...(text.match(V6) ?? []).filter(
      (address) =>
        !address.toLowerCase().startsWith('2001:db8:') && !isSpecial(address) && !mine.includes(address.toLowerCase()),
    ),
    ...[...text.matchAll(SYSTEM)].filter(([, number = '']) => !isSafeSystem(number)).map(([system]) => system),
    ...(text.match(NAME) ?? []).filter((name) => !isMine(name)),
  ]
}
