import type { Activity, Stats, Today } from '@netbox/contract'
import { findTool, severities, type Severity, type WorldDocument } from '@netbox/core'
import { migrationStatusLabel } from '@netbox/product'
import type { DatabaseAndClock } from '../../database/database.ts'
import { isWhole, runsBySpan } from '../../database/shared.ts'
import type { CallerUser } from '../../caller.ts'
import { isoTime } from '../../iso-time.ts'
import { DAY, nextUtcDay, utcDay } from '../../clock.ts'
import { lastBatches } from './batches.ts'
import { listUsedTools } from '../export/repository.ts'
import { countDone, lastMigrations, lastRuns, latestCritical, verifiedByDay } from './repository.ts'
import { downtime, uptime } from './uptime.ts'

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
  // The cast is safe: netbox stores only world documents in this column.
  const stated = run.world === null ? {} : { world: JSON.parse(run.world) as WorldDocument }
  return {
    id,
    kind: 'run',
    title: findTool(tool)?.name ?? tool,
    detail: `${firstLine(input)}: ${run.sentence}`,
    severity: severities.find((severity) => severity === run.severity) ?? null,
    // A shortened input would produce another run, so it can't be replayed.
    replay: isWhole(input) ? { tool, input, seed, scenario, at, ...stated } : null,
    batch: null,
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
