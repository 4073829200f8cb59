import { stat, statfs } from 'node:fs/promises'
import type { Context } from '../context.ts'
import { version } from '../version.ts'
import { readCounts } from './repository.ts'

/** The time for which counts are reused, in milliseconds, so that frequent scrapes don't load the database. */
const FRESH = 15_000

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Adds metrics about the state of the service: build, database, mail queue, stored files, free disk. */
export const addStateMetrics = ({ config, clock, database, metrics }: Context): void => {
  const { gauge } = metrics
  metrics.info('netbox_build_info', 'The version of netbox and Node.js, and the engine of the database.', {
    version,
    node: process.version,
    engine: database.engine,
  })
  gauge('netbox_database_up', 'Whether the database answers: 1 or 0.', () =>
    database.ping().then(
      () => 1,
      () => 0,
    ),
  )
  const file = config.databaseUrl.startsWith('sqlite:') ? config.databaseUrl.slice('sqlite:'.length) : undefined
  if (file !== undefined)
    gauge('netbox_database_bytes', 'The size of the SQLite file and its log.', async () => {
      return (await sizeOf(file)) + (await sizeOf(`${file}-wal`))
    })
  gauge('netbox_disk_free_bytes', 'Free space on the disk of DATA_DIR.', async () => {
    const { bavail, bsize } = await statfs(config.dataDir)
    return bavail * bsize
  })

  let known: { readonly at: number; readonly counts: ReturnType<typeof readCounts> } | undefined
  const counts = (): ReturnType<typeof readCounts> => {
    const now = clock.now()
    if (known === undefined || now - known.at >= FRESH || now < known.at)
      known = { at: now, counts: readCounts(database.queries) }
    return known.counts
  }
  const count = (name: string, help: string, field: keyof Awaited<ReturnType<typeof readCounts>>): void =>
    gauge(name, help, async () => (await counts())[field])
  count('netbox_mail_waiting', 'Messages that wait for the mail server.', 'waiting')
  count('netbox_mail_undeliverable', 'Messages that were given up, in the last 30 days.', 'failed')
  count('netbox_storage_bytes', 'The size of all uploaded files.', 'bytes')
  count('netbox_storage_objects', 'Uploaded files.', 'objects')
  count(
    'netbox_backup_last_success_timestamp_seconds',
    'The time of the last verified backup, made with any process; 0 if there is none.',
    'lastBackup',
  )
}
