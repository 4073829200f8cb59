import { join, numberIn, octetsOf } from './octets.ts'
import { addressOctets, base64Of, fail, type Place, type Rest, take } from './zone-fields.ts'
import { ZoneError } from './zone-entries.ts'

const u16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 255)

const mandatory = (at: Place, value: string): Uint8Array => {
  const keys = value.split(',').map(numberOf)
  const isWrong = keys.some((key) => key < 1) || new Set(keys).size < keys.length
  if (isWrong) throw fail(at, `mandatory=${value}`, 'a list of parameters')
  return join(keys.toSorted((one, other) => one - other).map(u16))
}

/** Writes protocols. A comma in a protocol has a backslash in the list, and so two in a zone file (RFC 9460, appendix A.1). */
const protocols = (at: Place, value: string): Uint8Array => {
  const ids = value.split(/(?<!\\\\),/).map((id) => octetsOf(id.replaceAll('\\\\,', ',')))
  if (ids.some(({ length }) => length === 0 || length > 255)) throw fail(at, `alpn=${value}`, 'a list of protocols')
  return join(ids.flatMap((id) => [Uint8Array.of(id.length), id]))
}

const hints =
  (family: 'A' | 'AAAA') =>
  (at: Place, value: string): Uint8Array =>
    join(value.split(',').map((address) => addressOctets(at, address, family)))

const port = (at: Place, value: string): Uint8Array => {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw fail(at, `port=${value}`, 'a parameter of a service')
  return u16(Number(value))
}

const flag = (at: Place, value: string): Uint8Array => {
  if (value !== '') throw fail(at, `no-default-alpn=${value}`, 'a parameter of a service')
  return new Uint8Array(0)
}

const NO_DEFAULT = 2

// By number (RFC 9460, section 14.3.2; RFC 9461).
const PARAMETERS: readonly (readonly [key: string, write: (at: Place, value: string) => Uint8Array])[] = [
  ['mandatory', mandatory],
  ['alpn', protocols],
  ['no-default-alpn', flag],
  ['port', port],
  ['ipv4hint', hints('A')],
  ['ech', base64Of],
  ['ipv6hint', hints('AAAA')],
  ['dohpath', (_at, value) => octetsOf(value)],
]

/** Returns the number of a parameter; -1 for any other text. */
const numberOf = (key: string): number => {
  const numbered = /^key(0|[1-9]\d{0,4})$/.exec(key)?.[1]
  const found = numbered === undefined ? PARAMETERS.findIndex(([name]) => name === key) : Number(numbered)
  return found < 65_535 ? found : -1
}

const requireWhole = ({ line }: Place, found: ReadonlyMap<number, Uint8Array>): void => {
  const needed = found.get(0) ?? new Uint8Array(0)
  for (let at = 0; at < needed.length; at += 2)
    if (!found.has(numberIn(needed.subarray(at, at + 2))))
      throw new ZoneError(line, 'A mandatory parameter is missing.')
  if (found.has(NO_DEFAULT) && !found.has(1)) throw new ZoneError(line, "'no-default-alpn' needs 'alpn'.")
}

/** Writes the parameters of an SVCB or HTTPS record (RFC 9460, section 2.1). */
export const parameters = (rest: Rest): Uint8Array => {
  const found = new Map<number, Uint8Array>()
  while (rest.words.length > 0) {
    const word = take(rest, 'a parameter')
    const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(word.text) ?? []
    const number = numberOf(key)
    if (number < 0) throw fail(word, word.text, 'a parameter of a service')
    if (found.has(number)) throw new ZoneError(word.line, `'${key}' is listed twice.`)
    // A value in quotes is a word of its own, because a quote begins a new one.
    const quoted =
      word.text.endsWith('=') && value === '' && rest.words[0]?.isQuoted === true ? rest.words.shift() : undefined
    const write = PARAMETERS[number]?.[1] ?? ((_at, plain) => octetsOf(plain))
    found.set(number, write(word, quoted?.text ?? value))
  }
  requireWhole(rest, found)
  const sorted = [...found].toSorted(([one], [other]) => one - other)
  return join(sorted.flatMap(([number, value]) => [u16(number), u16(value.length), value]))
}
