import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'

/** A conversation with a mail server, line by line. */
export interface SmtpClient {
  /** Reads one reply. If it has several lines, returns the last. */
  reply(): Promise<string>
  /** Sends a line and reads its reply. */
  say(line: string): Promise<string>
  /** Sends EHLO and returns the extensions in the reply. */
  extensions(): Promise<string[]>
  /** Sends the envelope and the message, and returns the last reply. */
  send(mail: { from: string; to: readonly string[]; text: string }): Promise<string>
  end(): void
}

/** Connects and reads the greeting. Rejects with the connection's error. */
export const connectSmtp = async (port: number, host = '127.0.0.1'): Promise<SmtpClient & { greeting: string }> => {
  const socket = net.connect({ port, host })
  await once(socket, 'connect')
  const failed = once(socket, 'error').then(([error]): never => {
    throw error
  })
  failed.catch(() => undefined)
  const lines = createInterface({ input: socket, crlfDelay: Infinity })[Symbol.asyncIterator]()
  const reply = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await Promise.race([lines.next(), failed])
      if (done === true) throw new Error('The connection ended.')
      if (/^\d{3} /.test(value)) return value
    }
  }
  const say = async (line: string): Promise<string> => {
    socket.write(`${line}\r\n`)
    return reply()
  }
  const extensions = async (): Promise<string[]> => {
    socket.write('EHLO client.example\r\n')
    const found: string[] = []
    for (;;) {
      const { value, done } = await Promise.race([lines.next(), failed])
      if (done === true) throw new Error('The connection ended.')
      found.push(value.slice(4))
      if (value.startsWith('250 ')) return found.slice(1)
    }
  }
  const send: SmtpClient['send'] = async ({ from, to, text }) => {
    await say('EHLO client.example')
    const sender = await say(`MAIL FROM:<${from}>`)
    if (!sender.startsWith('250')) return sender
    let last = ''
    let accepted = 0
    for (const recipient of to) {
      last = await say(`RCPT TO:<${recipient}>`)
      if (last.startsWith('250')) accepted++
    }
    if (accepted === 0) return last
    await say('DATA')
    return say(`${text.replaceAll(/^\./gm, '..').replaceAll('\n', '\r\n')}\r\n.`)
  }
  const end = (): void => void socket.destroy()
  const greeting = await reply()
  return { greeting, reply, say, extensions, send, end }
}
