import { plainText } from '@netbox/core'
import { type NameFacts, type Place, SINGLE_TYPES, type Statements } from './statements.ts'

/** Compares by code points, so that every machine writes the same file. */
const inOrder = <Value>([one]: readonly [string, Value], [other]: readonly [string, Value]): number =>
  one < other ? -1 : 1

const key = (name: string): string => (/^[a-z][\w.-]*\.[a-z][\w-]*$/.test(name) ? name : JSON.stringify(name))

const comment = ({ file, line, server, time }: Place): string =>
  `# ${plainText([`${file}:${line}`, server, time].filter((part) => part !== undefined).join(', ')).replaceAll(/\s+/g, ' ')}`

const flow = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([field, one]) => `${field}: ${JSON.stringify(one)}`)
    .join(', ')} }`

/** Writes the records of a name, one a line. The records of a set have one TTL: the highest, because caches count down (RFC 2181, section 5.2). */
const recordLines = ({ sets, empty }: NameFacts): string[] => {
  const rows: (readonly [string, readonly string[]])[] = [
    ...[...sets].map(([type, { records }]) => {
      const ttl = Math.max(...records.map(({ value }) => (value as { readonly ttl: number }).ttl))
      const written = records.map(({ value, place }) => `${flow({ ...value, ttl })} ${comment(place)}`).toSorted()
      return [
        type,
        SINGLE_TYPES.has(type)
          ? [`      ${type}: ${written[0]}`]
          : [`      ${type}:`, ...written.map((row) => `        - ${row}`)],
      ] as const
    }),
    ...[...empty].map(([type, place]) => [type, [`      ${type}: [] ${comment(place)}`]] as const),
  ]
  return rows.toSorted(inOrder).flatMap(([, lines]) => lines)
}

const nameLines = ([name, facts]: readonly [string, NameFacts]): string[] => {
  const { state, dnssec, whole } = facts
  const records = state === undefined ? recordLines(facts) : []
  return [
    `  ${key(name)}:`,
    ...(state === undefined ? [] : [`    dns: ${state.dns} ${comment(state.place)}`]),
    ...(whole === undefined ? [] : [`    complete: true ${comment(whole)}`]),
    ...(dnssec === undefined ? [] : [`    dnssec: ${dnssec.state} ${comment(dnssec.place)}`]),
    ...(records.length > 0 ? ['    records:', ...records] : state === undefined ? ['    records: {}'] : []),
  ]
}

/** Writes facts as a world file, and counts the written facts. */
export const worldFileText = ({ names, pointers }: Statements): { readonly text: string; readonly facts: number } => {
  const domains = [...names].toSorted(inOrder).flatMap(nameLines)
  const addresses = [...pointers]
    .toSorted(inOrder)
    .map(
      ([address, { ptr, place }]) => `  ${JSON.stringify(address)}: { ptr: ${JSON.stringify(ptr)} } ${comment(place)}`,
    )
  const lines = [
    ...(domains.length > 0 ? ['domains:', ...domains] : []),
    ...(addresses.length > 0 ? ['addresses:', ...addresses] : []),
  ]
  return {
    text: lines.length === 0 ? '{}\n' : `${lines.join('\n')}\n`,
    facts: lines.filter((line) => line.includes(' # ')).length,
  }
}
