import type { Core } from '../compose.ts'
import { audit } from '../features/admin/audit.ts'
import { createObjectStore } from '../features/storage/object-store.ts'
import { referencedVersions } from '../features/storage/repository.ts'
import { storageApi } from '../features/storage/routes.ts'
import { createSignedUrls } from '../features/storage/signed-urls.ts'

/** Puts the storage together: its API, and what removes files that nothing refers to. */
export const composeStorage = ({ config, database, clock }: Core) => {
  const { folder, limits } = config.storage
  const store = createObjectStore(folder, clock)
  return {
    api: storageApi({
      database,
      clock,
      store,
      limits,
      urls: createSignedUrls(config.sealKeys, clock),
      audit: (queries, actorId, action, bucket) =>
        audit(queries, { actorId, action, targetId: null, detail: { bucket } }, clock.now()),
    }),
    sweep: (signal: AbortSignal): Promise<void> =>
      store.sweep((versions) => referencedVersions(database.queries, versions), signal),
  }
}
