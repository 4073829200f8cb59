import { describe, expect, it } from 'vitest'
import { recognise } from './recognise.ts'

const HEADERS = 'Received: from a.example by b.example; Fri, 20 Nov 2026 08:14:02 +0000\nFrom: Ana <ana@mail.example>'

describe('pasted text', () => {
  it.each([
    ['203.0.113.42', 'address'],
    ['2001:db8::1', 'address'],
    ['mail.example', 'domain'],
    ['https://shop.example/cart?x=1', 'domain'],
    ['bücher.example', 'domain'],
    ['shop.example:443', 'endpoint'],
    ['[2001:db8::1]:25', 'endpoint'],
    ['ana@mail.example', 'email'],
    [HEADERS, 'headers'],
    ['From: Ana <ana@mail.example>', 'headers'],
    ['mx', undefined],
    ['dns propagation', undefined],
    ['1.2.3', undefined],
    ['', undefined],
  ])('%j is %s', (text, kind) => {
    expect(recognise(text)).toBe(kind)
  })
})
