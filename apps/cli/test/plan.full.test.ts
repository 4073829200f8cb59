import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Home, makeHome, netbox, removeHome, stayInOneDay, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

const DAY = 86_400_000
const PAID = ['dns-diagnostic', 'mail.example', '--no-delay', '--json', '--seed', 'k3f9']

const service = sharedService()
type Plan = 'free' | 'pro' | 'enterprise'

const signIn = async (email: string, plan: Plan): Promise<{ home: Home; token: string }> => {
  const token = await service.register(email, plan)
  const home = withService(makeHome(), service.url)
  await netbox(home, ['login', '--with-token'], { input: token })
  return { home, token }
}

// One account for each plan, signed in once, for all tests that change neither the account nor its session.
const people: Record<Plan, string> = {
  free: 'bob@plans.example',
  pro: 'ana@plans.example',
  enterprise: 'eve@plans.example',
}
const templates = new Map<Plan, { home: Home; token: string }>()
beforeAll(async () => {
  const signed = (['free', 'pro', 'enterprise'] as const).map(
    async (plan) => [plan, await signIn(people[plan], plan)] as const,
  )
  for (const [plan, template] of await Promise.all(signed)) templates.set(plan, template)
})
afterAll(() => {
  for (const { home } of templates.values()) removeHome(home)
})

const templateOf = (plan: Plan): { home: Home; token: string } => {
  const found = templates.get(plan)
  if (found === undefined) throw new Error(`Nobody has the plan ${plan}.`)
  return found
}

const planFileOf = ({ state }: Home): string => {
  const folder = join(state, 'account')
  return join(folder, readdirSync(folder).find((name) => name.startsWith('plan')) ?? 'plan.json')
}

/** Changes the stored plan, as if time had passed. */
const keep = (home: Home, change: Readonly<Record<string, unknown>>): void => {
  const path = planFileOf(home)
  const kept = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...kept, ...change }))
}

/** Returns a home that is signed in to the account of a plan. Changes to the home stay local. */
const signedIn = (plan: Plan = 'free'): Home => {
  const home = withService(useHome(), service.url)
  cpSync(templateOf(plan).home.state, home.state, { recursive: true })
  chmodSync(join(home.state, 'account'), 0o700)
  return home
}

/** Returns a signed-in home with its own account, which a test may change. */
const signedInApart = async (email: string, plan: Plan): Promise<Home> => {
  const { home } = await signIn(email, plan)
  onTestFinished(() => removeHome(home))
  return home
}

/** Returns the home without a service: changes its service to an address where no server listens. */
const offline = (home: Home): Home => {
  const url = 'http://127.0.0.1:2'
  const folder = join(home.state, 'account')
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(service.url, url))
  }
  return withService(home, url)
}

it('gives runs the rights of the plan, and counts them against its limits', async () => {
  const home = signedIn('pro')
  const { code, stdout, stderr } = await netbox(home, PAID)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ usage: { dailyUsed: 1, dailyLimit: 250, remaining: 249 } })
  expect((await netbox(home, ['limits'])).stdout).toMatch(/^Plan Pro\. Resets at /)
})

it('grants its rights to no other token or session', async () => {
  const home = signedIn()
  const { code, stderr } = await netbox(home, PAID)
  expect(code).toBe(3)
  expect(stderr).toBe(
    "Upgrade required: This tool requires a Pro or Enterprise plan.\nIf your plan includes it, sign in: 'netbox login'. 'netbox upgrade' shows the plans.\n",
  )
})

it('is fetched again before a refusal, because the user may have just bought it', async () => {
  const home = await signedInApart('cat@plans.example', 'free')
  await service.setPlan('cat@plans.example', 'pro')
  keep(home, { checked: Date.now() - 61_000 })
  expect((await netbox(home, PAID)).code).toBe(0)
})

it('stays valid without the service for seven days, and grants nothing afterwards', async () => {
  const home = offline(signedIn('pro'))
  keep(home, { checked: Date.now() - 6.9 * DAY })
  expect(await netbox(home, PAID)).toMatchObject({ code: 0, stderr: '' })
  keep(home, { checked: Date.now() - 7 * DAY, tried: 0 })
  const { code, stderr } = await netbox(home, PAID)
  expect(code).toBe(3)
  expect(stderr).toMatch(
    /^Your plan was last known on \d{4}-\d\d-\d\d: the free plan applies until the service can be reached\. To try now: netbox whoami\nUpgrade required/,
  )
  // Tools that need no sign-in still run.
  expect((await netbox(home, ['mx-record', 'mail.example', '--no-delay', '--json', '--quiet'])).code).toBe(0)
})

it('ends with the subscription, however new the cached plan is', async () => {
  const home = offline(signedIn('enterprise'))
  keep(home, { until: Date.now() - 1 })
  expect((await netbox(home, PAID)).code).toBe(3)
})

