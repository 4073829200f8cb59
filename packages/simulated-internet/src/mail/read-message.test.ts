import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessage } from './read-message.ts'

/** The input of a client that sends these texts, one after the other. */
const inputOf = (texts: readonly string[]) => {
  const left = texts.filter((text) => text !== '')
  return {
    some: async () => left.shift() ?? '',
    putBack: (text: string) => void (text !== '' && left.unshift(text)),
    left: () => left.join(''),
  }
}

const stuffed = (message: string): string => message.replaceAll(/(^|\r\n)\./g, '$1..')

const read = async (texts: readonly string[], size = 1000) => {
  const input = inputOf(texts)
  const octets = await readMessage(input, size)
  return { message: Buffer.isBuffer(octets) ? octets.toString('latin1') : octets, left: input.left() }
}

describe('a message', () => {
  it('is read to its end in any parts, without the periods that the client added', async () => {
    const line = fc.string({ unit: fc.constantFrom('.', 'a', '\r', '\n', 'ü'), maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 6 }),
        fc.array(fc.nat(40), { maxLength: 8 }),
        async (lines, cuts) => {
          const message = lines.map((text) => `${text}\r\n`).join('')
          const sent = `${stuffed(message)}.\r\nQUIT\r\n`
          const places = [0, ...cuts.toSorted((one, other) => one - other), sent.length]
          const parts = places.slice(1).map((end, index) => sent.slice(places[index], end))
          expect(await read(parts)).toEqual({ message, left: 'QUIT\r\n' })
        },
      ),
    )
  })

  // SMTP smuggling: servers that end a message here let a client add commands to the messages of others.
  it.each(['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r\n.\r', '\r\n\0.\r\n'])('does not end with %j', async (other) => {
    const { message, left } = await read([`a${other}MAIL FROM:<b@shop.example>\r\n.\r\nQUIT\r\n`])
    expect(message).toBe(`a${other.replace('\r\n.', '\r\n')}MAIL FROM:<b@shop.example>\r\n`)
    expect(left).toBe('QUIT\r\n')
  })

  it('is too large from the first octet beyond the size, and is read to its end', async () => {
    expect(await read(['12345678\r\n.\r\n'], 10)).toEqual({ message: '12345678\r\n', left: '' })
    expect(await read(['..2345678\r\n.\r\n'], 10)).toEqual({ message: '.2345678\r\n', left: '' })
    const long = Array.from({ length: 50 }, () => '123456789\r\n')
    expect(await read([...long, '.\r\nQUIT\r\n'], 10)).toEqual({ message: 'too-large', left: 'QUIT\r\n' })
  })

  it('is none if the client leaves before its end', async () => {
    expect(await read(['a\r\n.\r'])).toEqual({ message: undefined, left: '' })
  })
})
