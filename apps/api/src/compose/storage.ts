import type { Core } from '../compose.ts'
import { audit } from '../features/admin/audit.ts'
import { join } from 'node:path'
import { createDiskStore } from '../features/storage/disk-store.ts'
import { createS3Store } from '../features/storage/s3-store.ts'
import { referencedVersions } from '../features/storage/repository.ts'
import { storageApi } from '../features/storage/routes.ts'
import type { Metrics } from '../metrics.ts'
import { createSignedUrls } from '../features/storage/signed-urls.ts'

/** Composes the storage: its API, and the removal of unreferenced files. */
export const composeStorage = ({ config, database, clock }: Core, metrics: Metrics) => {
  const { folder, s3, limits } = config.storage
  const store = s3 === undefined ? createDiskStore(folder, clock) : createS3Store(s3, join(folder, 'tmp'), clock)
  return {
    api: storageApi({
      database,
      clock,
      store,
      limits,
      missing: metrics.counter('netbox_storage_missing_files_total', 'Reads of objects whose file is gone.'),
      urls: createSignedUrls(config.sealKeys, clock),
      audit: (queries, actorId, action, bucket) =>
        audit(queries, { actorId, action, targetId: null, detail: { bucket } }, clock.now()),
    }),
    sweep: (signal: AbortSignal): Promise<void> =>
      store.sweep((versions) => referencedVersions(database.queries, versions), signal),
  }
}
