import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Control, startControl } from '../control/start-control.ts'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'

describe('pipelined requests to a server of the world', () => {
  let internet: Internet
  let control: Control
  beforeAll(async () => {
    internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    control = await startControl(internet)
  })
  afterAll(async () => {
    await control.close()
    await internet.close()
  })

  const portOf = (wanted: string) => internet.endpoints.find(({ protocol }) => protocol === wanted)?.port ?? 0
  const get = (target: string, host = 'shop.example') => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const answersIn = (received: string) => received.split(/HTTP\/1\.1 \d{3} /).length - 1

  const servers = {
    web: () => connect(portOf('http'), '127.0.0.1'),
    'web over TLS': () =>
      connectTls({ port: portOf('https'), host: '127.0.0.1', servername: 'shop.example', ca: internet.authority.pem }),
    control: () => connect(Number(new URL(control.url).port), '127.0.0.1'),
    proxy: () => connect(portOf('proxy'), '127.0.0.1'),
  }

  it.each(Object.entries(servers))(
    'end with the connection, if more than 64 kB of them wait: %s',
    async (name, open) => {
      const socket = open()
      socket.on('error', () => undefined)
      socket.write(get(name === 'proxy' ? 'http://shop.example/' : '/').repeat(30_000))
      expect(answersIn(await text(socket))).toBeLessThan(10_000)
    },
  )

  it.each(Object.entries(servers))('get all responses if there are four: %s', async (name, open) => {
    const socket = open()
    socket.write(get(name === 'proxy' ? 'http://shop.example/' : '/').repeat(4))
    let received = ''
    while (answersIn(received) < 4) {
      const [chunk] = await once(socket, 'data')
      received += String(chunk)
    }
    socket.destroy()
  })

  it('reach the tunnel of a proxy', async () => {
    const socket = connect(portOf('proxy'), '127.0.0.1')
    socket.write('CONNECT www.shop.example:80 HTTP/1.1\r\nHost: www.shop.example:80\r\n\r\n')
    await once(socket, 'data')
    socket.write(get('/', 'www.shop.example'))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 /)
    socket.destroy()
  })
})
