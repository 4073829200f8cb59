import { describe, expect, it } from 'vitest'
import { readAddress } from './read-address.ts'

const server = { encryptedExtensions: ['SIZE 1000', '8BITMIME', 'SMTPUTF8', 'DSN', 'AUTH PLAIN'] }

const read = (text: string, isSender = true) => {
  const result = readAddress(text, isSender, server)
  return 'fault' in result ? result : { ...result, parameters: Object.fromEntries(result.parameters) }
}

describe('the address of a command', () => {
  it.each([
    ['<>', ''],
    [' <ana@mail.example> ', 'ana@mail.example'],
    ['ana@mail.example', 'ana@mail.example'],
    ['<@one.example,@two.example:ana@mail.example>', 'ana@mail.example'],
    ['<"a b>@c"@mail.example>', '"a b>@c"@mail.example'],
    [String.raw`"a\" b"@mail.example`, String.raw`"a\" b"@mail.example`],
    ['<ana@[192.0.2.1]>', 'ana@[192.0.2.1]'],
    ['<ana@[IPv6:2001:db8::1]>', 'ana@[IPv6:2001:db8::1]'],
    ['<ana@xn--bcher-kva.example>', 'ana@xn--bcher-kva.example'],
    ['<zoë@bücher.example> SMTPUTF8', 'zoë@bücher.example'],
    [`<${'a'.repeat(240)}@mail.example>`, `${'a'.repeat(240)}@mail.example`],
  ])('is read from %j', (text, address) => {
    expect(read(text)).toMatchObject({ address })
  })

  it.each([
    '',
    '<',
    '<ana@mail.example',
    'ana@mail.example>',
    '<ana>',
    '<ana@>',
    '<@mail.example>',
    '<a@b@mail.example>',
    '<a b@mail.example>',
    '<a..b@mail.example>',
    '<.a@mail.example>',
    '<a.@mail.example>',
    '<ana@mail.example>x',
    '<ana@-.example>',
    '<ana@mail..example>',
    '<ana@.example>',
    '<ana@mail.example.>',
    '<ana@mail_1.example>',
    '<ana@[192.0.2]>',
    '<ana@[IPv6:1]>',
    '<ana@[]>',
    '<a\x01@mail.example>',
    '<a\u200B@mail.example>',
    `<${'a'.repeat(241)}@mail.example>`,
    '<ana@mail.example> ENVID=a+0D+0Ab',
    '<postmaster>',
  ])('is none in %j', (text) => {
    expect(read(text)).toEqual({ fault: 'badSender' })
  })

  it('is of a recipient, who may be the postmaster but not empty', () => {
    expect(read('<Postmaster>', false)).toMatchObject({ address: 'Postmaster' })
    expect(read('<>', false)).toEqual({ fault: 'badRecipient' })
  })
})

describe('the parameters of a command', () => {
  it('are read with their values', () => {
    expect(read('<>  size=10 BODY=8bitmime SMTPUTF8 ENVID=a+2Bb ')).toEqual({
      address: '',
      parameters: { SIZE: '10', BODY: '8bitmime', SMTPUTF8: '', ENVID: 'a+b' },
    })
  })

  it.each([
    ['SIZE', 'badParameter'],
    ['SIZE=abc', 'badParameter'],
    ['SIZE=1 SIZE=1', 'badParameter'],
    ['BODY=BINARYMIME', 'badParameter'],
    ['SMTPUTF8=1', 'badParameter'],
    ['RET=ALL', 'badParameter'],
    ['NOTIFY=NEVER,DELAY', 'badParameter'],
    ['ORCPT=ana', 'badParameter'],
    ['BY=120;R', 'unknownParameter'],
    ['COLOUR=red', 'unknownParameter'],
  ])('are refused: %s', (text, fault) => {
    expect(read(`<ana@mail.example> ${text}`)).toEqual({ fault, given: text.split('=')[0] })
  })
})
