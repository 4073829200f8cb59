import { describe, expect, it } from 'vitest'
import { questionOf, readResponse } from '../../test/support/dns-messages.ts'
import { serverContextOf } from '../../test/support/server-context.ts'
import { createDnsOverHttps, type DohRequest } from './dns-over-https.ts'

const world = {
  domains: {
    'shop.example': {
      records: {
        A: [{ address: '192.0.2.7', ttl: 60 }],
        CAA: ['ca.example'],
        MX: [{ priority: 10, exchange: 'mx.shop.example' }],
        TXT: [{ strings: ['a "b"', 'c'] }],
        TYPE65: ['00010000'],
      },
    },
  },
} as const
const page = createDnsOverHttps(serverContextOf({ seed: 'k3f9', scenario: 'healthy', world }))
const ask = async (path: string, { body, ...request }: Partial<Omit<DohRequest, 'body'>> & { body?: Buffer } = {}) =>
  page({ method: 'GET', path, headers: {}, body: async () => body, ...request }, '8.8.8.8')
const type = 'application/dns-message'
const query = questionOf('shop.example', 'A')

describe('a resolver over HTTPS', () => {
  it('answers messages by GET and POST, for as long as caches may keep them', async () => {
    const post = await ask('/dns-query', { method: 'POST', headers: { 'content-type': type }, body: query })
    const get = await ask(`/dns-query?dns=${query.toString('base64url')}`)
    for (const { status, headers, body } of [post, get]) {
      expect(status).toBe(200)
      expect(headers).toEqual([
        { name: 'Content-Type', value: type },
        { name: 'Cache-Control', value: 'max-age=60' },
      ])
      expect(readResponse(Buffer.from(body)).answers[0]).toMatchObject({ name: 'shop.example', data: '192.0.2.7' })
    }
  })

  it.each([
    ['A', ['192.0.2.7']],
    ['mx', ['10 mx.shop.example.']],
    ['16', [String.raw`"a \"b\"" "c"`]],
    ['CAA', ['0 issue "ca.example"']],
    ['TYPE65', [String.raw`\# 4 00010000`]],
    ['AAAA', undefined],
  ])('answers %s as JSON', async (wanted, data) => {
    const { body } = await ask(`/resolve?name=Shop.example.&type=${wanted}`)
    const { Status, Answer, Question } = JSON.parse(String(body)) as {
      Status: number
      Answer?: { data: string }[]
      Question: object[]
    }
    expect([Status, Answer?.map((record) => record.data)]).toEqual([0, data])
    expect(Question).toEqual([expect.objectContaining({ name: 'shop.example.' })])
  })

  it('has JSON at /dns-query for clients that accept it, with NXDOMAIN as status 3', async () => {
    const { body } = await ask('/dns-query?name=no.such.shop.example', { headers: { accept: 'application/dns-json' } })
    expect(JSON.parse(String(body))).toMatchObject({ Status: 3, RA: true, Authority: [{ type: 6 }] })
  })

  it.each([
    ['/dns-query', {}, 400],
    ['/dns-query?dns=AAAA', {}, 400],
    ['/dns-query?dns=***', {}, 400],
    ['/dns-query', { method: 'POST', body: query }, 415],
    ['/dns-query', { method: 'POST', headers: { 'content-type': type } }, 413],
    ['/dns-query', { method: 'PUT' }, 405],
    ['/resolve', {}, 400],
    ['/resolve?name=a..b', {}, 400],
    ['/resolve?name=a.example&type=NONE', {}, 400],
    ['/resolve?name=a.example&type=70000', {}, 400],
  ])('refuses %s with %j', async (path, request, status) => {
    const found = await ask(path, request)
    expect(found.status).toBe(status)
    expect(String(found.body)).toMatch(/^[A-Z'].+\.\n$/)
  })
})
