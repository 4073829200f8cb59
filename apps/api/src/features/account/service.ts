import type { Activity, Stats } from '@netbox/contract'
import { type Clock, findTool, severities, type WorldDocument } from '@netbox/core'
import { migrationStatusLabel } from '@netbox/product'
import type { Database } from '../../db/database.ts'
import { isWhole } from '../../db/shared.ts'
import type { CallerUser } from '../../caller.ts'
import { isoTime } from '../../serializers/iso-time.ts'
import { countDone, lastMigrations, lastRuns, lastVerifications } from './repository.ts'
import { uptime } from './uptime.ts'

/** Returns a user's statistics and recent actions, only from rows. */
export interface AccountFigures {
  stats(user: CallerUser): Promise<Stats>
  activity(user: CallerUser): Promise<Activity[]>
}

/** The dependencies of the service. */
export interface AccountFiguresOptions {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
}

const LATEST = 20
const SHOWN_INPUT = 120

// An input may be the headers of a whole mail.
const firstLine = (input: string): string => {
  const line = (input.split('\n', 1)[0] ?? '').trim().slice(0, SHOWN_INPUT)
  // Through bytes, as a cut may leave half of a character.
  return Buffer.from(line).toString()
}

const runActivity = (run: Awaited<ReturnType<typeof lastRuns>>[number]): Activity => {
  const { id, tool, input, seed, scenario, at } = run
  // Written only from world documents.
  const stated = run.world === null ? {} : { world: JSON.parse(run.world) as WorldDocument }
  return {
    id,
    kind: 'run',
    title: findTool(tool)?.name ?? tool,
    detail: `${firstLine(input)}: ${run.sentence}`,
    severity: severities.find((severity) => severity === run.severity) ?? null,
    // Of an input that was cut another run would come.
    replay: isWhole(input) ? { tool, input, seed, scenario, at, ...stated } : null,
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
  created_at: isoTime(migration.created_at),
})

const verificationActivity = (found: Awaited<ReturnType<typeof lastVerifications>>[number]): Activity => ({
  id: found.id,
  kind: 'verification',
  title: found.email,
  detail: found.status,
  severity: null,
  replay: null,
  created_at: isoTime(found.created_at),
})

const newestFirst = (one: Activity, other: Activity): number =>
  one.created_at === other.created_at ? 0 : one.created_at < other.created_at ? 1 : -1

/** Makes the service of a user's own numbers. */
export const createAccountFigures = ({ database, clock }: AccountFiguresOptions): AccountFigures => {
  const { queries } = database
  return {
    stats: async (user) => {
      const { tools, migrations, verified } = await countDone(queries, user.id)
      return {
        emails_verified: verified,
        migrations,
        tools_used: tools,
        uptime: await uptime(queries, clock.now()),
      }
    },
    activity: async (user) => {
      const all = [
        ...(await lastRuns(queries, user.id, LATEST)).map(runActivity),
        ...(await lastMigrations(queries, user.id, LATEST)).map(migrationActivity),
        ...(await lastVerifications(queries, user.id, LATEST)).map(verificationActivity),
      ]
      return all.toSorted(newestFirst).slice(0, LATEST)
    },
  }
}
