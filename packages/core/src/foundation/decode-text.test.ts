import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const swapped = (octets: Buffer): Buffer => Buffer.from(octets).swap16()

describe('the text of a file', () => {
  it('is the same in each encoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [utf8, utf16] = [Buffer.from(text), Buffer.from(text, 'utf16le')]
        fc.pre(!text.startsWith('\ufeff'))
        for (const octets of [
          utf8,
          Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), utf8]),
          Buffer.concat([Buffer.of(0xff, 0xfe), utf16]),
          Buffer.concat([Buffer.of(0xfe, 0xff), swapped(utf16)]),
        ])
          expect(decodeText(octets)).toEqual({ text })
      }),
    )
  })

  it('is valid as the decoder of the platform says', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (octets) => {
        fc.pre(!(octets[0] === 0xff && octets[1] === 0xfe) && !(octets[0] === 0xfe && octets[1] === 0xff))
        const decoded = (() => {
          try {
            return decoder.decode(octets)
          } catch {
            return undefined
          }
        })()
        const own = decodeText(octets)
        expect('text' in own ? own.text : undefined).toBe(decoded)
      }),
    )
  })

  it('has no text in another encoding, and the line is known', () => {
    expect(decodeText(Buffer.from('a\nb\nb\u00fccher', 'latin1'))).toEqual({ wrongLine: 3 })
  })
})
