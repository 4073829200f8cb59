import { describe, expect, it } from 'vitest'
import { contentOf } from './message-content.ts'

const of = (...lines: string[]) => contentOf(Buffer.from(lines.join('\r\n')))
const codesOf = (text: string) => of('Subject: Welcome', '', text).codes

describe('the codes of a message', () => {
  it.each([
    ['Your code is 482913.', ['482913']],
    ['Code: 123 456 (or 123-456)', ['123456']],
    ['G-482913 is your code, not 7777777777.', ['482913']],
    ['Type this:\r\n\r\n   K7F-92Q   \r\n', ['K7F-92Q']],
    ['Pague R$ 1.2345 ou $4000; 12,000 people', []],
    ['© 2026 Shop. 29 November 2026, Nov 29, 2026, 2026-11-29', []],
    ['Order #123456, /x/1234, +1 555 1234567, a1234, ana1234@shop.example', ['1234567']],
    ['https://shop.example/confirm/123456', []],
  ])('of %j are %j', (text, codes) => {
    expect(codesOf(text)).toEqual(codes)
  })

  it('are read in every encoding, and last from the subject', () => {
    const html = '<html><style>a{color:#123456}</style><p>Your code: <b>48</b><b>2913</b>&nbsp;</p></html>'
    expect(
      of(
        'Subject: =?iso-8859-1?Q?C=F3digo_7777?=',
        'Content-Type: multipart/mixed;',
        ' boundary="x y"',
        '',
        'A preamble with 1111',
        '--x y',
        'Content-Type: multipart/alternative; boundary=z',
        '',
        '--z',
        'Content-Type: text/plain; charset=utf-16le',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('Código 482913', 'utf16le').toString('base64'),
        '--z',
        'Content-Type: text/html',
        '',
        html,
        '--z--',
        '--x y',
        'Content-Type: text/plain',
        'Content-Disposition: attachment; filename=a.txt',
        '',
        '9999',
        '--x y--',
      ).codes,
    ).toEqual(['482913', '7777'])
  })
})

describe('the links of a message', () => {
  it('end before the punctuation of a sentence, and continue over soft line breaks', () => {
    expect(
      of(
        'Content-Transfer-Encoding: Quoted-Printable',
        '',
        'Open https://shop.example/confirm?to=',
        'ken=3Dabc&u=3D1, or (http://shop.example/a). Not ftp://shop.example/.',
      ).links,
    ).toEqual(['https://shop.example/confirm?token=abc&u=1', 'http://shop.example/a'])
  })

  it('are the targets of HTML links, in their order', () => {
    expect(
      of(
        'Content-Type: text/html; charset=unknown',
        '',
        '<link href="https://shop.example/style.css"><a class=x href="https://shop.example/?a=1&amp;b=2">Go</a>',
        "<a href='https://shop.example/2'>https://shop.example/2</a> <a href=https://shop.example/3>",
        '</a><a href="mailto:ana@shop.example">Mail</a>',
      ).links,
    ).toEqual(['https://shop.example/?a=1&b=2', 'https://shop.example/2', 'https://shop.example/3'])
  })

  it.each(['<a href=', '9999 ', '=?a?b?', '<style>', 'https://', '\r\n\t', 'A1-', '--x\r\n'])(
    'of a hostile message of many %j take no long time',
    (part) => {
      const start = performance.now()
      contentOf(Buffer.from(`Content-Type: text/html\r\n\r\n${part.repeat(1_000_000 / part.length)}`))
      contentOf(Buffer.from(`Content-Type: multipart/mixed; boundary=x\r\n\r\n${part.repeat(1_000_000 / part.length)}`))
      expect(performance.now() - start).toBeLessThan(20_000)
    },
  )
})
