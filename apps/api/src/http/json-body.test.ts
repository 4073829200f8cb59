import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBodyReader, isCleanText, MAX_DEPTH, parseJson } from './json-body.ts'

const parse = (text: string): unknown => parseJson(Buffer.from(text))

describe('parseJson', () => {
  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(isCleanText(JSON.stringify(JSON.parse(text))) && !text.includes('\\u'))
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it(`takes ${MAX_DEPTH} levels and no more`, () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${' '.repeat(300)}${']'.repeat(depth)}`
    expect(() => parse(nested(MAX_DEPTH))).not.toThrow()
    expect(() => parse(nested(MAX_DEPTH + 1))).toThrow('nests too deep')
    expect(() => parse('['.repeat(500_000))).toThrow('nests too deep')
    expect(() => parse('{"a":'.repeat(150_000))).toThrow('nests too deep')
  })

  it('does not count brackets inside of texts', () => {
    const text = `${'['.repeat(500)}\\"${'{'.repeat(500)}`
    expect(parse(`["${text}"]`)).toEqual([text.replace('\\"', '"')])
  })

  it.each([
    ['NUL', '{"email":"a\\u0000b"}'],
    ['half a surrogate pair', '["\\ud83d"]'],
    ['NUL in a key', '{"a\\u0000":1}'],
    ['half a pair deep inside', '{"a":[{"b":"\\udc00"}]}'],
  ])('refuses %s', (_name, text) => {
    expect(() => parse(text)).toThrow('characters that no text may have')
  })

  it('takes whole surrogate pairs and other escapes', () => {
    expect(parse('["\\ud83d\\ude00\\u00e9"]')).toEqual(['😀é'])
  })

  it('refuses bytes that are no UTF-8, and what is no JSON', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not JSON')
    for (const text of ['', '{', "{'a':1}", 'undefined', '{"a":1}x']) expect(() => parse(text)).toThrow('not JSON')
  })

  it('leaves the prototype alone', () => {
    const value = parse('{"__proto__":{"isAdmin":true}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect({}).not.toHaveProperty('isAdmin')
  })
})

describe('createBodyReader', () => {
  const MEGABYTE = 1_048_576

  const request = (): IncomingMessage => {
    const message = new IncomingMessage(new Socket())
    message.headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    return message
  }

  const whole = (bytes: Buffer): IncomingMessage => {
    const message = request()
    message.push(bytes)
    message.push(null)
    message.complete = true
    return message
  }

  it('reads a body that has come as a whole at once, and one in pieces when the last has come', async () => {
    const read = createBodyReader()
    expect(read(whole(Buffer.from('{"input":"é"}')), false)).toEqual({ input: 'é' })
    expect(read(whole(Buffer.from(' {} ')), true)).toBe(' {} ')
    expect(() => read(whole(Buffer.alloc(MEGABYTE + 1, ' ')), false)).toThrow('too large')
    const message = request()
    const value = read(message, false)
    message.push(Buffer.from('{"input":'))
    message.push(Buffer.from('"a"}'))
    message.push(null)
    expect(await value).toEqual({ input: 'a' })
  })
})
