import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createNetwork } from '../../src/admin/network.ts'
import { createEncryption } from '../../src/encryption/encryption.ts'
import { examine } from '../../src/admin/doctor.ts'
import { compareFiles, openStore } from '../../src/supabase/storage/files.ts'
import { createDiskStore } from '../../src/supabase/storage/disk-store.ts'
import { newId, toUuid } from '../../src/random.ts'
import { describeOnSqlite } from '../support/database.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from '../supabase/support/client.ts'
import { storedFiles } from '../supabase/support/files.ts'
import { Refusal } from '../../src/refusal.ts'

const TWO_HOURS = 2 * 60 * 60_000

describeOnSqlite('the check of stored files', (open) => {
  const api = useApi({ on: open, env: { SERVICE_ROLE_KEY: SERVICE_KEY } })

  const findings = async (compare: () => ReturnType<typeof compareFiles>): Promise<string> => {
    const { encryptionKeys, verifier } = api.core.config
    const encryption = createEncryption(encryptionKeys)
    const parts = {
      encryption,
      payments: undefined,
      processes: async () => [],
      isTrusted: () => false,
      store: openStore(api.core),
      verifier,
      network: createNetwork(verifier),
    }
    const found = await examine({ ...api.core, ...parts, compareFiles: compare })
    return found.map(({ kind, text }) => `${kind} ${text}`).join('\n')
  }
  const compareAt = (now: number) => () =>
    compareFiles(createDiskStore(api.core.config.storage.folder, { now: () => now }), api.core.database.queries, now)

  it('reports objects without a file, and old files without an object', async () => {
    const user = await api.user()
    await clientOf(api, { key: SERVICE_KEY }).storage.createBucket('docs', { public: false })
    const files = clientOf(api, { user }).storage.from('docs')
    const path = `${toUuid(user.id)}/a.txt`
    for (const key of [path, `${path}2`]) expect((await files.upload(key, 'hello')).error).toBeNull()
    const now = Date.now() + 1000
    expect(await findings(compareAt(now))).toContain('ok Every object has its file.')

    const [file = ''] = (await storedFiles(api)).whole
    const elsewhere = join(dirname(file), newId())
    await rename(file, elsewhere)
    expect(await compareAt(now)()).toEqual({ objects: 2, missing: 1, orphans: 0 })
    expect(await compareAt(now + TWO_HOURS)()).toEqual({ objects: 2, missing: 1, orphans: 1 })
    expect(await findings(compareAt(now))).toMatch(/^fail Objects whose file is missing in \S+: 1 of 2\. /m)

    await rename(elsewhere, file)
    await api.core.database.writer.deleteFrom('storage_objects').execute()
    expect(await findings(compareAt(now + TWO_HOURS))).toContain('note Files without an object: 2.')
  })

  it('fails if the store does not answer', async () => {
    const broken = () => Promise.reject(new Refusal('busy', { message: 'The storage does not answer.' }))
    expect(await findings(broken)).toMatch(
      /^fail The files in \S+ \(STORAGE_URL\) can't be listed: The storage does not answer\./m,
    )
  })
})