it('is invalid after the clock was set back', async () => {
  const home = offline(signedIn('pro'))
  keep(home, { checked: Date.now() + DAY, until: Date.now() + 30 * DAY })
  expect((await netbox(home, PAID)).code).toBe(3)
})

it('sends no request to a service that did not respond', async () => {
  const home = offline(signedIn('pro'))
  keep(home, { checked: Date.now() - 2 * DAY })
  const before = Date.now()
  await netbox(home, PAID)
  const first = JSON.parse(readFileSync(planFileOf(home), 'utf8')) as { tried: number }
  await netbox(home, PAID)
  expect(JSON.parse(readFileSync(planFileOf(home), 'utf8'))).toEqual(first)
  expect(first.tried).toBeGreaterThanOrEqual(before)
})

it('of one service does not apply to another', async () => {
  const home = signedIn('pro')
  expect((await netbox(home, PAID, { env: { NETBOX_API_URL: 'http://127.0.0.1:2' } })).code).toBe(3)
})

it('also comes with the token in NETBOX_TOKEN, and its file does not reveal the token', async () => {
  const token = await service.apiToken(templateOf('enterprise').token)
  const home = withService(useHome(), service.url)
  const { code, stdout } = await netbox(home, PAID, { env: { NETBOX_TOKEN: token } })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ usage: { dailyLimit: -1 } })
  expect(planFileOf(home)).not.toContain(token)
  expect(readFileSync(planFileOf(home), 'utf8')).not.toContain(token)
  expect((await netbox(home, PAID)).code).toBe(3)
})

it('ends with the session, and is reported once', async () => {
  const home = await signedInApart('jan@plans.example', 'pro')
  const session = join(home.state, 'account', 'session.json')
  const { session: text } = JSON.parse(readFileSync(session, 'utf8')) as { session: string }
  const { token } = JSON.parse(text) as { token: string }
  await service.call('POST', '/auth/logout', { token })
  keep(home, { checked: Date.now() - 2 * DAY })
  const { code, stderr } = await netbox(home, ['mx-record', 'mail.example', '--no-delay', '--json'])
  expect(stderr).toBe(
    `${service.url} does not accept the stored token. It may be revoked, expired or from another service. The free plan applies.\n`,
  )
  expect(code).toBe(0)
  expect((await netbox(home, ['mx-record', 'mail.example', '--no-delay', '--json'])).stderr).toBe('')
})

it('shows the usage at the service on request', async () => {
  await stayInOneDay()
  const home = signedIn()
  const { token } = templateOf('free')
  await service.call('POST', '/tools/mx-record/run', { token, body: { input: 'mail.example' } })
  const { stdout, code } = await netbox(home, ['limits', '--remote', '--json'])
  expect(code).toBe(0)
  const {
    plan,
    service: where,
    tools,
  } = JSON.parse(stdout) as {
    plan: string
    service: string
    tools: readonly { tool: string; dailyUsed: number }[]
  }
  expect({ plan, where }).toEqual({ plan: 'free', where: service.url })
  expect(tools.find(({ tool }) => tool === 'mx-record')).toMatchObject({ dailyUsed: 1, dailyLimit: 100, remaining: 99 })
  expect((await netbox(home, ['limits', '--remote'])).stdout).toMatch(new RegExp(`^Plan Free at ${service.url}\\. `))
  // Local runs are counted locally.
  expect((await netbox(home, ['limits'])).stdout).toMatch(/mx-record +0 +100 +100/)
})

const USER = { id: 'u', email: 'a@server.example', plan: 'pro', is_admin: false }
it.each([
  ['no user', {}],
  ['a user without an address', { user: { ...USER, email: [] } }],
  ['no usage', { user: USER, plan: 'pro' }, ['whoami', 'mx-record']],
  ['a usage of nothing', { user: USER, plan: 'pro', usage: [null] }, ['whoami', 'mx-record']],
  ['an unknown plan', { user: USER, plan: 'gold', usage: [] }, ['whoami', 'mx-record']],
])('is not read from a server that answers with %s', async (_what, body, works: readonly string[] = ['mx-record']) => {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // The cast is safe: a server that listens on TCP has an address of this type.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { NETBOX_TOKEN: 'nbx_of-another-service' }
  const commands = [['mx-record', 'mail.example', '--no-delay', '--json'], ['whoami'], ['limits', '--remote']]
  for (const args of commands) {
    const { code, stderr } = await netbox(withService(useHome(), url), args, { env })
    const isFine = works.includes(args[0] ?? '')
    expect({ args, code, stderr }).toEqual({
      args,
      code: isFine ? 0 : 7,
      stderr: expect.stringMatching(
        isFine ? /^(Your plan is not known.*\n)?$/ : `^The server at ${url} is not a netbox service`,
      ),
    })
  }
})
