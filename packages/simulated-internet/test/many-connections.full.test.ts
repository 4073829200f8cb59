import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, it } from 'vitest'
import { startInternet } from '../src/index.ts'
import { mailServersOf, placeOf } from './support/mail-places.ts'
import { openDialogue } from './support/smtp-dialogue.ts'

const CONNECTIONS = 10_000
const AT_ONCE = 500

it('keeps a thousand of 10,000 half-open handshakes, and continues to serve', async () => {
  await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
  const port = internet.endpoints.find(({ protocol }) => protocol === 'https')?.port ?? 0
  const open = new Set<Socket>()
  for (let count = 0; count < CONNECTIONS; count += AT_ONCE) {
    const sockets = Array.from({ length: AT_ONCE }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets) {
      open.add(socket)
      // A socket that nobody reads doesn't notice its end behind an alert.
      socket.resume()
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    await Promise.all(sockets.map(async (socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.write(Buffer.of(22, 3, 1, 2, 0, 1))
  }
  await expect.poll(() => open.size, { timeout: 20_000 }).toBeLessThanOrEqual(1000)
  const client = connectTls({ port, host: '127.0.0.1', servername: 'shop.example', ca: internet.authority.pem })
  await once(client, 'secureConnect')
  expect(client.authorized).toBe(true)
  client.destroy()
  for (const socket of open) socket.destroy()
})

it('keeps a thousand connections to a mail server, and continues to serve', async () => {
  await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
  const [host = ''] = mailServersOf(internet, 'mail.example')
  const place = await placeOf(internet, host)
  const sockets = Array.from({ length: 1200 }, () =>
    connect(place.port, place.host)
      .on('error', () => undefined)
      .resume(),
  )
  await expect
    .poll(() => sockets.filter((socket) => socket.closed).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(200)
  const client = await openDialogue(place)
  expect(client.lines[0]).toMatch(/^220 /)
  client.end()
  for (const socket of sockets) socket.destroy()
})
