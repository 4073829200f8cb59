import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { within } from '../../src/billing/stripe/calls.ts'
import { createStripeProvider } from '../../src/billing/stripe/provider.ts'
import { systemClock } from '../../src/clock.ts'

describe('the payment provider', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  const serve = async (listener: RequestListener): Promise<string> => {
    const started = createServer(listener)
    server = started
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
    const address = started.address()
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  const provider = (apiBase: string) =>
    createStripeProvider({
      secretKey: 'sk_test_1',
      webhookSecrets: [],
      apiBase,
      portalConfiguration: undefined,
      clock: systemClock(),
      publicUrl: 'http://netbox.example',
    })

  it('times out when its response arrives byte by byte', async () => {
    const timers: NodeJS.Timeout[] = []
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      timers.push(setInterval(() => response.write(' '), 20))
    })
    const work = provider(url).subscriptions('cus_1', { left: () => 200, call: 60_000 })
    await expect(work).rejects.toMatchObject({ name: 'ProviderFailure', kind: 'unreachable' })
    for (const timer of timers) clearInterval(timer)
  })

  it('gets the remaining time for a call, and never more than one call may take', () => {
    expect(within({ left: () => 300, call: 5000 })).toEqual({ timeout: 300 })
    expect(within({ left: () => 8000, call: 5000 })).toEqual({ timeout: 5000 })
    expect(() => within({ left: () => 0, call: 5000 })).toThrow('time limit')
  })

  it.each([
    ['no JSON', 200, '<html>'],
    ['a fault without a body', 500, ''],
  ])('is unreachable when it answers %s', async (_name, status, body) => {
    const url = await serve((_request, response) => response.writeHead(status).end(body))
    await expect(provider(url).subscriptions('cus_1', { left: () => 1000, call: 5000 })).rejects.toMatchObject({
      kind: 'unreachable',
    })
  })

  it('is not called when no time is left', async () => {
    let asked = 0
    const url = await serve((_request, response) => {
      asked += 1
      response.end('{}')
    })
    await expect(provider(url).subscriptions('cus_1', { left: () => 0, call: 5000 })).rejects.toMatchObject({
      kind: 'unreachable',
    })
    expect(asked).toBe(0)
  })

  it('charges real money only with a live key', () => {
    const isLive = (secretKey: string): boolean =>
      createStripeProvider({
        secretKey,
        webhookSecrets: [],
        apiBase: undefined,
        portalConfiguration: undefined,
        clock: systemClock(),
        publicUrl: 'http://netbox.example',
      }).isLive
    expect(['sk_live_1', 'rk_live_1', 'sk_test_1', 'rk_test_live'].map(isLive)).toEqual([true, true, false, false])
  })
})
