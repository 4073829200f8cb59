import { pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { netbox, start, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { emailsIn, lines, listOf, refuse, resultOf, startVerifier, stream } from './support/verifier.ts'

describe('verified addresses', () => {
  it('are lines of JSON, each as the service sent it', async () => {
    const { url, asked } = await startVerifier((emails, answer) => {
      stream(answer).end(lines(emails.map((email) => resultOf(email, { status: 'catch-all', confidence: 55 }))))
    })
    const { code, stdout, stderr } = await netbox(withService(useHome(), url), [
      'verify',
      'ana@mail.example',
      'bob@shop.example',
      'ana@MAIL.example',
      '--json',
    ])
    expect(code).toBe(0)
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      resultOf('ana@mail.example', { status: 'catch-all', confidence: 55 }),
      resultOf('bob@shop.example', { status: 'catch-all', confidence: 55 }),
    ])
    expect(stderr).toBe('2 verified: 2 catch-all.\n')
    expect(asked).toEqual([['ana@mail.example', 'bob@shop.example']])
  })

  it('are one line each for people, with the reason and without control characters', async () => {
    const { url } = await startVerifier((emails, answer) => {
      const [one = '', two = '', three = ''] = emails
      stream(answer).end(
        lines([
          resultOf(one),
          resultOf(two, {
            status: 'invalid',
            reason: 'no_mailbox',
            smtp_response_code: 550,
            smtp_response_message: '5.1.1 \u001b[31mno',
          }),
          resultOf(three, { status: 'unconfirmed', confidence: 30, reason: 'greylisted', retry_after: 360 }),
        ]),
      )
    })
    const { stdout } = await netbox(withService(useHome(), url), [
      'verify',
      'a@x.example',
      'b@x.example',
      'c@x.example',
    ])
    const [first, second, third] = stdout.split('\n')
    expect(first).toMatch(/^✔ Valid +95 % {2}a@x\.example +accepted · 250 2\.1\.5 ok$/)
    expect(second).toMatch(/^✖ Invalid +95 % {2}b@x\.example +no mailbox · 550 5\.1\.1 \?\[31mno$/)
    expect(third).toMatch(/Unconfirmed +30 % {2}c@x\.example +greylisted · 250 2\.1\.5 ok · try again in 6 min$/)
  })

  it('are CSV whose cells no spreadsheet executes', async () => {
    const { url } = await startVerifier((emails, answer) => {
      stream(answer).end(lines(emails.map((email) => resultOf(email, { smtp_response_message: '=cmd|calc' }))))
    })
    const { stdout } = await netbox(withService(useHome(), url), ['verify', '+1@mail.example', '--csv', '--quiet'])
    expect(stdout).toBe(
      'Email,Status,Confidence,Provider,SMTP Server,Response Code,Response Message,Attempts\r\n' +
        "'+1@mail.example,valid,95,,mx1.mail.example,250,'=cmd|calc,1\r\n",
    )
  })

  it('are marked as simulated if they are', async () => {
    const { url } = await startVerifier((emails, answer) => {
      stream(answer).end(lines(emails.map((email) => resultOf(email, { simulated: true }))))
    })
    const { stderr } = await netbox(withService(useHome(), url), [
      'verify',
      'a@x.example',
      'b@x.example',
      '--csv',
      '--quiet',
    ])
    expect(stderr).toBe('Simulated: this service makes up its results; no mail server was contacted.\n')
  })

  it('appear while others are pending', async () => {
    let release = (): void => undefined
    const { url } = await startVerifier(async ([first = '', second = ''], answer) => {
      stream(answer).write(lines([resultOf(first)]))
      await new Promise<void>((resolve) => {
        release = resolve
      })
      answer.end(lines([resultOf(second)]))
    })
    const { child, finished } = start(withService(useHome(), url), ['verify', 'a@x.example', 'b@x.example', '--json'])
    if (child.stdout === null) throw new Error('stdout is not piped')
    const [text] = (await once(child.stdout, 'data')) as [string]
    expect(emailsIn(text)).toEqual(['a@x.example'])
    release()
    expect(emailsIn((await finished).stdout)).toEqual(['a@x.example', 'b@x.example'])
  })

  it('are requested with a solved challenge if the service requires one of visitors', async () => {
    const [nonce, salt, cost] = ['00112233445566778899aabbccddeeff', 'ffeeddccbbaa99887766554433221100', 100]
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.from([0, 0, 0, 40])])
    const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, 32, 'sha256').toString('hex')
    const parameters = { nonce, salt, cost, keyLength: 32, keyPrefix: key.slice(0, 32) }
    const { url, captchas } = await startVerifier(
      (emails, answer, number) => {
        if (number === 1) refuse(answer, 403, 'captcha_required', 'Please complete the security verification first.')
        else stream(answer).end(lines(emails.map((email) => resultOf(email))))
      },
      { parameters, signature: 's' },
    )
    expect((await netbox(withService(useHome(), url), ['verify', 'a@x.example'])).code).toBe(0)
    const [none, solved = ''] = captchas
    expect(none).toBeUndefined()
    expect(JSON.parse(Buffer.from(solved, 'base64').toString())).toMatchObject({
      challenge: { parameters },
      solution: { counter: 40, derivedKey: key },
    })
  })

  it('use the session’s token', async () => {
    const { url, bearers } = await startVerifier()
    const home = withService(useHome(), url)
    await netbox(home, ['verify', 'a@x.example'])
    await netbox(home, ['verify', 'a@x.example'], { env: { NETBOX_TOKEN: 'nbx_1' } })
    expect(bearers).toEqual([undefined, 'Bearer nbx_1'])
  })
})

