import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { freePort } from '../support/free-ports.ts'

const program = fileURLToPath(new URL('../../stripe-double/run.ts', import.meta.url))

const double = async (...given: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...given], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })

it('sends signed events about a customer to the URL of its command, and ends with the code of the program', async () => {
  const received = Promise.withResolvers<[string, string]>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') received.resolve([await text(request), String(request.headers['stripe-signature'])])
    await received.promise
    response.end()
  }
  const hooks = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(hooks, 'listening')
  const { port } = hooks.address() as AddressInfo
  const own = await freePort()
  const script = `
    const api = 'http://127.0.0.1:${own}/v1/customers'
    const headers = { authorization: 'Bearer sk_test_1' }
    const made = await fetch(api, { method: 'POST', headers, body: new URLSearchParams({ email: 'ana@shop.example' }) })
    await fetch(api + '/' + (await made.json()).id, { method: 'DELETE', headers })
    // The answer comes after the event.
    await fetch('http://127.0.0.1:${port}/')
    console.log(process.env.STRIPE_WEBHOOK_SECRET)
    process.exit(3)`
  const node = [process.execPath, '--input-type=module', '--eval', script]
  const { code, stdout, stderr } = await double(
    '--port',
    `${own}`,
    '--webhook',
    `http://127.0.0.1:${port}/`,
    '--',
    ...node,
  )
  hooks.close()
  expect([code, stderr]).toEqual([3, ''])
  const [body, signature] = await received.promise
  expect(Stripe.webhooks.constructEvent(body, signature, stdout.trim()).type).toBe('customer.deleted')
})

it('refuses options in a sentence', async () => {
  const refusals = await Promise.all([double('--port', '0'), double('--webhook', 'shop'), double('--prot', '1')])
  expect(refusals.map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, "'0' is not a port. Expected 1 to 65535, such as --port 4009.\n"],
    [2, "'shop' is not a URL for web hooks. Expected one such as --webhook https://www.shop.example/hooks.\n"],
    [2, expect.stringMatching(/^Unknown option '--prot'[^\n]*\n$/) as string],
  ])
})

it('refuses a command that does not exist, and a port that is taken', async () => {
  const missing = await double('--port', `${await freePort()}`, '--', 'no-such-command')
  expect([missing.code, missing.stderr]).toEqual([2, "The command 'no-such-command' can't be run.\n"])
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const taken = (other.address() as AddressInfo).port
  const { code, stderr } = await double('--port', `${taken}`)
  other.close()
  expect([code, stderr]).toEqual([
    2,
    `The double can't listen on port ${taken}: listen EADDRINUSE: address already in use 127.0.0.1:${taken}.\n`,
  ])
})
