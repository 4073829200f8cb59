import { request } from 'node:http'
import { type VerificationEntry, verification } from '@netbox/contract'
import type { PlanId } from '@netbox/core'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBudget } from '../../src/features/email-verification/budget.ts'
import type { ProbeOptions } from '../../src/features/email-verification/prober.ts'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { type FakeProber, fakeProber, found, putOff } from '../support/fake-prober.ts'
import { setClock } from '../support/set-clock.ts'
import { startApi, type TestApi, type TestUser } from '../support/start-api.ts'

const NDJSON = { accept: 'application/x-ndjson' }
const DAY = 24 * 60 * 60_000
const list = (count: number, domain = 'mail.example') =>
  Array.from({ length: count }, (_, index) => `user${index}@${domain}`)
let domains = 0
/** A domain that nobody asked about before. */
const fresh = () => `d${(domains += 1)}.example`

type Answer = NonNullable<Parameters<typeof fakeProber>[0]>

describeOnEveryEngine('verifying addresses over HTTP', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const usual: Answer = (email) => found(email)
  let answer = usual
  let prober: FakeProber
  let api: TestApi
  beforeAll(async () => {
    await open()
    prober = fakeProber((email, options) => answer(email, options))
    api = await startApi({ databaseUrl: open.url(), clock, prober })
  })
  beforeEach(() => {
    answer = usual
    prober.asked.length = 0
  })
  afterAll(() => api.stop())

  const verify = (emails: readonly string[], { bearer }: { bearer?: string } = {}, headers = {}) =>
    api.call('email.verify', { body: { emails }, headers, ...(bearer === undefined ? {} : { bearer }) })
  const history = async ({ bearer }: TestUser, query = {}) =>
    (await api.call('email.history', { bearer, query })).body.data
  const monthOf = async ({ id }: TestUser) =>
    api.core.database.queries.selectFrom('verification_months').selectAll().where('user_id', '=', id).executeTakeFirst()
  const linesOf = (text: string): v.InferOutput<typeof verification>[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => v.parse(verification, JSON.parse(line)))

  describe('a run', () => {
    it('answers anybody with a result for each distinct address', async () => {
      const domain = fresh()
      const { status, body } = await verify([`a@${domain}`, `b@${domain}`, `a@${domain}`, ` b@${domain} `])
      expect(status).toBe(200)
      expect(body.data.results.map(({ email }) => email).toSorted()).toEqual([`a@${domain}`, `b@${domain}`])
      expect(body.data.notice).toBeNull()
      expect(prober.asked).toHaveLength(2)
    })

    it('streams each result as it is known, in the shape of the contract', async () => {
      const { text, headers } = await verify(list(5, fresh()), await api.user(), NDJSON)
      expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      expect(linesOf(text)).toHaveLength(5)
    })

    it('is ten addresses at most without a paid plan, and more with one', async () => {
      const [free, pro] = [await api.user(), await api.user({ plan: 'pro' })]
      expect((await verify(list(11))).code).toBe('limit_exceeded')
      expect((await verify(list(11), free)).code).toBe('limit_exceeded')
      expect((await verify(list(11, fresh()), pro)).status).toBe(200)
      expect((await verify([])).code).toBe('no_emails')
      expect((await verify(['x'.repeat(1025)])).code).toBe('validation_failed')
      expect((await api.call('email.verify', { body: { emails: 'a@b.example' } })).code).toBe('validation_failed')
      expect((await verify(list(10_001), pro)).code).toBe('validation_failed')
    })

    it('is refused to an admin who views as the user, and uses up nothing', async () => {
      const admin = await api.user({ isAdmin: true })
      const user = await api.user({ plan: 'pro' })
      const view = await api.call('admin.viewAs', { bearer: admin.bearer, params: { id: user.id } })
      expect((await verify(list(2), { bearer: view.body.token })).code).toBe('read_only')
      expect(await monthOf(user)).toBeUndefined()
    })

    it('needs the scope, where it is asked for with an API token', async () => {
      const { bearer } = await api.user({ plan: 'enterprise' })
      const make = async (scopes: string[]) =>
        (await api.call('tokens.create', { bearer, body: { name: 'CI', scopes } })).body.token
      expect((await verify(list(1), { bearer: await make(['tools:run']) })).code).toBe('scope_missing')
      expect((await verify(list(1, fresh()), { bearer: await make(['email:verify']) })).status).toBe(200)
      expect((await verify(list(1), { bearer: 'x' })).code).toBe('unauthorized')
    })

    it('is off when the service is switched off', async () => {
      const admin = await api.user({ isAdmin: true })
      const { services } = (await api.call('services.list')).body
      const params = { id: services.find(({ service_name }) => service_name === 'email_verification')?.id ?? '' }
      const put = (is_enabled: boolean) =>
        api.call('admin.updateService', { bearer: admin.bearer, params, body: { is_enabled } })
      await put(false)
      clock.advance(1000)
      expect((await verify(list(1))).code).toBe('service_off')
      await put(true)
      clock.advance(1000)
      expect((await verify(list(1, fresh()))).status).toBe(200)
    })

    it('says that it failed, and nothing of why, when the verifier does', async () => {
      answer = () => {
        throw new Error('secret@inside.example')
      }
      const failed = await verify(list(1, fresh()))
      expect(failed.code).toBe('internal_error')
      expect(failed.text).not.toContain('inside')
    })

    it('shows nothing of an address in the log or the metrics', async () => {
      const domain = fresh()
      answer = (email) => {
        if (email.startsWith('broken')) throw new Error(`550 no such user ${email}`)
        return found(email)
      }
      await verify([`canary@${domain}`], await api.user())
      const job = await api.user()
      answer = (email) => putOff(email)
      await verify([`later@${domain}`], job)
      expect(api.logged()).toContain('email.verify')
      expect(api.logged()).not.toContain(domain)
      const metrics = await (await api.fetch('/metrics')).text()
      expect(metrics).toMatch(/^netbox_email_results_total\{outcome="mailbox_exists"\} [1-9]/m)
      expect(metrics).toMatch(/^netbox_email_jobs_due \d+$/m)
      expect(metrics).not.toContain(domain)
    })
  })

  describe('what was found', () => {
    it('stands in the history, field by field as it was sent', async () => {
      const user = await api.user()
      answer = (email) => found(email, { provider: 'Google Workspace', role: true, confidence: 94.6 })
      const [sent] = (await verify([`Info@${fresh()}`], user)).body.data.results
      const { items, total } = await history(user)
      expect(total).toBe(1)
      expect(items[0]).toEqual({ ...sent, id: items[0]?.id, created_at: new Date(clock.now()).toISOString() })
      expect(sent).toMatchObject({ provider: 'Google Workspace', role: true, confidence: 95, simulated: false })
    })

    it('is stored before it is sent', async () => {
      const user = await api.user()
      const { queries } = api.core.database
      const domain = fresh()
      const stored: number[] = []
      const seen = await new Promise<number>((resolve, reject) => {
        const body = JSON.stringify({ emails: list(9, domain) })
        const headers = { ...NDJSON, authorization: `Bearer ${user.bearer}`, 'content-type': 'application/json' }
        const asking = request(`${api.url}/api/email/verify`, { method: 'POST', headers }, (response) => {
          let text = ''
          let looking = Promise.resolve()
          const look = async (lines: number) => {
            const rows = await queries.selectFrom('verifications').select('id').where('user_id', '=', user.id).execute()
            stored.push(rows.length - lines)
          }
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString()
            const lines = text.split('\n').length - 1
            looking = looking.then(() => look(lines))
          })
          response.on('end', () => void looking.then(() => resolve(text.split('\n').length - 1)).catch(reject))
        })
        asking.on('error', reject)
        asking.end(body)
      })
      expect(seen).toBe(9)
      expect(Math.min(...stored)).toBeGreaterThanOrEqual(0)
    })

    it('is not lost when the connection breaks, and no more is asked', async () => {
      const user = await api.user({ plan: 'pro' })
      const domain = fresh()
      const never = new Promise<never>(() => undefined)
      let isGone = false
      answer = (email, { signal }: ProbeOptions) => {
        if (Number(/\d+/.exec(email)?.[0]) < 20) return found(email)
        signal.addEventListener('abort', () => {
          isGone = true
        })
        return Promise.race([
          never,
          new Promise<never>((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
          }),
        ])
      }
      const leaving = new AbortController()
      const response = await api.fetch('/api/email/verify', {
        method: 'POST',
        headers: { ...NDJSON, authorization: `Bearer ${user.bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ emails: list(500, domain) }),
        signal: leaving.signal,
      })
      const reader = response.body?.getReader()
      let text = ''
      while (text.split('\n').length <= 20) text += new TextDecoder().decode((await reader?.read())?.value)
      leaving.abort()
      await expect.poll(() => isGone).toBe(true)
      await expect.poll(() => prober.running).toBe(0)
      const asked = prober.asked.length
      expect(asked).toBeLessThan(100)
      expect((await history(user)).total).toBe(20)
      // What was not used is given back.
      await expect.poll(async () => (await monthOf(user))?.reserved).toBe(20)
      expect(prober.asked).toHaveLength(asked)
    })

    it('belongs to who asked, and to nobody else', async () => {
      const [ana, ben] = [await api.user(), await api.user()]
      const domain = fresh()
      await verify([`a@${domain}`], ana)
      await verify([`b@${domain}`], ben)
      await verify([`c@${domain}`])
      expect((await history(ana)).items.map(({ email }) => email)).toEqual([`a@${domain}`])
      expect((await history(ben, { q: domain })).items.map(({ email }) => email)).toEqual([`b@${domain}`])
      expect((await history(ben, { status: 'valid' })).total).toBe(1)
      expect((await api.call('email.history')).code).toBe('unauthorized')
    })

    it('is counted in the numbers of who asked', async () => {
      const user = await api.user()
      await verify(list(3, fresh()), user)
      const { data } = (await api.call('stats.get', { bearer: user.bearer })).body
      expect(data.emails_verified).toBe(3)
      const { items } = (await api.call('activity.list', { bearer: user.bearer })).body.data
      expect(items.map(({ kind }) => kind)).toEqual(['verification', 'verification', 'verification'])
      const exported = (await api.call('account.export', { bearer: user.bearer })).body
      expect(exported.verifications).toHaveLength(3)
      expect(exported.verification_months).toEqual([{ month: '2026-11', verified: 3 }])
    })

    it('is gone with the account', async () => {
      const user = await api.user()
      answer = (email) => putOff(email)
      await verify(list(3, fresh()), user)
      const { bearer, password } = user
      expect((await api.call('account.delete', { bearer, body: { password } })).status).toBe(200)
      const { queries } = api.core.database
      for (const table of ['verifications', 'verification_jobs', 'verification_months', 'verification_runs'] as const)
        expect(await queries.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual([])
    })
  })

  describe('a definite result', () => {
    it('is given again for a day without asking, to anybody, and goes into their history too', async () => {
      const email = `ana@${fresh()}`
      const first = (await verify([email], await api.user())).body.data.results
      clock.advance(DAY - 1)
      const ben = await api.user()
      expect((await verify([email], ben)).body.data.results).toEqual(first)
      expect((await verify([email.replace('.example', '.EXAMPLE')])).body.data.results[0]?.status).toBe('valid')
      expect(prober.asked).toEqual([email])
      expect((await history(ben)).total).toBe(1)
      clock.advance(1)
      await verify([email])
      expect(prober.asked).toEqual([email, email])
    })

    it('is another one for a local part in another case', async () => {
      const domain = fresh()
      await verify([`ana@${domain}`])
      await verify([`Ana@${domain}`])
      expect(prober.asked).toEqual([`ana@${domain}`, `Ana@${domain}`])
    })

    it('is none when it may change or was made up', async () => {
      for (const more of [
        { status: 'unconfirmed', reason: 'cannot_tell' },
        { status: 'unreachable', reason: 'no_connect', smtp_response_code: null },
        { status: 'valid', simulated: true },
        { status: 'valid', retry_after: 60 },
      ] as const) {
        const email = `ana@${fresh()}`
        answer = (address) => found(address, more)
        prober.asked.length = 0
        await verify([email])
        await verify([email])
        expect(prober.asked).toEqual([email, email])
      }
    })

    it('does not name the address where it is remembered', async () => {
      const domain = fresh()
      const said = `5.1.1 <secretive$&@${domain}>: not here (Secretive$&@${domain})`
      answer = (email) => found(email, { status: 'invalid', reason: 'no_mailbox', smtp_response_message: said })
      await verify([`secretive$&@${domain}`])
      const again = (await verify([`secretive$&@${domain}`])).body.data.results
      expect(again).toMatchObject([{ smtp_response_message: said.replace('Secretive', 'secretive') }])
      expect(prober.asked).toHaveLength(1)
      const rows = await api.core.database.queries.selectFrom('verification_cache').selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain('secretive')
      expect(JSON.stringify(rows)).not.toContain(domain)
    })
  })

  describe('the history', () => {
    let user: TestUser
    let domain: string
    beforeAll(async () => {
      user = await api.user({ plan: 'pro' })
      domain = fresh()
      for (let minute = 0; minute < 5; minute += 1) {
        answer = (email) =>
          email.startsWith('bad') ? found(email, { status: 'invalid', reason: 'no_mailbox' }) : found(email)
        await verify([`good${minute}@${domain}`, `bad_${minute}@${domain}`], user)
        clock.advance(60_000)
      }
      await verify([`100%sure@${domain}`, `ÄRGER!@${domain}`, `a\\b@${domain}`], user)
    })

    const emailsOf = (items: readonly VerificationEntry[]) => items.map(({ email }) => email.split('@')[0])

    it('has the newest first, in pages that leave nothing out', async () => {
      const pages = [1, 2, 3, 4].map((page) => history(user, { page, limit: 4 }))
      const all = (await Promise.all(pages)).flatMap(({ items }) => items)
      expect(new Set(all.map(({ id }) => id)).size).toBe(13)
      const times = all.map(({ created_at: at }) => at)
      expect(times).toEqual(times.toSorted().toReversed())
      expect(await history(user, { page: 4, limit: 4 })).toMatchObject({ page: 4, limit: 4, total: 13 })
      expect((await history(user, { page: 5, limit: 4 })).items).toEqual([])
      expect(await history(user)).toMatchObject({ page: 1, limit: 50 })
    })

    it('can be of one status', async () => {
      const { items, total } = await history(user, { status: 'invalid' })
      expect(total).toBe(5)
      expect(emailsOf(items)).toEqual(['bad_4', 'bad_3', 'bad_2', 'bad_1', 'bad_0'])
      expect((await history(user, { status: 'suspicious' })).items).toEqual([])
    })

    it('is searched by a part of the address, in any case', async () => {
      const of = async (q: string) => emailsOf((await history(user, { q })).items)
      expect(await of('GOOD3')).toEqual(['good3'])
      expect(await of('ärger')).toEqual(['ÄRGER!'])
      expect(await of(`D_3@${domain}`)).toEqual(['bad_3'])
      expect((await history(user, { q: '_3', status: 'valid' })).total).toBe(0)
    })

    it('takes no character of a search for a wildcard', async () => {
      const of = async (q: string) => emailsOf((await history(user, { q })).items)
      expect(await of('100%')).toEqual(['100%sure'])
      expect(await of('%')).toEqual(['100%sure'])
      expect((await of('_')).length).toBe(5)
      expect(await of('!')).toEqual(['ÄRGER!'])
      expect(await of('\\')).toEqual(['a\\b'])
      expect(await of("' or 1=1 --")).toEqual([])
    })

    it('refuses what is no status, search or page', async () => {
      for (const query of [{ status: 'good' }, { q: 'x'.repeat(321) }, { page: '0' }, { limit: '201' }]) {
        const { code } = await api.call('email.history', { bearer: user.bearer, query: query as never })
        expect(code).toBe('validation_failed')
      }
    })
  })

  describe('the budget of a month', () => {
    const used = async (user: TestUser, reserved: number, month = '2026-11') =>
      api.core.database.queries
        .insertInto('verification_months')
        .values({ user_id: user.id, month, reserved, verified: 0 })
        .execute()

    it.each([
      ['pro', 100_000],
      ['enterprise', 1_000_000],
    ] as const)('of the plan %s is %d, and says how much is left of it', async (plan: PlanId, limit) => {
      const user = await api.user({ plan })
      await used(user, limit - 12)
      const refused = await verify(list(13, fresh()), user)
      expect([refused.status, refused.code]).toEqual([429, 'monthly_limit_reached'])
      expect(refused.text).toContain(
        `has ${limit.toLocaleString('en-US')} verifications a month, of which 12 are left.`,
      )
      const seconds = (Date.parse('2026-12-01T00:00:00Z') - clock.now()) / 1000
      expect(refused.headers.get('retry-after')).toBe(String(Math.ceil(seconds)))
      expect(prober.asked).toEqual([])
      expect((await verify(list(12, fresh()), user)).status).toBe(200)
      expect((await verify(list(1, fresh()), user)).text).toContain('of which none is left.')
      expect((await verify(list(1, fresh()), user, NDJSON)).code).toBe('monthly_limit_reached')
    })

    it('does not exist on the free plan', async () => {
      const user = await api.user()
      await used(user, 5_000_000)
      expect((await verify(list(10, fresh()), user)).status).toBe(200)
    })

    it('gives exactly what is left to 200 runs at once', async () => {
      const user = await api.user({ plan: 'enterprise' })
      await used(user, 1_000_000 - 130)
      const budget = createBudget({ database: api.core.database, clock, newId })
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, () => budget.reserve({ id: user.id, plan: 'enterprise' }, 3)),
      )
      expect(outcomes.filter(({ granted }) => granted)).toHaveLength(43)
      expect((await monthOf(user))?.reserved).toBe(1_000_000 - 1)
    })
  })

  it('stores and counts every result of many runs at once, in two processes, also those of the same addresses', async () => {
    const other = await startApi({ databaseUrl: open.url(), clock, prober })
    const domain = fresh()
    const runs = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const at = index % 2 === 0 ? api : other
        return { at, user: await at.user({ plan: 'pro' }) }
      }),
    )
    answer = (email) => (email.startsWith('user1') ? putOff(email) : found(email))
    const answers = await Promise.all(
      runs.map(({ at, user }) => at.call('email.verify', { bearer: user.bearer, body: { emails: list(30, domain) } })),
    )
    expect(answers.map(({ status, body }) => [status, body.data.results.length])).toEqual(runs.map(() => [200, 30]))
    for (const { user } of runs) {
      expect(await monthOf(user)).toMatchObject({ reserved: 30, verified: 30 })
      const jobs = api.core.database.queries.selectFrom('verification_jobs').select('id').where('user_id', '=', user.id)
      expect(await jobs.execute()).toHaveLength(11)
    }
    await other.stop()
  })

  it('lets four runs of a user, or of an address, go on at one time', async () => {
    const { bearer } = await api.user()
    for (const who of [{ bearer }, {}]) {
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      answer = async (email) => {
        await released
        return found(email)
      }
      const running = Array.from({ length: 4 }, () => verify(list(1, fresh()), who))
      await expect.poll(() => prober.running).toBe(4)
      const fifth = await verify(list(1, fresh()), who)
      expect([fifth.code, fifth.headers.get('retry-after')]).toEqual(['rate_limited', '1'])
      release()
      expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await verify(list(1, fresh()), who)).status).toBe(200)
    }
  })

  it('limits the runs of a user, whatever their address', async () => {
    const limited = await startApi({ databaseUrl: open.url(), clock, prober, env: { TURN_OFF_RATE_LIMITS: '0' } })
    const { bearer } = await limited.user()
    const email = `ana@${fresh()}`
    const codes: (string | undefined)[] = []
    for (let run = 0; run < 31; run += 1)
      codes.push((await limited.call('email.verify', { bearer, body: { emails: [email] } })).code)
    expect(codes.filter((code) => code === undefined)).toHaveLength(30)
    expect(codes.at(-1)).toBe('rate_limited')
    await limited.stop()
  })
})

describeOnEveryEngine('verifying where nothing is configured', (open) => {
  it('makes results up, and each says so: in the answer, the stream, the history and the export', async () => {
    await open()
    const api = await startApi({ databaseUrl: open.url() })
    const { bearer } = await api.user()
    const emails = list(10, 'shop.example')
    const { results } = (await api.call('email.verify', { body: { emails }, bearer })).body.data
    expect(results).toHaveLength(10)
    expect(results.every(({ simulated }) => simulated)).toBe(true)
    const { text } = await api.call('email.verify', { body: { emails }, bearer, headers: NDJSON })
    expect(text.match(/"simulated":true/g)).toHaveLength(10)
    const { items } = (await api.call('email.history', { bearer })).body.data
    const { verifications } = (await api.call('account.export', { bearer })).body
    expect(items.length).toBe(20)
    expect([...items, ...verifications].every(({ simulated }) => simulated)).toBe(true)
    expect(await api.core.database.queries.selectFrom('verification_cache').selectAll().execute()).toEqual([])
    await api.stop()
  })
})
