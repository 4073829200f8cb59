import type { VerificationHistoryEntry } from '@netbox/contract'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { found } from '../support/fake-verifier.ts'
import type { TestUser } from '../support/start-api.ts'
import { freshDomain, startVerifying } from './support/start-verifying.ts'

describeOnEveryEngine('the history of verifications', (open) => {
  const verifying = startVerifying(open)
  const { clock, verify, history } = verifying

  let user: TestUser
  let domain: string
  beforeAll(async () => {
    user = await verifying.api.user({ plan: 'pro' })
    domain = freshDomain()
    for (let minute = 0; minute < 5; minute += 1) {
      verifying.answer = (email) =>
        email.startsWith('bad') ? found(email, { status: 'invalid', reason: 'no_mailbox' }) : found(email)
      await verify([`good${minute}@${domain}`, `bad_${minute}@${domain}`], user)
      clock.advance(60_000)
    }
    await verify([`100%sure@${domain}`, `ÄRGER!@${domain}`, `a\\b@${domain}`], user)
  })

  const emailsOf = (items: readonly VerificationHistoryEntry[]) => items.map(({ email }) => email.split('@')[0])

  it('lists the newest first, in pages without gaps', async () => {
    const pages = [1, 2, 3, 4].map((page) => history(user, { page, limit: 4 }))
    const all = (await Promise.all(pages)).flatMap(({ items }) => items)
    expect(new Set(all.map(({ id }) => id)).size).toBe(13)
    const times = all.map(({ created_at: at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(await history(user, { page: 4, limit: 4 })).toMatchObject({ page: 4, limit: 4, total: 13 })
    expect((await history(user, { page: 5, limit: 4 })).items).toEqual([])
    expect(await history(user)).toMatchObject({ page: 1, limit: 50 })
  })

  it('can be filtered by status', async () => {
    const { items, total } = await history(user, { status: 'invalid' })
    expect(total).toBe(5)
    expect(emailsOf(items)).toEqual(['bad_4', 'bad_3', 'bad_2', 'bad_1', 'bad_0'])
    expect((await history(user, { status: 'suspicious' })).items).toEqual([])
  })

  it('is searched by a part of the address, ignoring case', async () => {
    const of = async (q: string) => emailsOf((await history(user, { q })).items)
    expect(await of('GOOD3')).toEqual(['good3'])
    expect(await of('ärger')).toEqual(['ÄRGER!'])
    expect(await of(`D_3@${domain}`)).toEqual(['bad_3'])
    expect((await history(user, { q: '_3', status: 'valid' })).total).toBe(0)
  })

  it('treats no character of a search as a wildcard', async () => {
    const of = async (q: string) => emailsOf((await history(user, { q })).items)
    expect(await of('100%')).toEqual(['100%sure'])
    expect(await of('%')).toEqual(['100%sure'])
    expect((await of('_')).length).toBe(5)
    expect(await of('!')).toEqual(['ÄRGER!'])
    expect(await of('\\')).toEqual(['a\\b'])
    expect(await of("' or 1=1 --")).toEqual([])
  })

  it('refuses an invalid status, search or page', async () => {
    for (const query of [{ status: 'good' }, { q: 'x'.repeat(321) }, { page: '0' }, { limit: '201' }]) {
      const { code } = await verifying.api.call('email.history', { bearer: user.bearer, query: query as never })
      expect(code).toBe('validation_failed')
    }
  })
})
