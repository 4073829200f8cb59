import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { administer, type Mariadb, startMariadb } from '../support/mariadb.ts'
import { startApi, type TestApi, type TestUser } from '../support/start-api.ts'

// The guaranteed time is five seconds, but a busy machine may need longer.
const TIMEOUT_FACTOR = 30_000

// A separate server, because the shared ones must not stop.
describe.runIf(inject('mariadbPort') !== null)('the API while its database is away', () => {
  let server: Mariadb
  let api: TestApi
  let user: TestUser
  beforeAll(async () => {
    server = await startMariadb()
    await administer(server.port, 'create database netbox')
    api = await startApi({ databaseUrl: server.url('netbox'), databaseTimeoutFactor: 1 })
    user = await api.user({ plan: 'enterprise' })
  })
  afterAll(async () => {
    await api.stop()
    await server.stop()
  })

  const run = () => api.call('tools.run', { params: { id: 'mx' }, body: { input: 'example.com' }, bearer: user.bearer })

  /** Sends all kinds of requests while the database is frozen, and returns the time of the slowest. */
  const everything = async () => {
    const begun = performance.now()
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, run),
      api.call('usage.list', { bearer: user.bearer }),
      api.call('auth.verify', { bearer: user.bearer }),
      api.call('auth.login', { body: { email: user.email, password: user.password } }),
      api.call('auth.refresh', { body: { refresh_token: user.refreshToken } }),
      api.call('services.list'),
    ])
    return { codes: [...new Set(answers.map(({ code }) => code))], milliseconds: performance.now() - begun }
  }

  const untilWell = async (): Promise<number> => {
    const begun = performance.now()
    while ((await run()).status !== 200) await wait(50)
    return performance.now() - begun
  }

  const awayAndBack = async (leave: () => unknown, comeBack: () => unknown): Promise<void> => {
    await leave()
    const { codes, milliseconds } = await everything()
    expect(codes).toEqual(['database_unavailable'])
    expect(milliseconds).toBeLessThan(TIMEOUT_FACTOR)
    expect((await api.fetch('/health/live')).status).toBe(200)
    expect((await api.fetch('/health/ready')).status).toBe(503)
    expect((await api.call('tools.list')).status).toBe(200)
    await comeBack()
    expect(await untilWell()).toBeLessThan(TIMEOUT_FACTOR)
    expect((await api.fetch('/health/ready')).status).toBe(200)
    expect((await api.call('auth.verify', { bearer: user.bearer })).status).toBe(200)
  }

  it('asks all clients to retry while it is frozen, signs no user out, and works soon after', async () => {
    await awayAndBack(
      () => server.freeze(),
      () => server.thaw(),
    )
  })

  it('does the same when the database was killed and restarts', async () => {
    await awayAndBack(
      () => server.kill(),
      () => server.restart(),
    )
  })
})
