import { describe, expect, it } from 'vitest'
import { signIn } from './sign-in.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Signs in with the lines of a client. Returns the reply and the decoded challenges. */
const trySignIn = async (command: string, ...lines: string[]) => {
  const asked: string[] = []
  const result = await signIn(command, {
    host: 'mx1.mail.example',
    offered: ['PLAIN', 'LOGIN', 'CRAM-MD5', 'XOAUTH2', 'SCRAM-SHA-256'],
    ask: async (challenge) => {
      asked.push(Buffer.from(challenge, 'base64').toString())
      return lines.shift()
    },
    isUser: (user) => user === 'ana@mail.example',
  })
  return { ...result, asked }
}

const USER = 'ana@mail.example'
const PLAIN = base64(`\0${USER}\0secret`)
const BEARER = base64(`user=${USER}\x01auth=Bearer token\x01\x01`)

describe('AUTH', () => {
  it.each([
    [`PLAIN ${PLAIN}`, [], []],
    [`plain ${base64(`${USER}\0\0secret`)}`, [], []],
    ['PLAIN', [PLAIN], ['']],
    ['LOGIN', [base64(USER), base64('secret')], ['Username:', 'Password:']],
    [`LOGIN ${base64(USER)}`, [base64('secret')], ['Password:']],
    ['CRAM-MD5', [base64(`${USER} 0123`)], [expect.stringMatching(/^<[0-9a-f]{32}@mx1\.mail\.example>$/) as string]],
    [`XOAUTH2 ${BEARER}`, [], []],
    ['XOAUTH2', [BEARER], ['']],
  ])('accepts a user by %s', async (command, lines, asked) => {
    expect(await trySignIn(command, ...lines)).toEqual({ kind: 'signedIn', user: USER, asked })
  })

  it.each([
    ['', [], 'unknownMechanism'],
    ['GSSAPI', [], 'unknownMechanism'],
    // Servers announce it, but the clients that choose it need their passwords.
    ['SCRAM-SHA-256', [], 'unknownMechanism'],
    ['PLAIN a b', [], 'syntax'],
    ['CRAM-MD5 a', [], 'syntax'],
    ['PLAIN', ['*'], 'cancelled'],
    ['LOGIN', [base64(USER), '*'], 'cancelled'],
    ['LOGIN', [], 'cancelled'],
    ['LOGIN', [''], 'badCredentials'],
    [`PLAIN ${base64(USER)}`, [], 'badCredentials'],
    [`PLAIN ${base64('\0ana\r\n\0secret')}`, [], 'badCredentials'],
    [`XOAUTH2 ${base64(`user=${USER}`)}`, [], 'badCredentials'],
    [`PLAIN ${base64('\0ben@mail.example\0secret')}`, [], 'unknownUser'],
  ] as const)('refuses %j, with the lines %j', async (command, lines, kind) => {
    expect(await trySignIn(command, ...lines)).toMatchObject({ kind })
  })

  it('describes the error of XOAUTH2 before the reply', async () => {
    const command = `XOAUTH2 ${base64('user=ben\x01auth=Bearer token\x01\x01')}`
    expect(await trySignIn(command, '')).toEqual({ kind: 'unknownUser', asked: ['{}'] })
  })
})
