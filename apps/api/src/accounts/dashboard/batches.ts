import type { Activity } from '@netbox/contract'
import { DAY } from '../../clock.ts'
import type { Queries } from '../../database/database.ts'
import { isoTime } from '../../iso-time.ts'
import { lastVerifications, statusesOf } from './repository.ts'

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
export const lastBatches = async (queries: Queries, userId: string, limit: number): Promise<Activity[]> => {
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
        created_at: isoTime(newest.created_at),
      },
    ]
  })
  return (await Promise.all(shown)).flat()
}
