import type { Activity, Stats, Today } from '@netbox/contract'
import { findTool, severities, type Severity, type WorldDocument } from '@netbox/core'
import { migrationStatusLabel } from '@netbox/product'
import type { DatabaseAndClock, Reader } from '../../database/database.ts'
import { isWhole, runsBySpan } from '../../database/shared.ts'
import type { CallerUser } from '../../caller.ts'
import { DAY, isoTime, MINUTE, nextUtcDay, utcDay } from '../../clock.ts'
import { listUsedTools } from '../export/repository.ts'
import {
  countDone,
  firstMinute,
  lastMigrations,
  lastRuns,
  lastVerifications,
  latestCritical,
  listMinutes,
  minutesByDay,
  statusesOf,
  verifiedByDay,
} from './repository.ts'

type Row = Awaited<ReturnType<typeof lastVerifications>>[number]

/** The maximum number of addresses to read, newest first; all others of a run are only counted. */
const READ = 500
/** The maximum duration of a run. */
const LONGEST_RUN = DAY

const countBy = (rows: readonly Row[]): Map<Row['status'], number> => {
  const counts = new Map<Row['status'], number>()
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

/** Lists a user's latest verification runs, newest first: one activity for all addresses of a run. */
const lastBatches = async (queries: Reader, userId: string, limit: number): Promise<Activity[]> => {
  const rows = await lastVerifications(queries, userId, READ)
  const batches = new Map<string, Row[]>()
  for (const row of rows) {
    const key = row.batch ?? row.id
    batches.set(key, [...(batches.get(key) ?? []), row])
  }
  const cut = rows.length < READ ? undefined : rows.at(-1)
  const shown = [...batches].slice(0, limit).map(async ([id, found]): Promise<Activity[]> => {
    const [newest] = found
    if (newest === undefined) return []
    const isCut = cut !== undefined && cut.batch === id
    const counts = isCut ? await statusesOf(queries, userId, id, cut.created_at - LONGEST_RUN) : countBy(found)
    const addresses = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return [
      {
        id,
        kind: 'verification',
        title: addresses === 1 ? newest.email : `${addresses} addresses`,
        detail: newest.status,
        severity: null,
        replay: null,
        batch: {
          addresses,
          statuses: [...counts].map(([status, count]) => ({ status, count })),
          simulated: newest.simulated === 1,
        },
        list: null,
        created_at: isoTime(newest.created_at),
      },
    ]
  })
  return (await Promise.all(shown)).flat()
}

const MINUTES_A_DAY = 24 * 60
const WINDOW = 30 * MINUTES_A_DAY

/**
 * Returns the first and last minute (both inclusive) of the last 30 days, or of the time since the service first ran; undefined without
 * data.
 */
const windowOf = async (queries: Reader, now: number) => {
  const first = await firstMinute(queries)
  const current = Math.floor(now / MINUTE)
  if (first === undefined || first > current) return undefined
  // The service may not have recorded the current minute yet, so it counts only if it is the only one.
  const to = Math.max(first, current - 1)
  return { from: Math.max(first, to - WINDOW + 1), to }
}

/**
 * Returns the percentage of minutes in which the service responded, over the last 30 days or since it first ran, rounded down to
 * hundredths: 100 means that none is missing. Null without data. Also returns the minutes of each day.
 */
export const uptime = async (queries: Reader, now: number): Promise<Pick<Stats, 'uptime' | 'uptime_days'>> => {
  const span = await windowOf(queries, now)
  if (span === undefined) return { uptime: null, uptime_days: [] }
  const { from, to } = span
  const counted = await minutesByDay(queries, from, to)
  const days: Stats['uptime_days'] = []
  for (let start = from - (from % MINUTES_A_DAY); start <= to; start += MINUTES_A_DAY) {
    const minutes = Math.min(to, start + MINUTES_A_DAY - 1) - Math.max(from, start) + 1
    days.push({ day: utcDay(start * MINUTE), up: counted.get(start) ?? 0, minutes })
  }
  const up = days.reduce((sum, day) => sum + day.up, 0)
  return { uptime: Math.floor((up * 10_000) / (to - from + 1)) / 100, uptime_days: days }
}

/** Lists the periods after a given time in which the service did not respond. */
export const downtime = async (queries: Reader, since: number, now: number): Promise<Today['down']> => {
  const span = await windowOf(queries, now)
  const start = Math.floor(since / MINUTE)
  if (span === undefined || span.to < start) return []
  const from = Math.max(span.from, start)
  const minutes = [...(await listMinutes(queries, from, span.to)), span.to + 1]
  return minutes.flatMap((minute, at) => {
    const end = at === 0 ? from : (minutes[at - 1] ?? 0) + 1
    return minute === end ? [] : [{ from: isoTime(end * MINUTE), to: isoTime(minute * MINUTE) }]
  })
}

const LATEST = 20
const HALF_HOUR = 30 * 60_000
/** The number of days in the chart of verified addresses. */
const EMAIL_DAYS = 14
const SHOWN_INPUT = 120

// An input may be the headers of a whole message.
const firstLine = (input: string): string => {
  const line = (input.split('\n', 1)[0] ?? '').trim().slice(0, SHOWN_INPUT)
  // The conversion to bytes replaces a lone surrogate, which the cut may leave.
  return Buffer.from(line).toString()
}

const runActivity = (run: Awaited<ReturnType<typeof lastRuns>>[number]): Activity => {
  const { id, tool, input, seed, scenario, at } = run
  const isList = Number(run.runs) > 1
  const counts = {
    critical: Number(run.critical),
    warning: Number(run.warning),
    info: Number(run.info),
    pass: Number(run.pass),
  }
  // The cast is safe: netbox stores only world documents in this column.
  const stated = run.world === null ? {} : { world: JSON.parse(run.world) as WorldDocument }
  return {
    id,
    kind: 'run',
    title: findTool(tool)?.name ?? tool,
    detail: isList ? `${Number(run.runs)} runs` : `${firstLine(input)}: ${run.sentence}`,
    severity: severities.find((severity) => counts[severity] > 0) ?? null,
    // A shortened input would produce another run, so it can't be replayed.
    replay: !isList && isWhole(input) ? { tool, input, seed, scenario, at, ...stated } : null,
    batch: null,
    list: isList ? { seed, ...counts } : null,
    created_at: isoTime(run.created_at),
  }
}

const migrationActivity = (migration: Awaited<ReturnType<typeof lastMigrations>>[number]): Activity => ({
  id: migration.id,
  kind: 'migration',
  title: `${migration.source_email} to ${migration.destination_email}`,
  detail: migrationStatusLabel(migration.status),
  severity: null,
  replay: null,
  batch: null,
  list: null,
  created_at: isoTime(migration.created_at),
})

const newestFirst = (one: Activity, other: Activity): number =>
  one.created_at === other.created_at ? 0 : one.created_at < other.created_at ? 1 : -1

/** Creates the service of a user's statistics. */
export const createAccountFigures = ({ database, clock }: DatabaseAndClock) => {
  const { queries } = database
  return {
    stats: async (user: CallerUser): Promise<Stats> => {
      const now = clock.now()
      const { migrations, verified } = await countDone(queries, user.id)
      const tools = await listUsedTools(queries, user.id)
      const first = now - (now % DAY) - (EMAIL_DAYS - 1) * DAY
      const byDay = await verifiedByDay(queries, user.id, first)
      return {
        emails_verified: verified,
        emails_by_day: Array.from({ length: EMAIL_DAYS }, (_, index) => byDay.get(first + index * DAY) ?? 0),
        migrations,
        tools_used: tools.length,
        tools,
        ...(await uptime(queries, now)),
      }
    },
    today: async (user: CallerUser): Promise<Today> => {
      const now = clock.now()
      const start = now - (now % DAY)
      const counted = await runsBySpan(queries, user.id, HALF_HOUR, start)
      const worst = await latestCritical(queries, user.id, start)
      const runs = [...new Set(counted.map((row) => row.start))].map((half) => {
        const own = counted.filter((row) => row.start === half)
        const countOf = (wanted: Severity) => own.find(({ severity }) => severity === wanted)?.runs ?? 0
        return {
          start: isoTime(half),
          critical: countOf('critical'),
          warning: countOf('warning'),
          info: countOf('info'),
          pass: countOf('pass'),
        }
      })
      const batches = await lastBatches(queries, user.id, LATEST)
      return {
        day: utcDay(now),
        now: isoTime(now),
        reset: isoTime(nextUtcDay(now)),
        total: counted.reduce((sum, row) => sum + row.runs, 0),
        runs,
        worst:
          worst === undefined
            ? null
            : {
                tool: worst.tool,
                input: firstLine(worst.input),
                sentence: worst.sentence,
                severity: 'critical',
                created_at: isoTime(worst.created_at),
              },
        verifications: batches.flatMap(({ batch, created_at }) =>
          batch === null || Date.parse(created_at) < start
            ? []
            : [{ at: created_at, addresses: batch.addresses, simulated: batch.simulated }],
        ),
        down: await downtime(queries, start, now),
      }
    },
    activity: async (user: CallerUser): Promise<Activity[]> => {
      const all = [
        ...(await lastRuns(queries, user.id, LATEST)).map(runActivity),
        ...(await lastMigrations(queries, user.id, LATEST)).map(migrationActivity),
        ...(await lastBatches(queries, user.id, LATEST)),
      ]
      return all.toSorted(newestFirst).slice(0, LATEST)
    },
  }
}
