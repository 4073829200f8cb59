import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { createStripe } from './calls.ts'

/** Starts a server that cuts every connection. */
const startServer = async () => {
  let requests = 0
  const server = createServer((request) => {
    requests += 1
    request.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

it('sends one request, even if the connection breaks', async () => {
  const server = await startServer()
  try {
    await expect(createStripe('sk_test_double', server.url).prices.list()).rejects.toThrow('connection')
    expect(server.requests()).toBe(1)
  } finally {
    await server.close()
  }
})

it('sends requests to Stripe over TLS unless another address is configured', () => {
  const placeOf = (apiBase: string | undefined) => {
    const stripe = createStripe('sk_test_double', apiBase)
    return [stripe.getApiField('protocol'), stripe.getApiField('host'), stripe.getApiField('port')]
  }
  expect(placeOf(undefined)).toEqual(['https', 'api.stripe.com', '443'])
  expect(placeOf('https://pay.example:8443')).toEqual(['https', 'pay.example', '8443'])
  expect(placeOf('http://127.0.0.1:12111')).toEqual(['http', '127.0.0.1', '12111'])
})
