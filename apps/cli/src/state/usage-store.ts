import { join } from 'node:path'
import { type Consumption, DAY, type SyncUsageStore, type UsageKey } from '@netbox/core'
import { openAppendOnly, removeOlder } from './append-only.ts'

/** A usage store that counts runs in files, one for each UTC day. */
export interface FileUsageStore extends SyncUsageStore {
  /** Writes pending records and closes the file. Call it once, at the end. */
  close(): void
}

const DAYS_KEPT = 35
// The size of a batch. Runs of an unlimited plan are written in batches, so that no run waits for the file.
const LOT = 1000
// Tool, amount, token and subject. The semicolon marks a complete line.
const LINE = /^(\S+) (\d+) (\S+) (\S*);$/

let tokens = 0
// No other running process has the same process id, and no other call in this process has the same count.
const freshToken = (): string => `${process.pid}-${process.hrtime.bigint().toString(36)}-${(tokens++).toString(36)}`

const counterOf = ({ tool, subject }: Pick<UsageKey, 'tool' | 'subject'>): string =>
  `${tool} ${encodeURIComponent(subject)}`

/** Opens the counters of one day, in a file. */
const openDay = (folder: string, day: string) => {
  const file = openAppendOnly(join(folder, `${day}.log`))
  const counts = new Map<string, number>()
  const later = new Map<string, { key: UsageKey; amount: number }>()
  let rest = ''

  const take = (line: string, awaited: string): number => {
    const [, tool = '', amount = '', token = '', subject = ''] = LINE.exec(line) ?? []
    if (tool === '') return 0
    const counter = `${tool} ${subject}`
    const sum = (counts.get(counter) ?? 0) + Number(amount)
    counts.set(counter, sum)
    return token === awaited ? sum : 0
  }

  const catchUp = (awaited = ''): number => {
    const lines = (rest + file.read()).split('\n')
    const last = lines.pop() ?? ''
    // Each line starts with its line break, so the last line is complete only if it ends with the semicolon. Otherwise its rest may follow.
    rest = last.endsWith(';') ? '' : last
    if (rest === '') lines.push(last)
    let ordinal = 0
    for (const line of lines) ordinal = take(line, awaited) || ordinal
    return ordinal
  }

  const write = (key: UsageKey, amount: number): string => {
    const token = freshToken()
    file.append(`${key.tool} ${amount} ${token} ${encodeURIComponent(key.subject)};`)
    return token
  }

  const writeLot = (counter: string): void => {
    const lot = later.get(counter)
    later.delete(counter)
    if (lot !== undefined) write(lot.key, lot.amount)
  }

  catchUp()
  if (counts.size === 0) removeOlder(folder, new Date(Date.parse(day) - DAYS_KEPT * DAY).toISOString().slice(0, 10))
  return {
    day,
    count: (key: UsageKey) => {
      catchUp()
      return (counts.get(counterOf(key)) ?? 0) + (later.get(counterOf(key))?.amount ?? 0)
    },
    /** Appends a line for a run. Returns its position among all runs of the same counter. */
    add: (key: UsageKey) => catchUp(write(key, 1)),
    /** Counts a run that is written later, in a batch. */
    addLater: (key: UsageKey) => {
      const counter = counterOf(key)
      const lot = later.get(counter) ?? { key, amount: 0 }
      lot.amount++
      later.set(counter, lot)
      const used = (counts.get(counter) ?? 0) + lot.amount
      if (lot.amount < LOT) return used
      writeLot(counter)
      catchUp()
      return used
    },
    close: () => {
      for (const counter of later.keys()) writeLot(counter)
      file.close()
    },
  }
}

/**
 * Creates a usage store in a folder, with one file for each UTC day. To count a run, the store appends a line and finds the run's position
 * among the runs of the same counter. It grants the run if the position is within the limit. Concurrent processes get exactly as many runs
 * as remain, without a lock that a killed process could leave behind. Throws the system's error if the folder can't be used.
 */
export const fileUsage = (folder: string): FileUsageStore => {
  let opened: ReturnType<typeof openDay> | undefined
  const countersOf = (day: string) => {
    if (opened?.day === day) return opened
    opened?.close()
    opened = openDay(folder, day)
    return opened
  }
  const consume = (key: UsageKey, limit: number): Consumption => {
    const today = countersOf(key.day)
    if (limit < 0) return { granted: true, used: today.addLater(key) }
    // A run over the limit writes no line.
    if (today.count(key) >= limit) return { granted: false, used: limit }
    const place = today.add(key)
    return { granted: place <= limit, used: Math.min(place, limit) }
  }
  return { read: (key) => countersOf(key.day).count(key), consume, close: () => opened?.close() }
}
