import { beforeAll, expect, it } from 'vitest'
import { accountsOver, type Fixture, refusalOf, signUp } from '../../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import type { NewApiToken } from './api-tokens.ts'

const MINUTE = 60_000
const wanted: NewApiToken = { name: 'ci', scopes: ['tools:run'], expiresAt: null }

describeOnEveryEngine('API tokens', (open) => {
  let core: Fixture
  beforeAll(async () => {
    core = await accountsOver(await open())
  })

  const setProfile = (id: string, change: object) =>
    core.database.writer.updateTable('profiles').set(change).where('id', '=', id).execute()

  const enterpriseUser = async () => {
    const { account } = await signUp(core)
    await setProfile(account.id, { plan: 'enterprise' })
    return { ...account, plan: 'enterprise' as const }
  }

  it('have a prefix and 190 random bits, and are stored only as a hash', async () => {
    const user = await enterpriseUser()
    const secrets = new Set<string>()
    for (let index = 0; index < 20; index++) secrets.add((await core.apiTokens.create(user, wanted)).secret)
    expect(secrets.size).toBe(20)
    for (const secret of secrets) expect(secret).toMatch(/^nbx_[0-9A-Za-z]{32}$/)
    expect(32 * Math.log2(62)).toBeGreaterThan(160)
    const dump = JSON.stringify(await core.database.queries.selectFrom('api_tokens').selectAll().execute())
    for (const secret of secrets) expect(dump).not.toContain(secret.slice(0, 14))
    expect(JSON.stringify(await core.apiTokens.list(user.id))).not.toContain([...secrets][0])
  })

  it('identify their owner and scopes', async () => {
    const user = await enterpriseUser()
    const { secret, token } = await core.apiTokens.create(user, { ...wanted, scopes: ['usage:read', 'tools:run'] })
    expect(await core.apiTokens.authenticate(secret)).toMatchObject({
      account: { id: user.id, plan: 'enterprise' },
      token: { id: token.id, scopes: ['tools:run', 'usage:read'] },
    })
    expect(secret.startsWith(token.prefix)).toBe(true)
  })

  it('need the enterprise plan at creation and at each use', async () => {
    for (const plan of ['free', 'pro'] as const) {
      const { account } = await signUp(core)
      expect(await refusalOf(core.apiTokens.create({ ...account, plan }, wanted))).toBe('upgrade_required')
    }
    const user = await enterpriseUser()
    const { secret } = await core.apiTokens.create(user, wanted)
    await setProfile(user.id, { plan_expires_at: core.clock.now() })
    expect(await refusalOf(core.apiTokens.authenticate(secret))).toBe('upgrade_required')
    await setProfile(user.id, { plan_expires_at: null })
    expect(await refusalOf(core.apiTokens.authenticate(secret))).toBe('none')
  })

  it('end on the next use: revoked, expired, user disabled', async () => {
    const user = await enterpriseUser()
    const revoked = await core.apiTokens.create(user, wanted)
    const expiring = await core.apiTokens.create(user, { ...wanted, expiresAt: core.clock.now() + MINUTE })
    const lasting = await core.apiTokens.create(user, wanted)
    await core.apiTokens.revoke(user.id, revoked.token.id)
    expect(await core.apiTokens.authenticate(revoked.secret)).toBeUndefined()
    expect(await core.apiTokens.authenticate(expiring.secret)).toBeDefined()
    core.clock.advance(MINUTE)
    expect(await core.apiTokens.authenticate(expiring.secret)).toBeUndefined()
    await setProfile(user.id, { status: 'disabled' })
    expect(await core.apiTokens.authenticate(lasting.secret)).toBeUndefined()
  })

  it('can be revoked only by their owner; another user’s token looks like a missing one', async () => {
    const [owner, stranger] = [await enterpriseUser(), await enterpriseUser()]
    const { secret, token } = await core.apiTokens.create(owner, wanted)
    expect(await refusalOf(core.apiTokens.revoke(stranger.id, token.id))).toBe('not_found')
    expect(await refusalOf(core.apiTokens.revoke(stranger.id, 'none'))).toBe('not_found')
    expect(await core.apiTokens.list(stranger.id)).toEqual([])
    expect(await core.apiTokens.authenticate(secret)).toBeDefined()
  })

  it('record their last use at most once a minute', async () => {
    const user = await enterpriseUser()
    const { secret } = await core.apiTokens.create(user, wanted)
    const lastUse = async () => (await core.apiTokens.list(user.id))[0]?.last_used_at
    expect(await lastUse()).toBeNull()
    const start = core.clock.now()
    await core.apiTokens.authenticate(secret)
    core.clock.advance(MINUTE - 1)
    await core.apiTokens.authenticate(secret)
    expect(await lastUse()).toBe(start)
    core.clock.advance(1)
    await core.apiTokens.authenticate(secret)
    expect(await lastUse()).toBe(start + MINUTE)
  })

  it('are refused after the fiftieth', async () => {
    const user = await enterpriseUser()
    for (let index = 0; index < 50; index++) await core.apiTokens.create(user, wanted)
    expect(await refusalOf(core.apiTokens.create(user, wanted))).toBe('limit_exceeded')
  })

  it('are limited to fifty with a hundred concurrent requests, and to one more for each revoked token', async () => {
    const user = await enterpriseUser()
    const askFor = (count: number) =>
      Promise.all(Array.from({ length: count }, () => refusalOf(core.apiTokens.create(user, wanted))))
    const outcomes = await askFor(100)
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(50)
    expect(outcomes.filter((outcome) => outcome === 'limit_exceeded')).toHaveLength(50)
    const made = await core.apiTokens.list(user.id)
    expect(made).toHaveLength(50)
    for (const { id } of made.slice(0, 3)) await core.apiTokens.revoke(user.id, id)
    expect((await askFor(20)).filter((outcome) => outcome === 'none')).toHaveLength(3)
    expect(await core.apiTokens.list(user.id)).toHaveLength(50)
  })

  it('of one user do not count for another', async () => {
    const [one, other] = [await enterpriseUser(), await enterpriseUser()]
    for (let index = 0; index < 50; index++) await core.apiTokens.create(one, wanted)
    expect(await refusalOf(core.apiTokens.create(other, wanted))).toBe('none')
  })

  it('match only as a whole: no other case, no spaces, nothing shorter or longer', async () => {
    const { secret } = await core.apiTokens.create(await enterpriseUser(), wanted)
    const near = [
      secret.toLowerCase(),
      secret.toUpperCase(),
      ` ${secret}`,
      `${secret} `,
      secret.slice(0, -1),
      `${secret}0`,
      'nbx_',
    ]
    for (const text of near.filter((other) => other !== secret))
      expect(await core.apiTokens.authenticate(text)).toBeUndefined()
  })
})
