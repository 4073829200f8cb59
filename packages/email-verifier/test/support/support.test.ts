import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { closeAfterTest } from './close-after-test.ts'
import { startDns } from './loopback-dns.ts'
import { close, inChunksOf, startSmtpServer } from './scripted-smtp-server.ts'

describe('the scripted SMTP server', () => {
  it('answers as scripted, correctly by default, and records everything', async () => {
    const server = closeAfterTest(
      await startSmtpServer({
        rcpt: ({ path, timesSeen }) =>
          path === 'a@b.test' && timesSeen === 1 ? '451 4.7.1 Later' : [...inChunksOf(3, '250-One\n250 Two'), close],
      }),
    )
    const socket = connect(server.port, server.address)
    let said = ''
    socket.on('data', (bytes) => (said += bytes.toString()))
    socket.write('HELO x\r\nRCPT TO:<a@b.test>\r\nRCPT TO:<a@b.test>\r\n')
    await once(socket, 'close')
    expect(said).toBe('220 mx.test ESMTP\r\n250 mx.test\r\n451 4.7.1 Later\r\n250-One\r\n250 Two\r\n')
    expect(server.commands).toEqual(['HELO x', 'RCPT TO:<a@b.test>', 'RCPT TO:<a@b.test>'])
    await server.quiet()
  })

  it('switches to TLS with its own certificate', async () => {
    const server = closeAfterTest(await startSmtpServer())
    const socket = connect(server.port, server.address)
    await once(socket, 'data')
    socket.write('STARTTLS\r\n')
    await once(socket, 'data')
    const secure = connectTls({ socket, servername: 'mx.b.test', rejectUnauthorized: false })
    await once(secure, 'secureConnect')
    expect(secure.getPeerCertificate().subject.CN).toBe('mx.test')
    secure.write('NOOP\r\n')
    expect(String((await once(secure, 'data'))[0])).toBe('500 5.5.1 Unknown\r\n')
    expect(server.connections[0]).toMatchObject({ tls: true, serverName: 'mx.b.test', commands: ['STARTTLS', 'NOOP'] })
    secure.destroy()
    await server.quiet()
  })
})

describe('the loopback name server', () => {
  it('answers from its zones, in order if it has a list', async () => {
    const dns = closeAfterTest(
      await startDns({
        'b.test': { mx: [[10, 'mx.b.test']] },
        'mx.b.test': [{ a: ['192.0.2.1'] }, { a: ['127.0.0.1'] }],
        'null.test': { mx: [[0, '']] },
        'alias.test': { cname: 'mx.c.test' },
        'mx.c.test': { a: ['192.0.2.9'] },
        'bad.test': { fails: 'SERVFAIL' },
        'many.test': { mx: Array.from({ length: 100 }, (_, index) => [index, `mx${index}.a-long-name.test`] as const) },
      }),
    )
    const resolver = new Resolver({ timeout: 20_000, tries: 1 })
    resolver.setServers([dns.server])
    expect(await resolver.resolveMx('b.test')).toMatchObject([{ exchange: 'mx.b.test', priority: 10 }])
    expect(await resolver.resolve4('mx.b.test')).toEqual(['192.0.2.1'])
    expect(await resolver.resolve4('mx.b.test')).toEqual(['127.0.0.1'])
    expect(await resolver.resolve4('alias.test')).toEqual(['192.0.2.9'])
    expect(await resolver.resolveMx('null.test')).toMatchObject([{ exchange: '', priority: 0 }])
    expect(await resolver.resolveMx('many.test')).toHaveLength(100)
    await expect(resolver.resolve6('mx.b.test')).rejects.toMatchObject({ code: 'ENODATA' })
    await expect(resolver.resolveMx('none.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(resolver.resolveMx('bad.test')).rejects.toMatchObject({ code: 'ESERVFAIL' })
    expect(dns.asked('mx.b.test', 'A')).toBe(2)
  })
})
