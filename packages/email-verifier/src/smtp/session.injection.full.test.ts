import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '../../test/support/any-text.ts'
import { closeAfterTest } from '../../test/support/close-after-test.ts'
import { openTestSession } from '../../test/support/open-test-session.ts'
import { startSmtpServer } from '../../test/support/scripted-smtp-server.ts'
import type { Session } from './session.ts'
import { UnsendableText } from './smtp-errors.ts'

const hostile = fc.constantFrom(
  '\r\n',
  '\r',
  '\n',
  '\0',
  '<',
  '>',
  '>\r\nDATA\r\n.\r\n',
  '\r\nRCPT TO:<x@y.test>',
  '\u0085',
  '\u2028',
  '\ud800',
  '"',
  '\\',
  '\\"',
  ' ',
  '@',
  ':',
  ',',
  '%',
  '!',
  '`',
  '$(id)',
  '\t',
  '\x1b[2J',
  '> NOTIFY=SUCCESS',
  'ü',
  '漢',
  '😀',
  '\ufeff',
)
const piece = fc.oneof(hostile, anyText(8), fc.string({ minLength: 1, maxLength: 12 }))
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const plain = fc.stringMatching(/^[a-z0-9.+_-]{1,20}$/)
const address = fc.oneof(
  fc.tuple(plain, plain).map(([local, domain]) => `${local}@${domain}.test`),
  fc.tuple(text, plain).map(([local, domain]) => `${local}@${domain}.test`),
  fc.tuple(text, plain).map(([local, domain]) => `"${local}"@${domain}.test`),
  fc.tuple(plain, text).map(([local, domain]) => `${local}@${domain}`),
  text,
)

const ask = async (session: Session, recipient: string): Promise<boolean> => {
  try {
    await session.ask(recipient)
    return true
  } catch (error) {
    if (error instanceof UnsendableText) return false
    throw error
  }
}

it('with 10,000 addresses, the server sees only the commands of a verification, one line each', async () => {
  const addresses = fc.sample(address, 10_000)
  const server = closeAfterTest(await startSmtpServer({ extensions: ['STARTTLS', 'SMTPUTF8'] }))
  const session = await openTestSession(server)
  const sent: string[] = []
  for (const recipient of addresses) if (await ask(session, recipient)) sent.push(recipient)
  await session.quit()

  const known =
    /^(?:EHLO verify\.test|STARTTLS|MAIL FROM:<bounce@verify\.test>(?: SMTPUTF8)?|RCPT TO:<[^<>\p{Cc}]+>|RSET|QUIT)$/u
  const lines = (server.connections[0]?.received ?? '').split('\r\n')
  expect(lines.pop()).toBe('')
  expect(lines.filter((line) => !known.test(line))).toEqual([])
  // Each sent address arrived unchanged, in its own transaction; the others were never sent.
  expect(lines.flatMap((line) => /^RCPT TO:<(?<path>.*)>$/.exec(line)?.groups?.['path'] ?? [])).toEqual(sent)
  expect(lines).toHaveLength(['EHLO', 'STARTTLS', 'EHLO', 'QUIT'].length + sent.length * 3 - 1)
  expect(server.connections).toHaveLength(1)
  expect(sent.length).toBeGreaterThan(2000)
  expect(addresses.length - sent.length).toBeGreaterThan(2000)
}, 60_000)
