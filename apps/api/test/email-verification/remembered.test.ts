import { expect, it } from 'vitest'
import { describeOnSqlite } from '../support/database.ts'
import { found } from '../support/fake-verifier.ts'
import { freshDomain, startVerifying } from './support/start-verifying.ts'

const DAY = 24 * 60 * 60_000

describeOnSqlite('a definite result', (open) => {
  const verifying = startVerifying(open)
  const { clock, verifier, verify, history } = verifying

  it('is reused for a day for every user, and appears in their history too', async () => {
    const email = `ana@${freshDomain()}`
    const first = (await verify([email], await verifying.api.user())).body.data.results
    clock.advance(DAY - 1)
    const ben = await verifying.api.user()
    expect((await verify([email], ben)).body.data.results).toEqual(first)
    expect((await verify([email.replace('.example', '.EXAMPLE')])).body.data.results[0]?.status).toBe('valid')
    expect(verifier.asked).toEqual([email])
    expect((await history(ben)).total).toBe(1)
    clock.advance(1)
    await verify([email])
    expect(verifier.asked).toEqual([email, email])
  })

  it('is different for a local part in another case', async () => {
    const domain = freshDomain()
    await verify([`ana@${domain}`])
    await verify([`Ana@${domain}`])
    expect(verifier.asked).toEqual([`ana@${domain}`, `Ana@${domain}`])
  })

  it('is not reused if it may change or was simulated', async () => {
    for (const more of [
      { status: 'unconfirmed', reason: 'cannot_tell' },
      { status: 'unreachable', reason: 'no_connect', smtp_response_code: null },
      { status: 'valid', simulated: true },
      { status: 'valid', retry_after: 60 },
    ] as const) {
      const email = `ana@${freshDomain()}`
      verifying.answer = (address) => found(address, more)
      verifier.asked.length = 0
      await verify([email])
      await verify([email])
      expect(verifier.asked).toEqual([email, email])
    }
  })

  it('is cached without the address in plain text', async () => {
    const domain = freshDomain()
    const said = `5.1.1 <secretive$&@${domain}>: not here (Secretive$&@${domain})`
    verifying.answer = (email) => found(email, { status: 'invalid', reason: 'no_mailbox', smtp_response_message: said })
    await verify([`secretive$&@${domain}`])
    const again = (await verify([`secretive$&@${domain}`])).body.data.results
    expect(again).toMatchObject([{ smtp_response_message: said.replace('Secretive', 'secretive') }])
    expect(verifier.asked).toHaveLength(1)
    const rows = await verifying.api.core.database.queries.selectFrom('verification_cache').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('secretive')
    expect(JSON.stringify(rows)).not.toContain(domain)
  })
})
