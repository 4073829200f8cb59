import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { SecureContext } from 'node:tls'
import type { ScriptedAnswer, SeenCommand, SmtpScript, Step } from './smtp-script.ts'
import { reply } from './smtp-script.ts'
import { throwAwayCertificate } from './throw-away-certificate.ts'

export * from './smtp-script.ts'

/** The recorded events of one connection. */
export interface RecordedConnection {
  /** Every line as received, without its line ending. */
  readonly commands: string[]
  /** Every byte that was read as a command, as UTF-8, with line endings. */
  received: string
  tls: boolean
  /** The SNI name from the client. */
  serverName: string | undefined
  open: boolean
}

/** A running server. Close it at the end of the test. */
export interface ScriptedSmtpServer {
  readonly address: string
  readonly port: number
  readonly connections: readonly RecordedConnection[]
  /** All commands of all connections, in order of arrival. */
  readonly commands: readonly string[]
  /** Waits for a command that matches the pattern, now or in the past. */
  seen(pattern: RegExp): Promise<void>
  /** Waits for a number of connections (default one). */
  connected(count?: number): Promise<void>
  /** Waits until no connection is open. */
  quiet(): Promise<void>
  close(): Promise<void>
}

const verbs = ['ehlo', 'helo', 'starttls', 'mail', 'rcpt', 'rset', 'quit'] as const

const offered = (script: SmtpScript, tls: boolean): string => {
  const extensions = (script.extensions ?? ['PIPELINING', 'ENHANCEDSTATUSCODES', '8BITMIME', 'SMTPUTF8']).filter(
    (extension) => !(tls && extension === 'STARTTLS'),
  )
  const lines = ['mx.test', ...extensions]
  return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\n')
}

const goodManners = (script: SmtpScript, tls: boolean): Required<Omit<SmtpScript, 'extensions'>> => ({
  greeting: '220 mx.test ESMTP',
  ehlo: offered(script, tls),
  helo: '250 mx.test',
  starttls: [reply('220 2.0.0 Ready to start TLS'), { does: 'startTls' }],
  mail: '250 2.1.0 Ok',
  rcpt: '250 2.1.5 Ok',
  rset: '250 2.0.0 Ok',
  quit: [reply('221 2.0.0 Bye'), { does: 'close' }],
})

const stepsOf = (answer: ScriptedAnswer, command: SeenCommand): readonly Step[] => {
  const said = typeof answer === 'function' ? answer(command) : answer
  return typeof said === 'string' ? [reply(said)] : said
}

interface Server {
  readonly script: SmtpScript
  readonly secureContext: () => SecureContext
  readonly commands: string[]
  readonly lineCounts: Map<string, number>
  readonly changed: () => void
}

const countOne = (counts: Map<string, number>, what: string): number => {
  const count = (counts.get(what) ?? 0) + 1
  counts.set(what, count)
  return count
}

