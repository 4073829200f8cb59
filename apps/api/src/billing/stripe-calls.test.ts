import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { createStripe } from './stripe-calls.ts'

/** Cuts the first connection, and answers every later request with an empty list. */
const startServer = async () => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (requests === 1) request.destroy()
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"object":"list","data":[],"has_more":false}')
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

it('asks once, and again after a broken connection only where that is wanted', async () => {
  const server = await startServer()
  try {
    await expect(createStripe('sk_test_double', server.url).prices.list()).rejects.toThrow('connection')
    expect(server.requests()).toBe(1)
  } finally {
    await server.close()
  }
  const other = await startServer()
  try {
    expect((await createStripe('sk_test_double', other.url, 1).prices.list()).data).toEqual([])
    expect(other.requests()).toBe(2)
  } finally {
    await other.close()
  }
})

it('asks Stripe over TLS unless another address is configured', () => {
  const placeOf = (apiBase: string | undefined) => {
    const stripe = createStripe('sk_test_double', apiBase)
    return [stripe.getApiField('protocol'), stripe.getApiField('host'), stripe.getApiField('port')]
  }
  expect(placeOf(undefined)).toEqual(['https', 'api.stripe.com', '443'])
  expect(placeOf('https://pay.example:8443')).toEqual(['https', 'pay.example', '8443'])
  expect(placeOf('http://127.0.0.1:12111')).toEqual(['http', '127.0.0.1', '12111'])
})
