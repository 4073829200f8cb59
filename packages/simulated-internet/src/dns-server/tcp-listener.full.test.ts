import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { questionOf, readResponse } from '../../test/support/dns-messages.ts'
import { startInternet } from '../start-internet.ts'

const CONNECTIONS = 10_000
const AT_ONCE = 500

it('ten thousand silent connections close the longest idle ones, and the next client is served', async () => {
  await using internet = await startInternet({ seed: 'k3f9' })
  const { host, port } = internet.dns
  const open: Socket[] = []
  let ended = 0
  const join = async (): Promise<void> => {
    const socket = connect(port, host).resume()
    socket.on('error', () => undefined)
    socket.on('close', () => ended++)
    open.push(socket)
    await once(socket, 'connect')
  }
  for (let count = 0; count < CONNECTIONS; count += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, join))
  await expect.poll(() => ended).toBeGreaterThanOrEqual(CONNECTIONS - 1000)
  const client = connect(port, host)
  const message = questionOf('mail.example', 'SOA')
  client.write(Buffer.concat([Buffer.of(0, message.length), message]))
  const [octets] = (await once(client, 'data')) as [Buffer]
  expect(readResponse(octets.subarray(2)).rcode).toBe('NOERROR')
  for (const socket of [...open, client]) socket.destroy()
})
