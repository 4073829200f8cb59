import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SpawnedApi, spawnApi } from '../support/spawn-api.ts'
import { GOOD } from './support/shop.ts'

let folder = ''
const started: SpawnedApi[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netbox-double-'))
})
afterAll(async () => {
  for (const { process: child } of started)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const start = async (): Promise<SpawnedApi & { readonly double: string }> => {
  const api = await spawnApi({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }, 'stripe-double/serve.ts')
  started.push(api)
  let double: string | undefined
  while (double === undefined) {
    double = /a fake provider at (http:\S+):/.exec(`${api.output()} `)?.[1]
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { ...api, double }
}

const post = (url: string, body: object, bearer?: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  })

const submit = (url: string, form: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

const tierOf = async ({ url }: SpawnedApi, bearer: string): Promise<unknown> => {
  const answer = await fetch(`${url}/api/subscription/status`, { headers: { authorization: `Bearer ${bearer}` } })
  return ((await answer.json()) as { data: { subscription_tier: unknown } }).data.subscription_tier
}

const until = async (read: () => Promise<unknown>, wanted: unknown): Promise<void> => {
  while ((await read()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 20))
}

const isThere = async (url: string): Promise<boolean> => {
  try {
    await fetch(url)
    return true
  } catch {
    return false
  }
}

it('sells a plan with one command, keeps it across a restart, and ends with the service, however that ends', async () => {
  const first = await start()
  const { token } = (await (
    await post(`${first.url}/api/auth/register`, { email: 'ana@mail.example', password: 'correct horse' })
  ).json()) as {
    token: string
  }
  const { plans } = (await (await fetch(`${first.url}/api/plans`)).json()) as {
    plans: { price_ids: { monthly: string } }[]
  }
  const order = { priceId: plans[1]?.price_ids.monthly, planName: 'Pro' }
  const { url } = (await (await post(`${first.url}/api/subscription/create-checkout`, order, token)).json()) as {
    url: string
  }
  const page = await (await fetch(url)).text()
  expect(page).toContain('This is a fake payment provider')
  expect(page).toContain('netbox Pro')
  expect((await submit(url, { number: GOOD })).status).toBe(303)
  await until(() => tierOf(first, token), 'pro')
  await first.end('SIGKILL')
  while (await isThere(first.double)) await new Promise((resolve) => setTimeout(resolve, 20))

  const second = await start()
  const signIn = { email: 'ana@mail.example', password: 'correct horse' }
  const again = (await (await post(`${second.url}/api/auth/login`, signIn)).json()) as { token: string }
  expect(await tierOf(second, again.token)).toBe('pro')
  const portal = (await (await post(`${second.url}/api/subscription/customer-portal`, {}, again.token)).json()) as {
    url: string
  }
  const subscription = /name="subscription"\s+value="(\w+)"/.exec(await (await fetch(portal.url)).text())?.[1] ?? ''
  expect((await submit(portal.url, { action: 'cancel', subscription })).status).toBe(303)
  expect((await submit(second.double, { advance: String(31 * 24 * 60 * 60) })).status).toBe(303)
  await until(() => tierOf(second, again.token), null)
  await second.end('SIGTERM')
  while (await isThere(second.double)) await new Promise((resolve) => setTimeout(resolve, 20))
})
