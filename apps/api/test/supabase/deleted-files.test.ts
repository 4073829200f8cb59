import { basename } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createDiskStore } from '../../src/supabase/storage/disk-store.ts'
import { sweepFiles } from '../../src/supabase/storage/files.ts'
import { referencedVersions } from '../../src/supabase/storage/repository.ts'
import { toUuid } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'
import { storedFiles } from './support/files.ts'

const NAMES = ['a', 'b', 'c']
const TWO_HOURS = 2 * 60 * 60_000

describeOnEveryEngine('the files of a deleted account', (open) => {
  const api = useApi({ on: open, env: { SERVICE_ROLE_KEY: SERVICE_KEY } })
  beforeAll(async () => {
    await clientOf(api, { key: SERVICE_KEY }).storage.createBucket('docs', { public: false })
  })

  const filesOf = (user: TestUser) => clientOf(api, { user }).storage.from('docs')
  const pathOf = ({ id }: TestUser, name: string) => `${toUuid(id)}/${name}`
  const userWithFiles = async (): Promise<TestUser> => {
    const user = await api.user()
    for (const name of NAMES) {
      const { error } = await filesOf(user).upload(pathOf(user, name), `${name} of ${user.id}`)
      expect(error).toBeNull()
    }
    return user
  }
  const leave = async ({ bearer, password }: TestUser): Promise<void> => {
    const { body } = await api.call('account.delete', { bearer, body: { password } })
    expect(body).toEqual({ ok: true })
  }
  /** Sweeps as the service does when an hour has passed. */
  const sweep = async (): Promise<void> => {
    const now = Date.now() + TWO_HOURS
    const store = createDiskStore(api.core.config.storage.folder, { now: () => now })
    const referenced = (versions: readonly string[]) => referencedVersions(api.core.database.queries, versions)
    await sweepFiles(store, referenced, now, new AbortController().signal)
  }

  it.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['before a sweep', leave],
    ['after a sweep', (user) => sweep().then(() => leave(user))],
    ['during a sweep', (user) => Promise.all([sweep(), leave(user), sweep()])],
    [
      'during a sweep and an upload',
      (user) => Promise.all([filesOf(user).upload(pathOf(user, 'late'), 'late'), leave(user), sweep()]),
    ],
  ])('are removed after the next sweep, and no other user’s: deleted %s', async (_when, work) => {
    const stays = await userWithFiles()
    for (let round = 0; round < 3; round++) {
      const goes = await userWithFiles()
      await work(goes)
      await sweep()
      const rows = await api.core.database.queries
        .selectFrom('storage_objects')
        .select(['owner_id', 'version'])
        .execute()
      expect(rows.filter(({ owner_id }) => owner_id === goes.id)).toEqual([])
      expect(rows.filter(({ owner_id }) => owner_id === stays.id)).toHaveLength(NAMES.length)
      const { whole, drafts } = await storedFiles(api)
      expect(whole.map((path) => basename(path)).toSorted()).toEqual(rows.map(({ version }) => version).toSorted())
      expect(drafts).toEqual([])
      for (const name of NAMES)
        expect(await (await filesOf(stays).download(pathOf(stays, name))).data?.text()).toBe(`${name} of ${stays.id}`)
    }
  })
})
