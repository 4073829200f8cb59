import { once } from 'node:events'
import { createServer } from 'node:net'
import { connect } from 'node:tls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_HELLO, readClientHello } from './client-hello.ts'

/** Returns the first bytes of a Node client. */
const helloOf = async (servername: string): Promise<Buffer> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const client = connect({
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    servername,
    host: '127.0.0.1',
  })
  client.on('error', () => undefined)
  const [socket] = await once(server, 'connection')
  const [octets] = await once(socket, 'data')
  client.destroy()
  socket.destroy()
  server.close()
  return octets as Buffer
}

/** Splits a handshake message into records of a few octets each. */
const fragmented = (hello: Buffer, size: number): Buffer => {
  const message = hello.subarray(5)
  const parts: Buffer[] = []
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size)
    parts.push(Buffer.of(22, 3, 1, part.length >> 8, part.length & 255), part)
  }
  return Buffer.concat(parts)
}

describe('readClientHello', () => {
  it('finds the requested host, even in a message of many records', async () => {
    const hello = await helloOf('WWW.Shop.example')
    expect(readClientHello(hello)).toEqual({ serverName: 'www.shop.example' })
    expect(readClientHello(fragmented(hello, 20))).toEqual({ serverName: 'www.shop.example' })
    expect(readClientHello(await helloOf(''))).toEqual({ serverName: undefined })
  })

  it('waits for the rest of the message, but not endlessly', async () => {
    const hello = await helloOf('shop.example')
    for (let length = 0; length < hello.length; length += 7)
      expect(readClientHello(hello.subarray(0, length))).toBe('incomplete')
    expect(readClientHello(fragmented(Buffer.alloc(LONGEST_HELLO + 100, 255).fill(1, 5, 6), 4000))).toBeUndefined()
  })

  it('recognizes other protocols', () => {
    expect(readClientHello(Buffer.from('GET / HTTP/1.1\r\n'))).toBeUndefined()
    expect(readClientHello(Buffer.of(22, 3, 1, 0, 4, 2, 0, 0, 0))).toBeUndefined()
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (octets, isHello) => {
        const message = Buffer.from(octets)
        const header = Buffer.of(22, 3, 1, 0, message.length + 4, 1, 0, 0, message.length)
        const hello = readClientHello(isHello ? Buffer.concat([header, message]) : message)
        expect(hello === undefined || hello === 'incomplete' || 'serverName' in hello).toBe(true)
      }),
    )
  })
})