describe('lists', () => {
  it('are read from stdin, from a file, and from the email column of a CSV file', async () => {
    const { url, asked } = await startVerifier()
    const home = withService(useHome(), url)
    writeFileSync(join(home.folder, 'list.txt'), 'a@x.example\r\n\n  b@x.example  \na@X.example')
    writeFileSync(join(home.folder, 'list.csv'), 'Name,Email\nAna,ana@x.example\n"Bo, B",bo@x.example\n')
    await netbox(home, ['verify', '-', '--json'], { input: 'c@x.example\n' })
    await netbox(home, ['verify', '--file', 'list.txt', '--json'])
    await netbox(home, ['verify', '--file', 'list.csv', '--json'])
    expect(asked).toEqual([['c@x.example'], ['a@x.example', 'b@x.example'], ['ana@x.example', 'bo@x.example']])
  })

  it('are sent in requests of a thousand, each address once', async () => {
    const { url, asked } = await startVerifier()
    const addresses = listOf(2500)
    const { stdout, stderr, code } = await netbox(withService(useHome(), url), ['verify', '-', '--json'], {
      input: [...addresses, ...addresses].join('\n'),
    })
    expect(code).toBe(0)
    expect(asked.map(({ length }) => length)).toEqual([1000, 1000, 500])
    expect(emailsIn(stdout)).toEqual(addresses)
    expect(stderr).toBe('2,500 verified: 2,500 valid.\n')
  })

  it('report lines that can’t be sent, and verify the others', async () => {
    const { url, asked } = await startVerifier()
    const home = withService(useHome(), url)
    const input = `a@x.example\n${'x'.repeat(1025)}@x.example\nb\u0007@x.example\n`
    const { code, stdout, stderr } = await netbox(home, ['verify', '-', '--json'], { input })
    expect(asked).toEqual([['a@x.example']])
    expect(code).toBe(5)
    expect(stdout.trim().split('\n')).toHaveLength(3)
    expect(stdout).toContain('"code":"invalid_input"')
    expect(stderr).toBe('1 verified: 1 valid; 2 not sent.\n')
  })

  it.each([[['verify']], [['verify', '-']], [['verify', ' ']]])('without an address are refused: %j', async (args) => {
    const { code, stderr } = await netbox(useHome(), args, { input: '\n\n' })
    expect(stderr).toBe('Please enter at least one email address.\n')
    expect(code).toBe(2)
  })
})
