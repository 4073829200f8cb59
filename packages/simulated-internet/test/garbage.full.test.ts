import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startControl, startInternet, startMailServer } from '../src/index.ts'

const TIME = 180_000

const DIALOGUES = [
  'EHLO client.example\r\nMAIL FROM:<ana@client.example>\r\nRCPT TO:<ben@shop.example>\r\nDATA\r\nhello\r\n.\r\nQUIT\r\n',
  'BDAT 99999999999999999999 LAST\r\n',
  'GET http://shop.example/ HTTP/1.1\r\nHost: shop.example\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 999999999\r\n\r\n{',
  'CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n',
  '\u0005\u0001\u0000\u0005\u0001\u0000\u0003\u000cshop.example\u0000\u0050',
  'a1 LOGIN ana secret\r\na2 SELECT INBOX\r\na3 FETCH 1:* BODY[]\r\na4 APPEND INBOX {999999999999}\r\n',
  'USER ana\r\nPASS secret\r\nLIST\r\nRETR 1\r\n',
  'shop.example\r\n',
  '\u0000\u001d\u0012\u0034\u0001\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0004shop\u0007example\u0000\u0000\u000f\u0000\u0001',
]

/** Drawn bytes: a dialogue of one of the protocols with changed, lost, repeated or appended bytes. */
const garbage = fc
  .record({
    dialogue: fc.constantFrom(...DIALOGUES),
    changes: fc.array(fc.record({ at: fc.nat(200), byte: fc.nat(255) }), { maxLength: 6 }),
    length: fc.nat(200),
    copies: fc.constantFrom(1, 1, 1, 3, 300),
    tail: fc.uint8Array({ maxLength: 40 }),
  })
  .map(({ dialogue, changes, length, copies, tail }) => {
    const bytes = Buffer.from(dialogue, 'latin1')
    for (const { at, byte } of changes) bytes[at % bytes.length] = byte
    return Buffer.concat([...Array<Buffer>(copies).fill(bytes.subarray(0, length + 1)), tail])
  })

/** A client ends after this many answers, because a valid dialogue may be repeated without an end. */
const MOST_ANSWERS = 100

/** Sends bytes as soon as the connection is open, before any greeting, and once more with each answer. Resolves when it is closed. */
const send = async (socket: Socket, bytes: Buffer, isReset: boolean): Promise<void> =>
  new Promise((resolve) => {
    let answers = 0
    socket.setTimeout(200, () => (isReset ? socket.resetAndDestroy() : socket.destroy()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.on('data', () => {
      answers += 1
      if (answers > MOST_ANSWERS) socket.destroy()
      else socket.write(bytes)
    })
    socket.write(bytes)
  })

/** Sends drawn bytes to all ports, then expects each to accept a connection. An exception of a server would fail the test. */
const expectToWithstand = async (ports: readonly number[], dnsPort?: number): Promise<void> => {
  const datagrams = createSocket('udp4')
  const one = fc.record({ bytes: garbage, port: fc.constantFrom(...ports), isTls: fc.boolean(), isReset: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 20, maxLength: 20 }), async (all) => {
      await Promise.all(
        all.map(async ({ bytes, port, isTls, isReset }) => {
          if (dnsPort !== undefined) datagrams.send(bytes.subarray(0, 1400), dnsPort, '127.0.0.1')
          if (!isTls) return send(connect(port, '127.0.0.1'), bytes, isReset)
          return send(
            connectTls({ port, host: '127.0.0.1', servername: 'shop.example', rejectUnauthorized: false }),
            bytes,
            false,
          )
        }),
      )
    }),
    { numRuns: 12 },
  )
  datagrams.close()
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1')
    await expect.poll(() => socket.readyState).toBe('open')
    socket.destroy()
  }
}

describe('connections that send anything, in TLS or not, and break at any time, stop no server', () => {
  it('of an internet', { timeout: TIME }, async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const control = await startControl(internet)
    const ports = [Number(new URL(control.url).port), ...internet.endpoints.map(({ port }) => port)]
    await expectToWithstand([...new Set(ports)], internet.dns.port)
    await control.close()
  })

  it('of a test', { timeout: TIME }, async () => {
    await using server = await startMailServer({ domain: 'mail.example', seed: 'k3f9', scenario: 'healthy' })
    await expectToWithstand([server.port])
  })
})
