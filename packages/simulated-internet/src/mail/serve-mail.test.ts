import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { describe, expect, it } from 'vitest'
import { startMailServer } from './start-mail-server.ts'

/** Starts a server with a certificate, and connects to it. Returns a function that sends text and reads replies. */
const connect = async () => {
  const server = await startMailServer({ domain: 'mail.example', seed: 'k3f9', scenario: 'healthy', tls: 'world' })
  const socket = net.connect(server.port, server.host)
  const talk = (stream: net.Socket) => {
    let heard = ''
    stream.on('data', (data) => (heard += String(data)))
    /** Sends text, and returns the codes of this many replies. */
    return async (text: string, count: number): Promise<string[]> => {
      stream.write(text)
      for (;;) {
        const codes = heard.match(/^\d{3}(?= )/gm) ?? []
        if (codes.length >= count) {
          heard = ''
          return codes
        }
        await once(stream, 'data')
      }
    }
  }
  const say = talk(socket)
  await say('', 1)
  const secure = async () => {
    socket.removeAllListeners('data')
    const secured = tls.connect({ socket, rejectUnauthorized: false })
    await once(secured, 'secureConnect')
    return talk(secured)
  }
  const close = async (): Promise<void> => {
    socket.destroy()
    await server.close()
  }
  return { server, say, secure, [Symbol.asyncDispose]: close }
}

const SENDER = 'MAIL FROM:<ben@client.example>\r\n'
const RECIPIENT = 'RCPT TO:<postmaster@mail.example>\r\n'

describe('a session of a mail server', () => {
  it('carries out commands and messages that the client sends at once, and none after QUIT', async () => {
    await using client = await connect()
    const delivery = (text: string) => `${SENDER}${RECIPIENT}DATA\r\n${text}\r\n.\r\n`
    const replies = await client.say(
      `EHLO client.example\r\n${delivery('one')}${delivery('..two')}QUIT\r\n${SENDER}`,
      10,
    )
    expect(replies.join(' ')).toBe('250 250 250 354 250 250 250 354 250 221')
    expect(client.server.messages.map(({ text }) => text)).toEqual(['one\r\n', '.two\r\n'])
  })

  it('discards what it received before TLS, and what the client sent behind STARTTLS', async () => {
    await using client = await connect()
    expect(await client.say(`EHLO client.example\r\n${SENDER}STARTTLS\r\n${RECIPIENT}NOOP\r\n`, 3)).toEqual([
      '250',
      '250',
      '220',
    ])
    const say = await client.secure()
    expect(await say(RECIPIENT, 1)).toEqual(['503'])
    expect(await say(`EHLO client.example\r\n${RECIPIENT}STARTTLS\r\n`, 3)).toEqual(['250', '503', '503'])
    expect(await say(`${SENDER}${RECIPIENT}DATA\r\nhello\r\n.\r\n`, 4)).toEqual(['250', '250', '354', '250'])
    expect(client.server.messages).toHaveLength(1)
  })

  it('ends after ten unknown commands, and at a request of a browser', async () => {
    await using client = await connect()
    expect(await client.say('NONSENSE\r\n'.repeat(10), 10)).toEqual([...Array.from({ length: 9 }, () => '500'), '421'])
    await using browser = await connect()
    expect(await browser.say('POST / HTTP/1.1\r\n', 1)).toEqual(['421'])
  })
})
