import { findEndpoint } from '@netbox/contract'
import type { Context } from 'koa'
import { expect, it } from 'vitest'
import { createMetrics } from '../../metrics.ts'
import { type ConcurrencyState, createConcurrencyLimiter } from './limit-concurrency.ts'

const NEVER = new Promise<void>(() => undefined)

const context = () => ({ state: {}, body: undefined }) as unknown as Context & { state: ConcurrencyState }

it('limits webhooks separately, so that they take no slot from other requests', async () => {
  const limit = createConcurrencyLimiter(createMetrics())
  const webhook = limit(findEndpoint('subscription.webhook'))
  const other = limit(findEndpoint('usage.list'))
  for (let count = 0; count < 64; count += 1) void webhook(context(), () => NEVER)
  await expect(webhook(context(), () => NEVER)).rejects.toMatchObject({ code: 'busy' })
  await expect(other(context(), async () => 'done')).resolves.toBeUndefined()
})

it('releases the slot of a request while its work counts as a stream', async () => {
  const metrics = createMetrics()
  const other = createConcurrencyLimiter(metrics)(findEndpoint('tools.run'))
  const inFlight = async () => /^netbox_http_requests_in_flight (\d+)$/m.exec(await metrics.text())?.[1]
  const waiting = context()
  void other(waiting, () => waiting.state.countAsStream(() => NEVER))
  expect(await inFlight()).toBe('0')
  expect(await metrics.text()).toContain('\nnetbox_http_streams_open 1\n')
  void other(context(), () => NEVER)
  expect(await inFlight()).toBe('1')
})
