import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server that accepts and stores every message. */
export interface Mailbox {
  readonly url: string
  /** Waits for a mail to the address `to` whose text contains `words`, and returns it. Each mail is returned only once. */
  readonly next: (to: string, words: string) => Promise<string>
  readonly close: () => Promise<void>
}

interface Mail {
  readonly to: string
  readonly text: string
}

// Decodes a quoted-printable message (RFC 2045): after a '=' at its end, a line continues in the next one, and '=3D' encodes a character.
const decoded = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))

const converse = async (socket: Socket, take: (mail: Mail) => void): Promise<void> => {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let to = ''
  let data: string[] | undefined
  say('220 mail.example')
  for await (const line of createInterface({ input: socket })) {
    if (data !== undefined && line === '.') {
      take({ to, text: decoded(data.join('\n')) })
      data = undefined
      say('250 taken')
    } else if (data !== undefined) data.push(line)
    else if (/^EHLO/i.test(line)) say('250 mail.example')
    else if (/^DATA/i.test(line)) {
      data = []
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else {
      to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1] ?? to
      say('250 well')
    }
  }
}

/** Starts a mail server on a free port. */
export const startMailbox = async (): Promise<Mailbox> => {
  const mails: Mail[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    converse(socket, (mail) => mails.push(mail)).catch(() => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const next: Mailbox['next'] = async (to, words) => {
    const end = Date.now() + 60_000
    while (Date.now() < end) {
      const at = mails.findIndex((mail) => mail.to === to && mail.text.includes(words))
      const [found] = at === -1 ? [] : mails.splice(at, 1)
      if (found !== undefined) return found.text
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No mail to ${to} with '${words}'`)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    next,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
