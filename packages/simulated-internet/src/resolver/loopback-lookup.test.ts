import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScenarioText } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { createResolver } from './create-resolver.ts'
import { loopbackLookup } from './loopback-lookup.ts'

const fetchFrom = async (url: string, scenario: ScenarioText): Promise<string> =>
  new Promise((resolve, reject) => {
    const lookup = loopbackLookup(createResolver({ scenario }))
    http
      .get(url, { lookup, agent: false }, (response) => {
        response.setEncoding('utf8')
        let text = ''
        response.on('data', (part: string) => {
          text += part
        })
        response.on('end', () => resolve(text))
      })
      .on('error', reject)
  })

describe('a look-up for connections', () => {
  it('keeps a program on this machine, for any name', async () => {
    const server = http.createServer((request, response) => void response.end(`for ${request.headers.host}`))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo // The cast is safe: a server on a port has an address of this type.
    try {
      expect(await fetchFrom(`http://shop.example:${port}/`, 'healthy')).toBe(`for shop.example:${port}`)
      await expect(fetchFrom(`http://intranet:${port}/`, 'healthy')).rejects.toMatchObject({ code: 'ENOTFOUND' })
      await expect(fetchFrom(`http://www.shop.example:${port}/`, 'cname-dangling')).rejects.toMatchObject({
        code: 'ENOTFOUND',
        syscall: 'getaddrinfo',
      })
    } finally {
      server.close()
    }
  })

  it('answers in both forms, and for either family', async () => {
    const ask = (all: boolean, address: '127.0.0.1' | '::1') =>
      new Promise((resolve) => {
        loopbackLookup(createResolver({ scenario: 'healthy' }), address)('mail.example', { all }, (_error, ...found) =>
          resolve(found),
        )
      })
    expect(await ask(false, '127.0.0.1')).toEqual(['127.0.0.1', 4])
    expect(await ask(true, '::1')).toEqual([[{ address: '::1', family: 6 }]])
  })
})
