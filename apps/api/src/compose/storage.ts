import type { Core } from '../compose.ts'
import { audit } from '../admin/audit.ts'
import { join } from 'node:path'
import { compareFiles, sweepFiles } from '../supabase/storage/compare-files.ts'
import { createDiskStore } from '../supabase/storage/disk-store.ts'
import { createS3Store } from '../supabase/storage/s3-store.ts'
import type { ObjectStore } from '../supabase/storage/object-store.ts'
import { referencedVersions } from '../supabase/storage/repository.ts'
import { storageApi } from '../supabase/storage/routes.ts'
import type { Metrics } from '../metrics.ts'
import { createSignedUrls } from '../supabase/storage/signed-urls.ts'

/** Opens the store of files: a folder, or a bucket of an S3-compatible store. */
const openStore = ({ config, clock }: Pick<Core, 'config' | 'clock'>): ObjectStore => {
  const { folder, s3 } = config.storage
  return s3 === undefined ? createDiskStore(folder, clock) : createS3Store(s3, join(folder, 'tmp'), clock)
}

/** Compares stored files with their rows. */
export const compareStoredFiles = (core: Pick<Core, 'config' | 'clock' | 'database'>) =>
  compareFiles(openStore(core), core.database.queries, core.clock.now())

/** Composes the storage: its API, and the cleanup of files without a reference. */
export const composeStorage = (core: Core, metrics: Metrics) => {
  const { config, database, clock } = core
  const store = openStore(core)
  return {
    api: storageApi({
      database,
      clock,
      store,
      limits: config.storage.limits,
      missing: metrics.counter('netbox_storage_missing_files_total', 'Reads of objects whose file is missing.'),
      urls: createSignedUrls(config.encryptionKeys, clock),
      audit: (queries, actorId, action, bucket) =>
        audit(queries, { actorId, action, targetId: null, detail: { bucket } }, clock.now()),
    }),
    sweep: (signal: AbortSignal): Promise<void> =>
      sweepFiles(store, (versions) => referencedVersions(database.queries, versions), clock.now(), signal),
  }
}
