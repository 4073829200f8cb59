import { verification } from '@netbox/contract'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { describeOnSqlite } from '../support/database.ts'
import { found, putOff } from '../support/fake-verifier.ts'
import { startApi } from '../support/start-api.ts'
import { freshDomain, list, NDJSON, startVerifying } from './support/start-verifying.ts'

describeOnSqlite('verifying addresses over HTTP', (open) => {
  const verifying = startVerifying(open)
  const { clock, verifier, verify, monthOf } = verifying
  const linesOf = (text: string): v.InferOutput<typeof verification>[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => v.parse(verification, JSON.parse(line)))

  it('returns a result for each distinct address to any caller', async () => {
    const domain = freshDomain()
    const { status, body } = await verify([`a@${domain}`, `b@${domain}`, `a@${domain}`, ` b@${domain} `])
    expect(status).toBe(200)
    expect(body.data.results.map(({ email }) => email).toSorted()).toEqual([`a@${domain}`, `b@${domain}`])
    expect(body.data.notice).toBeNull()
    expect(verifier.asked).toHaveLength(2)
  })

  it('streams each result as soon as it is known, in the shape of the contract', async () => {
    const { text, headers } = await verify(list(5, freshDomain()), await verifying.api.user(), NDJSON)
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(linesOf(text)).toHaveLength(5)
  })

  it('accepts at most ten addresses without a paid plan, and more with one', async () => {
    const [free, pro] = [await verifying.api.user(), await verifying.api.user({ plan: 'pro' })]
    expect((await verify(list(11))).code).toBe('limit_exceeded')
    expect((await verify(list(11), free)).code).toBe('limit_exceeded')
    expect((await verify(list(11, freshDomain()), pro)).status).toBe(200)
    expect((await verify([])).code).toBe('no_emails')
    expect((await verify(['x'.repeat(1025)])).code).toBe('validation_failed')
    expect((await verifying.api.call('email.verify', { body: { emails: 'a@b.example' } })).code).toBe(
      'validation_failed',
    )
    expect((await verify(list(10_001), pro)).code).toBe('validation_failed')
  })

  it.each(['', '   ', '\u200b\ufeff'])('ignores a blank entry (%j), and refuses a list of them', async (blank) => {
    const user = await verifying.api.user({ plan: 'pro' })
    expect((await verify([blank, blank], user)).code).toBe('no_emails')
    expect(await monthOf(user)).toBeUndefined()
    const email = `a@${freshDomain()}`
    const { text } = await verify([email, blank], user)
    expect(JSON.parse(text)).toMatchObject({ data: { results: [{ email }] } })
    expect(JSON.parse(text).data.results).toHaveLength(1)
  })

  it('is refused to an admin who is viewing as the user, and uses up nothing', async () => {
    const admin = await verifying.api.user({ isAdmin: true })
    const user = await verifying.api.user({ plan: 'pro' })
    const view = await verifying.api.call('admin.viewAs', { bearer: admin.bearer, params: { id: user.id } })
    expect((await verify(list(2), { bearer: view.body.token })).code).toBe('read_only')
    expect(await monthOf(user)).toBeUndefined()
  })

  it('needs the scope with an API token', async () => {
    const { bearer } = await verifying.api.user({ plan: 'enterprise' })
    const make = async (scopes: string[]) =>
      (await verifying.api.call('tokens.create', { bearer, body: { name: 'CI', scopes } })).body.token
    expect((await verify(list(1), { bearer: await make(['tools:run']) })).code).toBe('scope_missing')
    expect((await verify(list(1, freshDomain()), { bearer: await make(['email:verify']) })).status).toBe(200)
    expect((await verify(list(1), { bearer: 'x' })).code).toBe('unauthorized')
  })

  it('is off when the service is switched off', async () => {
    const admin = await verifying.api.user({ isAdmin: true })
    const { services, email_verification: before } = (await verifying.api.call('services.list')).body
    expect(['real', 'simulated']).toContain(before)
    const params = { id: services.find(({ service_name }) => service_name === 'email_verification')?.id ?? '' }
    const put = (is_enabled: boolean) =>
      verifying.api.call('admin.updateService', { bearer: admin.bearer, params, body: { is_enabled } })
    await put(false)
    clock.advance(1000)
    expect((await verifying.api.call('services.list')).body.email_verification).toBe('off')
    expect((await verify(list(1))).code).toBe('service_off')
    await put(true)
    clock.advance(1000)
    expect((await verify(list(1, freshDomain()))).status).toBe(200)
  })

  it('reports its failure, but not the reason, when the verifier fails', async () => {
    verifying.answer = () => {
      throw new Error('secret@inside.example')
    }
    const failed = await verify(list(1, freshDomain()))
    expect(failed.code).toBe('internal_error')
    expect(failed.text).not.toContain('inside')
  })

  it('shows nothing of an address in the log or the metrics', async () => {
    const domain = freshDomain()
    verifying.answer = (email) => {
      if (email.startsWith('broken')) throw new Error(`550 no such user ${email}`)
      return found(email)
    }
    await verify([`canary@${domain}`], await verifying.api.user())
    const job = await verifying.api.user()
    verifying.answer = (email) => putOff(email)
    await verify([`later@${domain}`], job)
    expect(verifying.api.logged()).toContain('email.verify')
    expect(verifying.api.logged()).not.toContain(domain)
    const metrics = await verifying.api.metrics()
    expect(metrics).toMatch(/^netbox_email_results_total\{outcome="mailbox_exists"\} [1-9]/m)
    expect(metrics).toMatch(/^netbox_email_jobs_due \d+$/m)
    expect(metrics).not.toContain(domain)
  })

  it('stores and counts every result of many concurrent runs in two processes, even for the same addresses', async () => {
    const other = await startApi({ databaseUrl: open.url(), clock, verifier })
    const domain = freshDomain()
    const runs = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const at = index % 2 === 0 ? verifying.api : other
        return { at, user: await at.user({ plan: 'pro' }) }
      }),
    )
    verifying.answer = (email) => (email.startsWith('user1') ? putOff(email) : found(email))
    const answers = await Promise.all(
      runs.map(({ at, user }) => at.call('email.verify', { bearer: user.bearer, body: { emails: list(30, domain) } })),
    )
    expect(answers.map(({ status, body }) => [status, body.data.results.length])).toEqual(runs.map(() => [200, 30]))
    for (const { user } of runs) {
      expect(await monthOf(user)).toMatchObject({ reserved: 30, verified: 30 })
      const jobs = verifying.api.core.database.queries
        .selectFrom('verification_jobs')
        .select('id')
        .where('user_id', '=', user.id)
      expect(await jobs.execute()).toHaveLength(11)
    }
    await other.stop()
  })

  it('allows a user, or an address, four concurrent runs', async () => {
    const { bearer } = await verifying.api.user()
    for (const who of [{ bearer }, {}]) {
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      verifying.answer = async (email) => {
        await released
        return found(email)
      }
      const running = Array.from({ length: 4 }, () => verify(list(1, freshDomain()), who))
      await expect.poll(() => verifier.running).toBe(4)
      const fifth = await verify(list(1, freshDomain()), who)
      expect([fifth.code, fifth.headers.get('retry-after')]).toEqual(['rate_limited', '1'])
      release()
      expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await verify(list(1, freshDomain()), who)).status).toBe(200)
    }
  })

  it('limits the runs of a user, from any address', async () => {
    const limited = await startApi({ databaseUrl: open.url(), clock, verifier, env: { RATE_LIMITS: 'on' } })
    const { bearer } = await limited.user()
    const email = `ana@${freshDomain()}`
    const codes: (string | undefined)[] = []
    for (let run = 0; run < 31; run += 1)
      codes.push((await limited.call('email.verify', { bearer, body: { emails: [email] } })).code)
    expect(codes.filter((code) => code === undefined)).toHaveLength(30)
    expect(codes.at(-1)).toBe('rate_limited')
    await limited.stop()
  })
})

describeOnSqlite('verifying without a configuration', (open) => {
  it('simulates results, and marks each: in the response, the stream, the history and the export', async () => {
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
