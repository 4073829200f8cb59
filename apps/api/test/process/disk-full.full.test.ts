import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestAnswer, type TestApi, type TestUser } from '../support/start-api.ts'

/** Read requests: none may fail. */
const READS = [
  'auth.verify',
  'tools.list',
  'usage.list',
  'stats.get',
  'activity.list',
  'migrations.list',
  'notifications.list',
  'tokens.list',
  'services.list',
] as const

const MIGRATION = {
  source_host: 'imap.old.example',
  source_email: 'ana@old.example',
  source_password: 'secret',
  destination_host: 'imap.new.example',
  destination_email: 'ana@new.example',
  destination_password: 'secret',
}

describe('the API on a full disk', () => {
  let api: TestApi
  let user: TestUser
  beforeAll(async () => {
    api = await startApi()
    user = await api.user({ plan: 'enterprise' })
  })
  afterAll(() => api.stop())

  /** Lets the file grow by some pages; after that, SQLite reports the same as on a full disk. */
  const leave = (morePages: number): Promise<void> =>
    api.core.database.transaction(async (queries) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(queries)
      await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + morePages))}`.execute(queries)
    })

  const run = () =>
    api.call('tools.run', {
      params: { id: 'mx' },
      body: { input: 'example.com', seed: 'x'.repeat(16) },
      bearer: user.bearer,
    })

  const storedRuns = async (): Promise<number> => {
    const rows = await api.core.database.queries.selectFrom('runs').select('id').execute()
    return rows.length
  }

  const hasRefused = ({ code, status, headers }: TestAnswer<'tools.run'>): boolean => {
    if (status === 200) return false
    // Every response was checked for Retry-After; a client that checks only the status must not sign anyone out.
    expect([status, code]).toEqual([503, 'database_unavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    return true
  }

  let served = 0

  it('answers writes with 503 and the time to retry, as soon as the disk is full', async () => {
    await leave(10)
    let refused = 0
    for (let round = 0; refused < 40 && round < 100; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, run))
      const now = answers.filter((answer) => hasRefused(answer)).length
      refused += now
      served += answers.length - now
    }
    expect(refused).toBeGreaterThanOrEqual(40)
    expect(await storedRuns()).toBe(served)
  })

  it('refuses other requests that need space in the same way', async () => {
    const migrations = await Promise.all(
      Array.from({ length: 40 }, () => api.call('migrations.create', { body: MIGRATION, bearer: user.bearer })),
    )
    const created = migrations.filter(({ status }) => status === 201).length
    expect(created).toBeLessThan(40)
    const others = migrations.filter(({ status }) => status !== 201)
    expect(new Set(others.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['503 database_unavailable']),
    )
    const list = await api.call('migrations.list', { bearer: user.bearer })
    expect(list.body.data.total).toBe(created)
  })

  it.each(READS)('answers %s as usual', async (id) => {
    expect((await api.call(id, { bearer: user.bearer })).status).toBe(200)
  })

  it('is live and ready, because it can read', async () => {
    expect((await api.fetch('/health/live')).status).toBe(200)
    expect((await api.fetch('/health/ready')).status).toBe(200)
  })

  it('accepts writes again as soon as there is space, and has lost none that it acknowledged', async () => {
    await leave(10_000)
    const answers = await Promise.all(Array.from({ length: 20 }, run))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await storedRuns()).toBe(served + 20)
    const used = (await api.call('usage.list', { bearer: user.bearer })).body.usage.find(
      ({ tool }) => tool === 'mx-record',
    )?.used
    expect(used).toBe(served + 20)
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(api.core.database.queries)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  })
})