/** Serves one connection: reads lines, answers each before it reads on, and records all of them. */
const serve = (raw: Socket, server: Server, record: RecordedConnection, connection: number): void => {
  let socket = raw
  let unread = ''
  let busy = true
  let deaf = false
  let broken = false
  const verbCounts = new Map<string, number>()

  const seenCommand = (line: string): SeenCommand => {
    const verb = (/^[^ ]*/.exec(line)?.[0] ?? '').toUpperCase()
    return {
      verb,
      line,
      connection,
      argument: line.slice(verb.length + 1),
      path: /<(?<path>.*)>/.exec(line)?.groups?.['path'] ?? '',
      count: countOne(verbCounts, verb),
      timesSeen: countOne(server.lineCounts, line),
    }
  }

  const write = async (bytes: Uint8Array): Promise<void> => {
    if (socket.destroyed || !socket.writable) return
    if (socket.write(bytes)) return
    const writable = socket
    await new Promise<void>((resolve) => {
      const go = (): void => {
        writable.off('drain', go).off('close', go)
        resolve()
      }
      writable.on('drain', go).on('close', go)
    })
  }

  const encrypt = (): void => {
    socket.removeAllListeners('data')
    const secure = new TLSSocket(socket, { isServer: true, secureContext: server.secureContext() })
    secure.on('error', () => secure.destroy())
    secure.on('secure', () => {
      record.tls = true
      const { servername }: { servername?: string | false | null } = secure
      record.serverName = servername || undefined
      server.changed()
    })
    secure.on('close', () => raw.destroy())
    // The client may close before the handshake, and pending writes would then wait forever.
    secure.on('end', () => record.tls || raw.destroy())
    secure.on('data', take)
    socket = secure
  }

  const run = async (steps: readonly Step[]): Promise<void> => {
    for (const step of steps) {
      if (step.does === 'send') await write(step.bytes)
      else if (step.does === 'pause') await delay(step.milliseconds)
      else if (step.does === 'close') socket.end()
      else if (step.does === 'reset') raw.resetAndDestroy()
      else if (step.does === 'fallSilent') deaf = true
      else if (step.does === 'startTls') encrypt()
      else if (step.does === 'breakTls') broken = true
      else if (step.does === 'flood') while (socket.writable && !socket.destroyed) await write(step.bytes)
    }
  }

  const answer = async (line: string): Promise<void> => {
    record.commands.push(line)
    server.commands.push(line)
    server.changed()
    const command = seenCommand(line)
    const verb = verbs.find((known) => known.toUpperCase() === command.verb)
    const said = verb ? (server.script[verb] ?? goodManners(server.script, record.tls)[verb]) : '500 5.5.1 Unknown'
    if (!deaf) await run(stepsOf(said, command))
  }

  const work = async (): Promise<void> => {
    if (busy) return
    busy = true
    for (let end = unread.indexOf('\n'); end !== -1; end = unread.indexOf('\n')) {
      const line = unread.slice(0, end).replace(/\r$/, '')
      unread = unread.slice(end + 1)
      await answer(line)
    }
    busy = false
  }

  const take = (bytes: Buffer): void => {
    if (broken) {
      socket.end('This is no TLS\r\n')
      return
    }
    record.received += bytes.toString('utf8')
    unread += bytes.toString('utf8')
    void work()
  }

  raw.on('error', () => raw.destroy())
  raw.on('close', () => {
    record.open = false
    server.changed()
  })
  raw.on('data', take)
  const greeting = server.script.greeting ?? goodManners(server.script, false).greeting
  void run(stepsOf(greeting, seenCommand(''))).then(() => {
    busy = false
    return work()
  })
}

/**
 * Starts an SMTP server on loopback that answers from a script and records the received commands.
 *
 * @param script The replies; `{}` is a server that accepts everything.
 * @param at The address and port; default: 127.0.0.1 and any free port.
 */
export const startSmtpServer = async (
  script: SmtpScript = {},
  at: { readonly host?: string; readonly port?: number } = {},
): Promise<ScriptedSmtpServer> => {
  const sockets = new Set<Socket>()
  const connections: RecordedConnection[] = []
  const commands: string[] = []
  const lineCounts = new Map<string, number>()
  const waiting = new Set<() => void>()
  let context: SecureContext | undefined
  const changed = (): void => {
    for (const look of waiting) look()
  }
  const secureContext = (): SecureContext => (context ??= createSecureContext(throwAwayCertificate('mx.test')))
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })

  const listener = createServer((socket) => {
    const record = { commands: [], received: '', tls: false, serverName: undefined, open: true }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    connections.push(record)
    serve(socket, { script, secureContext, commands, lineCounts, changed }, record, connections.length - 1)
    changed()
  })
  listener.listen(at.port ?? 0, at.host ?? '127.0.0.1')
  await once(listener, 'listening')
  // A server that listens on a port has an address of this form.
  const { address, port } = listener.address() as AddressInfo

  return {
    address,
    port,
    connections,
    commands,
    seen: (pattern) => until(() => commands.some((command) => pattern.test(command))),
    connected: (count = 1) => until(() => connections.length >= count),
    quiet: () => until(() => connections.every(({ open }) => !open)),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
