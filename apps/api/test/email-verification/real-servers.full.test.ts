import {
  type LoopbackDns,
  type ScriptedSmtpServer,
  type SeenCommand,
  startDns,
  startSmtpServer,
} from '../support/verifier-servers.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import { startApi, type TestApi, type TestUser } from '../support/start-api.ts'

const MINUTE = 60_000
const at = (name: string, ...addresses: string[]) => ({
  [name]: { mx: [[10, `mx.${name}`]] as const },
  [`mx.${name}`]: { a: addresses },
})

describeOnEveryEngine('real mail servers', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const apis: TestApi[] = []
  const accepted = '250 2.1.5 Ok'
  const nobody = '550 5.1.1 No such user here'
  const onlyPeople = ({ path }: Pick<SeenCommand, 'path'>): string =>
    /^(?:user\d+|ana)@/.test(path) ? accepted : nobody
  let rcpt: (command: SeenCommand) => string = onlyPeople
  let most = 0
  let mail: ScriptedSmtpServer
  let names: LoopbackDns

  beforeAll(async () => {
    await open()
    mail = await startSmtpServer({
      rcpt: (command) => {
        most = Math.max(most, mail.connections.filter((connection) => connection.open).length)
        return rcpt(command)
      },
    })
    names = await startDns({
      ...at('shop.test', '127.0.0.1'),
      ...at('grey.test', '127.0.0.1'),
      ...at('many.test', '127.0.0.1'),
      ...at('inside.test', '127.0.0.1'),
      ...at('mixed.test', '93.184.216.34', '127.0.0.1'),
      ...at('private.test', '10.0.0.1'),
      ...at('metadata.test', '169.254.169.254'),
      // No server listens there.
      ...at('silent1.test', '127.0.0.2'),
      ...at('silent2.test', '127.0.0.3'),
      ...at('silent3.test', '127.0.0.4'),
    })
  })
  afterEach(async () => {
    rcpt = onlyPeople
    await Promise.all(apis.splice(0).map((api) => api.stop()))
  })
  afterAll(async () => {
    await mail.close()
    await names.close()
  })

  const start = async (env: Readonly<Record<string, string>> = { VERIFIER_ALLOW_LOOPBACK: '1' }): Promise<TestApi> => {
    const settings = {
      VERIFIER_HELO: 'verify.netbox.test',
      VERIFIER_MAIL_FROM: 'bounces@netbox.test',
      VERIFIER_DNS: names.server,
      VERIFIER_PORT: String(mail.port),
      ...env,
    }
    const api = await startApi({ databaseUrl: open.url(), clock, env: settings })
    apis.push(api)
    return api
  }
  const verify = async (api: TestApi, emails: readonly string[], user?: TestUser) =>
    (await api.call('email.verify', { body: { emails }, ...(user === undefined ? {} : { bearer: user.bearer }) })).body
      .data
  const rowsOf = ({ core }: TestApi, { id }: TestUser) =>
    core.database.queries.selectFrom('verifications').selectAll().where('user_id', '=', id).execute()

  it('receive our name and the address first, and never a message', async () => {
    const api = await start()
    const user = await api.user()
    const { results } = await verify(api, ['ana@shop.test', 'ben@shop.test', 'not an address'], user)
    const of = (email: string) => results.find((result) => result.email === email)
    expect(of('ana@shop.test')).toMatchObject({
      status: 'valid',
      reason: 'mailbox_exists',
      smtp_server: 'mx.shop.test',
    })
    expect(of('ben@shop.test')).toMatchObject({ status: 'invalid', smtp_response_code: 550, simulated: false })
    expect(of('not an address')).toMatchObject({ status: 'invalid', reason: 'bad_syntax' })
    expect(await rowsOf(api, user)).toHaveLength(3)
    expect(mail.commands).toContain('EHLO verify.netbox.test')
    expect(mail.commands).toContain('MAIL FROM:<bounces@netbox.test>')
    const verbs = new Set(mail.commands.map((command) => command.split(' ')[0]))
    for (const verb of verbs) expect(['EHLO', 'MAIL', 'RCPT', 'RSET', 'QUIT']).toContain(verb)
  })

  it('that deferred an address are contacted again by another process after a restart', async () => {
    const first = await start()
    const user = await first.user()
    rcpt = ({ path, timesSeen }) =>
      path.startsWith('ana@') && timesSeen === 1 ? '451 4.7.1 Greylisted, try again in 5 minutes' : onlyPeople({ path })
    const { results } = await verify(first, ['ana@grey.test'], user)
    expect(results).toMatchObject([{ status: 'unconfirmed', reason: 'greylisted', retry_after: 300 }])
    await Promise.all(apis.splice(0).map((api) => api.stop()))
    clock.advance(5 * MINUTE)
    const second = await start()
    await expect
      .poll(() => rowsOf(second, user), { timeout: 20_000 })
      .toMatchObject([{ status: 'valid', verification_attempts: 2, retry_after: null }])
    expect(mail.commands.filter((command) => command.includes('<ana@grey.test>'))).toHaveLength(2)
  })

  it('get at most two connections from all processes together, and each address once', async () => {
    const [one, other] = [await start(), await start()]
    const [ana, ben] = [await one.user({ plan: 'pro' }), await other.user({ plan: 'pro' })]
    const list = (from: number) => Array.from({ length: 20 }, (_, index) => `user${from + index}@many.test`)
    await mail.quiet()
    clock.advance(2 * MINUTE)
    most = 0
    const found = await Promise.all([verify(one, list(0), ana), verify(other, list(20), ben)])
    expect(found.flatMap(({ results }) => results).map(({ status }) => status)).toEqual(Array(40).fill('valid'))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2)
    const asked = mail.commands.filter((command) => /RCPT TO:<user\d+@many\.test>/.test(command))
    expect(asked).toHaveLength(40)
    expect(new Set(asked).size).toBe(40)
  })

  it('on internal addresses are never contacted, whatever the names say', async () => {
    const api = await start({})
    await mail.quiet()
    const before = mail.connections.length
    const { results } = await verify(
      api,
      ['inside.test', 'mixed.test', 'private.test', 'metadata.test'].map((domain) => `ana@${domain}`),
    )
    expect(results).toHaveLength(4)
    expect(results.map(({ reason, status }) => [reason, status])).toEqual(
      results.map(() => ['forbidden_address', 'unreachable']),
    )
    expect(mail.connections).toHaveLength(before)
  })

  it('that are all unreachable make the response say that the cause may be our network', async () => {
    const api = await start()
    const silent = (count: number) => Array.from({ length: count }, (_, index) => `ana@silent${index + 1}.test`)
    const { results, notice } = await verify(api, silent(3))
    expect(results.map(({ reason }) => reason)).toEqual(['no_connect', 'no_connect', 'no_connect'])
    expect(notice).toMatchObject({ code: 'port_25_blocked' })
    expect((await verify(api, silent(2))).notice).toBeNull()
  })
})
