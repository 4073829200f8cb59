import { request } from 'node:http'
import { expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { found, type ProbeOptions, putOff } from '../support/fake-verifier.ts'
import { freshDomain, list, NDJSON, startVerifying } from './support/start-verifying.ts'

describeOnEveryEngine('stored results', (open) => {
  const verifying = startVerifying(open)
  const { clock, verifier, verify, history, monthOf } = verifying

  it('is in the history, field by field as it was sent', async () => {
    const user = await verifying.api.user()
    verifying.answer = (email) => found(email, { provider: 'Google Workspace', role: true, confidence: 94.6 })
    const [sent] = (await verify([`Info@${freshDomain()}`], user)).body.data.results
    const { items, total } = await history(user)
    expect(total).toBe(1)
    expect(items[0]).toEqual({
      ...sent,
      id: items[0]?.id,
      created_at: new Date(clock.now()).toISOString(),
      next_try_at: null,
    })
    expect(sent).toMatchObject({ provider: 'Google Workspace', role: true, confidence: 95, simulated: false })
  })

  it('names a next try only to users with a history, because no other address is retried', async () => {
    const domain = freshDomain()
    verifying.answer = (email) => putOff(email)
    const waitOf = async (user?: Awaited<ReturnType<typeof verifying.api.user>>) =>
      (await verify([`ana@${domain}`], user)).body.data.results.map(({ reason, retry_after }) => [reason, retry_after])
    expect(await waitOf()).toEqual([['greylisted', null]])
    expect(await waitOf(await verifying.api.user())).toEqual([['greylisted', 360]])
  })

  it('is stored before it is sent', async () => {
    const user = await verifying.api.user()
    const { queries } = verifying.api.core.database
    const domain = freshDomain()
    const stored: number[] = []
    const seen = await new Promise<number>((resolve, reject) => {
      const body = JSON.stringify({ emails: list(9, domain) })
      const headers = { ...NDJSON, authorization: `Bearer ${user.bearer}`, 'content-type': 'application/json' }
      const asking = request(`${verifying.api.url}/api/email/verify`, { method: 'POST', headers }, (response) => {
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

  it('is not lost when the connection breaks, and no further address is checked', async () => {
    const user = await verifying.api.user({ plan: 'pro' })
    const domain = freshDomain()
    const never = new Promise<never>(() => undefined)
    let isGone = false
    verifying.answer = (email, { signal }: ProbeOptions) => {
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
    const response = await verifying.api.fetch('/api/email/verify', {
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
    await expect.poll(() => verifier.running).toBe(0)
    const asked = verifier.asked.length
    expect(asked).toBeLessThan(100)
    expect((await history(user)).total).toBe(20)
    // Unused addresses are returned to the month's limit.
    await expect.poll(async () => (await monthOf(user))?.reserved).toBe(20)
    expect(verifier.asked).toHaveLength(asked)
  })

  it('belongs only to the user who requested it', async () => {
    const [ana, ben] = [await verifying.api.user(), await verifying.api.user()]
    const domain = freshDomain()
    await verify([`a@${domain}`], ana)
    await verify([`b@${domain}`], ben)
    await verify([`c@${domain}`])
    expect((await history(ana)).items.map(({ email }) => email)).toEqual([`a@${domain}`])
    expect((await history(ben, { q: domain })).items.map(({ email }) => email)).toEqual([`b@${domain}`])
    expect((await history(ben, { status: 'valid' })).total).toBe(1)
    expect((await verifying.api.call('email.history')).code).toBe('unauthorized')
  })

  it('is counted in that user’s statistics', async () => {
    const user = await verifying.api.user()
    await verify(list(3, freshDomain()), user)
    const { data } = (await verifying.api.call('stats.get', { bearer: user.bearer })).body
    expect(data.emails_verified).toBe(3)
    const { items } = (await verifying.api.call('activity.list', { bearer: user.bearer })).body.data
    expect(items).toMatchObject([{ kind: 'verification', title: '3 addresses', batch: { addresses: 3 } }])
    const today = (await verifying.api.call('stats.today', { bearer: user.bearer })).body.data
    expect(today.verifications).toMatchObject([{ addresses: 3 }])
    expect(data.emails_by_day.at(-1)).toBe(3)
    const exported = (await verifying.api.call('account.export', { bearer: user.bearer })).body
    expect(exported.verifications).toHaveLength(3)
    expect(exported.verification_months).toEqual([{ month: '2026-11', verified: 3 }])
  })

  it('is deleted with the account', async () => {
    const user = await verifying.api.user()
    verifying.answer = (email) => putOff(email)
    await verify(list(3, freshDomain()), user)
    const { bearer, password } = user
    expect((await verifying.api.call('account.delete', { bearer, body: { password } })).status).toBe(200)
    const { queries } = verifying.api.core.database
    for (const table of ['verifications', 'verification_jobs', 'verification_months', 'verification_runs'] as const)
      expect(await queries.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual([])
  })
})
