import type { Connection, Connector, Resolver } from '../src/index.ts'

/** A fake network, with counters of its connections. */
export interface FakeNetwork {
  readonly resolver: Resolver
  readonly connector: Connector
  /** Returns the number of open connections; `most` returns its maximum so far. */
  readonly open: () => number
  readonly most: () => number
}

/** Assigns each domain its own machine, by a number in its name: `mail7.test` is at 11.0.0.7. */
const addressOf = (host: string): string => {
  const number = Number(/\d+/.exec(host)?.[0] ?? 0)
  return `11.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

/** Answers every recipient with a function, at once and without a socket. */
export const fakeNetwork = (rcpt: (line: string) => string): FakeNetwork => {
  let open = 0
  let most = 0

  const answer = (line: string): string => {
    if (line.startsWith('EHLO')) return '250 mx.test'
    if (line.startsWith('RCPT')) return rcpt(line)
    return line.startsWith('QUIT') ? '221 Bye' : '250 Ok'
  }

  const connection = (): Connection => {
    const said: Uint8Array[] = [Buffer.from('220 mx.test\r\n')]
    let isClosed = false
    let wake = (): void => {}
    open += 1
    most = Math.max(most, open)
    const quiet = (): boolean => said.length === 0 && !isClosed
    return {
      async *read() {
        for (;;) {
          while (quiet()) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
          const bytes = said.shift()
          if (bytes === undefined) return
          yield bytes
        }
      },
      write: async (bytes) => {
        said.push(Buffer.from(`${answer(bytes)}\r\n`))
        wake()
      },
      startTls: () => Promise.reject(new Error('There is no TLS here.')),
      close: () => {
        if (!isClosed) open -= 1
        isClosed = true
        wake()
      },
    }
  }

  return {
    open: () => open,
    most: () => most,
    connector: { connect: async () => connection() },
    resolver: {
      exchanges: async (domain) => ({ exists: true, records: [{ host: `mx.${domain}`, preference: 1 }] }),
      addresses: async (host) => ({ exists: true, records: [addressOf(host)] }),
    },
  }
}
