import { getEventListeners, once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { forbiddenAddresses } from '../../test/support/addresses.ts'
import { closeAfterTest } from '../../test/support/close-after-test.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { breakTls, close, flood, reply, reset, startSmtpServer } from '../../test/support/scripted-smtp-server.ts'
import { createConnector, socketConnection } from './connector.ts'
import { ConnectFailed, ForbiddenAddress, PlaintextAfterStartTls, TlsFailed } from './network-errors.ts'

const never = new AbortController().signal
const toLoopback = createConnector({ allow: () => true })
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

/** Listens on every address of the machine and records the connected ones. */
const listenEverywhere = async () => {
  const seen: string[] = []
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    seen.push((socket.localAddress ?? '').replace('::ffff:', ''))
    sockets.add(socket)
    socket.on('error', () => {})
  })
  listener.listen(0, hasIpv6 ? '::' : '0.0.0.0')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return closeAfterTest({
    seen,
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  })
}

const textOf = async (bytes: AsyncIterator<Uint8Array>): Promise<string> => {
  const { done, value } = await bytes.next()
  return done === true ? '(end)' : Buffer.from(value).toString()
}

describe('a connector', () => {
  it('connects to no address that is not global unicast, even if a server listens there', async () => {
    const { seen, port } = await listenEverywhere()
    const connector = createConnector()
    for (const address of forbiddenAddresses)
      await expect(connector.connect({ address, port, signal: never })).rejects.toBeInstanceOf(ForbiddenAddress)
    const reached = ['127.0.0.1', '127.0.0.2', ...(hasIpv6 ? ['::1'] : [])]
    for (const address of reached) (await toLoopback.connect({ address, port, signal: never })).close()
    const last = await toLoopback.connect({ address: '127.0.0.3', port, signal: never })
    last.close()
    // The listener sees every connection, as the permitted ones show.
    expect(seen).toEqual([...reached, '127.0.0.3'])
  })

  it.each(['localhost', 'mx.example.com', '', '0177.0.0.1', '127.1', '2130706433', '[::1]', '127.0.0.1:25'])(
    'connects to no name, and to no address in another form: %j, even if all are allowed',
    async (address) => {
      const { seen, port } = await listenEverywhere()
      await expect(toLoopback.connect({ address, port, signal: never })).rejects.toBeInstanceOf(ForbiddenAddress)
      expect(seen).toEqual([])
    },
  )

  it('reports why an address is refused', async () => {
    await expect(createConnector().connect({ address: '169.254.169.254', port: 25, signal: never })).rejects.toThrow(
      '169.254.169.254 is not an address of a mail server on the internet: it is link-local.',
    )
  })

  it('connects only to allowed addresses, and checks exactly that address', async () => {
    const { seen, port } = await listenEverywhere()
    const asked: string[] = []
    const connector = createConnector({ allow: (address) => asked.push(address) > 0 && address === '127.0.0.2' })
    await expect(connector.connect({ address: '127.0.0.1', port, signal: never })).rejects.toThrow(ForbiddenAddress)
    const connection = await connector.connect({ address: '127.0.0.2', port, signal: never })
    connection.close()
    expect(asked).toEqual(['127.0.0.1', '127.0.0.2'])
    expect(seen).toEqual(['127.0.0.2'])
  })

  it('leaves no timer behind once it is connected', async () => {
    const server = closeAfterTest(await startSmtpServer())
    const clock = manualClock()
    const connector = createConnector({ allow: () => true, clock })
    const connection = await connector.connect({ address: server.address, port: server.port, signal: never })
    expect(clock.waiting()).toBe(0)
    connection.close()
  })

  it('reports a port without a listener', async () => {
    const server = await startSmtpServer()
    await server.close()
    const failure = toLoopback.connect({ address: '127.0.0.1', port: server.port, signal: never })
    await expect(failure).rejects.toBeInstanceOf(ConnectFailed)
    await expect(failure).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('gives up after ten seconds and closes the attempt', async () => {
    const server = closeAfterTest(await startSmtpServer())
    const clock = manualClock()
    const connector = createConnector({ allow: () => true, clock })
    const connecting = connector.connect({ address: '127.0.0.1', port: server.port, signal: never })
    // The system has received the query, but has not answered yet.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    clock.advance(9999)
    expect(clock.waiting()).toBe(1)
    clock.advance(1)
    await expect(connecting).rejects.toMatchObject({ name: 'ConnectFailed', code: 'ETIMEDOUT' })
    await server.connected()
    await server.quiet()
    expect(clock.waiting()).toBe(0)
  })

  it('stops connecting on abort, with the given reason, and leaves nothing behind', async () => {
    const server = closeAfterTest(await startSmtpServer())
    const clock = manualClock()
    const stop = new AbortController()
    const connector = createConnector({ allow: () => true, clock })
    const connecting = connector.connect({ address: '127.0.0.1', port: server.port, signal: stop.signal })
    const reason = new Error('The user went away.')
    stop.abort(reason)
    await expect(connecting).rejects.toBe(reason)
    await expect(connector.connect({ address: '127.0.0.1', port: server.port, signal: stop.signal })).rejects.toBe(
      reason,
    )
    await server.quiet()
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
    expect(clock.waiting()).toBe(0)
    expect(server.connections.length).toBeLessThanOrEqual(1)
  })
})

describe('a connection', () => {
  const open = async (server: { address: string; port: number }) =>
    toLoopback.connect({ address: server.address, port: server.port, signal: never })

  it('yields the bytes as they arrive and ends with the other side', async () => {
    const server = closeAfterTest(await startSmtpServer({ greeting: [reply('220 Hi'), close] }))
    const bytes = (await open(server)).read()
    expect(await textOf(bytes)).toBe('220 Hi\r\n')
    expect(await textOf(bytes)).toBe('(end)')
  })

  it('throws to the reader when the connection breaks', async () => {
    const server = closeAfterTest(await startSmtpServer({ rset: [reset] }))
    const connection = await open(server)
    const bytes = connection.read()
    await bytes.next()
    await connection.write('RSET\r\n')
    await expect(bytes.next()).rejects.toMatchObject({ code: 'ECONNRESET' })
    await expect(connection.write('RSET\r\n')).rejects.toBeInstanceOf(Error)
  })

  it('reads no more of a flood than requested', async () => {
    const server = closeAfterTest(await startSmtpServer({ greeting: [flood('220-Welcome\r\n')] }))
    const socket = connect(server.port, server.address)
    const connection = socketConnection(socket)
    await connection.read().next()
    // Enough time to read megabytes without a request, if the code did that.
    for (let turn = 0; turn < 200; turn += 1) await nextTurn()
    expect(socket.bytesRead).toBeGreaterThan(0)
    expect(socket.bytesRead).toBeLessThan(500_000)
    connection.close()
    await server.quiet()
  })

  it('switches to TLS with any certificate and the name of the host', async () => {
    const server = closeAfterTest(await startSmtpServer())
    const plain = await open(server)
    const greeting = plain.read()
    await greeting.next()
    await plain.write('STARTTLS\r\n')
    await greeting.next()
    const secure = await plain.startTls('mx.example.com')
    await secure.write('RSET\r\n')
    expect(await textOf(secure.read())).toBe('250 2.0.0 Ok\r\n')
    expect(server.connections[0]).toMatchObject({
      tls: true,
      serverName: 'mx.example.com',
      commands: ['STARTTLS', 'RSET'],
    })
    secure.close()
    await server.quiet()
  })

  it('sends no name if the host is an address', async () => {
    const server = closeAfterTest(await startSmtpServer({ greeting: [reply('220 Go'), { does: 'startTls' }] }))
    const plain = await open(server)
    await plain.read().next()
    const secure = await plain.startTls('127.0.0.1')
    await secure.write('RSET\r\n')
    await server.seen(/RSET/)
    expect(server.connections[0]).toMatchObject({ tls: true, serverName: undefined })
    secure.close()
  })

  it('reports that TLS failed, and is closed', async () => {
    const server = closeAfterTest(await startSmtpServer({ greeting: [reply('220 Go'), breakTls] }))
    const plain = await open(server)
    await plain.read().next()
    await expect(plain.startTls('mx.example.com')).rejects.toBeInstanceOf(TlsFailed)
    await server.quiet()
  })

  it('reports that TLS failed when it is closed during the handshake', async () => {
    const server = closeAfterTest(await startSmtpServer({ greeting: [reply('220 Go'), { does: 'fallSilent' }] }))
    const plain = await open(server)
    await plain.read().next()
    const securing = plain.startTls('mx.example.com')
    plain.close()
    await expect(securing).rejects.toBeInstanceOf(TlsFailed)
    await server.quiet()
  })

  it('refuses TLS if plain text arrived before it', async () => {
    const server = closeAfterTest(await startSmtpServer({ greeting: '220 Go\n250 Injected' }))
    const socket = connect(server.port, server.address)
    await once(socket, 'readable')
    await expect(socketConnection(socket).startTls('mx.example.com')).rejects.toBeInstanceOf(PlaintextAfterStartTls)
    await server.quiet()
  })
})
