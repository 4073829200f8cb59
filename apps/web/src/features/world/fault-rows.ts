/** A chosen fault of the page. Empty texts: everywhere, from midnight, until midnight. */
export interface FaultRow {
  readonly name: string
  /** Domains, separated by spaces or commas. */
  readonly where: string
  /** Times of the day in UTC, such as `10:00`. */
  readonly from: string
  readonly until: string
}

/** The faults of a world as rows, and the world outside of them. */
export interface FaultRows {
  readonly base: 'random' | 'healthy'
  readonly rows: readonly FaultRow[]
}

/** The maximum length of a scenario in characters; core refuses a longer one. */
export const MOST_SCENARIO = 255

/** The minutes of a day. */
export const DAY_MINUTES = 1440

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** Returns whether a text is a time of the day, or empty. */
export const isTime = (text: string): boolean => text.trim() === '' || TIME.test(text.trim())

/** Returns the minute of a time of the day; `empty` without a valid one. */
export const minuteOf = (time: string, empty: number): number => {
  const [, hour, minute] = TIME.exec(time.trim()) ?? []
  return hour === undefined ? empty : Number(hour) * 60 + Number(minute)
}

/** Writes a minute of the day as `10:00`. */
export const timeOfMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Returns whether a row holds all day. */
export const isAllDay = ({ from, until }: FaultRow): boolean => minuteOf(from, 0) === 0 && minuteOf(until, 0) === 0

/** Returns whether a row holds in a minute of the day. */
export const holdsAt = (row: FaultRow, minute: number): boolean => {
  if (isAllDay(row)) return true
  const [from, until] = [minuteOf(row.from, 0), minuteOf(row.until, 0)]
  return from < until ? from <= minute && minute < until : minute >= from || minute < until
}

/** Returns the minutes in which the faults of the rows change, in their order. */
export const changesOf = (rows: readonly FaultRow[]): readonly number[] => {
  const timed = rows.filter((row) => !isAllDay(row))
  const minutes = timed.flatMap(({ from, until }) => [minuteOf(from, 0), minuteOf(until, 0)])
  return [...new Set(minutes)].toSorted((one, other) => one - other)
}

/** Returns the domains of a row; none for a fault that holds everywhere. */
export const domainsOf = (where: string): string[] => where.split(/[\s,]+/).filter((domain) => domain !== '')

const partsOf = (rows: readonly FaultRow[]): string[] =>
  rows.flatMap(({ name, where }) => {
    const domains = domainsOf(where)
    return domains.length === 0 ? [name] : domains.map((domain) => `${name}:${domain}`)
  })

/** Writes the windows of the rows. No two overlap, so each names all its faults, those that hold all day too. */
const windowsOf = (rows: readonly FaultRow[], base: FaultRows['base']): string[] => {
  const changes = changesOf(rows)
  return changes.flatMap((from, index) => {
    const held = rows.filter((row) => holdsAt(row, from))
    if (held.every(isAllDay)) return []
    const parts = partsOf(held)
    const ground = base === 'random' && parts.every((part) => part.includes(':')) ? ['random'] : []
    const until = changes[index + 1] ?? changes[0] ?? 0
    return [`${[...ground, ...parts].join('+')}@${timeOfMinute(from)}..${timeOfMinute(until)}`]
  })
}

/** Compiles the rows into one scenario: its first part holds outside of all windows. Core still checks the text. */
export const scenarioOfRows = ({ base, rows }: FaultRows): string => {
  const steady = partsOf(rows.filter(isAllDay))
  const first = base === 'random' ? ['random', ...steady] : steady.length === 0 ? ['healthy'] : steady
  return [first.join('+'), ...windowsOf(rows, base)].join(',')
}

/** Compiles the rows into one scenario for faults everywhere, and one for each domain, which a world document has. */
export const scenariosByDomain = ({ base, rows }: FaultRows) => {
  const everywhere = rows.filter(({ where }) => domainsOf(where).length === 0)
  const domains = new Set(rows.flatMap(({ where }) => domainsOf(where)))
  return {
    scenario: scenarioOfRows({ base, rows: everywhere }),
    domains: [...domains].map((domain) => {
      const own = rows
        .filter(({ where }) => domainsOf(where).includes(domain))
        .map((row): FaultRow => ({ ...row, where: '' }))
      const steady = partsOf(own.filter(isAllDay))
      // Without a base, a domain's timeline leaves the domain alone outside of its windows.
      return [
        domain,
        [...(steady.length === 0 ? [] : [steady.join('+')]), ...windowsOf(own, 'healthy')].join(','),
      ] as const
    }),
  }
}

const readPart = (part: string): Pick<FaultRow, 'name' | 'where'> => {
  const [name = '', where = ''] = part.split(':')
  return { name, where }
}

const isGround = ({ name }: Pick<FaultRow, 'name'>): boolean => name === 'random' || name === 'healthy'

/** Merges the windows of one fault that follow one another. */
const merge = (windows: readonly (readonly [from: string, until: string])[]): (readonly [string, string])[] =>
  windows
    .filter(([from], at) => windows[at - 1]?.[1] !== from)
    .map(([from]) => {
      let at = windows.findIndex((window) => window[0] === from)
      while (windows[at + 1]?.[0] === windows[at]?.[1]) at += 1
      return [from, windows[at]?.[1] ?? from]
    })

/** Reads the rows from a scenario in canonical form. Returns undefined for one that rows can't show, such as a window on one date. */
export const rowsOfScenario = (scenario: string): FaultRows | undefined => {
  const [first = '', ...others] = scenario.split(',')
  const hasBase = !first.includes('@')
  const outside = (hasBase ? first : 'random').split('+').map(readPart)
  const steady = outside.filter((part) => !isGround(part))
  if (outside.some((part) => isGround(part) && part.where !== '')) return undefined
  const found = new Map<string, (readonly [string, string])[]>()
  for (const window of hasBase ? others : [first, ...others]) {
    const [faults = '', from = '', until = ''] = window.split(/@|\.\./)
    const parts = faults.split('+')
    const names = parts.filter((part) => part !== 'random')
    const isShown =
      names.length > 0 && steady.every(({ name, where }) => names.includes(where === '' ? name : `${name}:${where}`))
    if (
      from.includes('T') ||
      from.length > 5 ||
      until.length > 5 ||
      !isShown ||
      names.some((part) => isGround(readPart(part)))
    )
      return undefined
    for (const part of names) found.set(part, [...(found.get(part) ?? []), [from, until]])
  }
  const all = steady.map(({ name, where }): FaultRow => ({ name, where, from: '', until: '' }))
  const timed = [...found]
    .filter(([part]) => !steady.some(({ name, where }) => part === (where === '' ? name : `${name}:${where}`)))
    .flatMap(([part, windows]) => merge(windows).map(([from, until]): FaultRow => ({ ...readPart(part), from, until })))
  return { base: outside.some(({ name }) => name === 'random') ? 'random' : 'healthy', rows: [...all, ...timed] }
}
