import { pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { netbox, start, startShell, useHome } from './support/netbox.ts'
import { startService, withService } from './support/service.ts'
import { hasTmux, openTerminal } from './support/terminal.ts'
import { lines, refuse, resultOf, startVerifier, stream } from './support/verifier.ts'

const list = (count: number): string[] => Array.from({ length: count }, (_, index) => `u${index}@mail.example`)

const emailsIn = (ndjson: string): string[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { email: string }).email)

describe('verified addresses', () => {
  it('come as lines of JSON, each as the service said it', async () => {
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

  it('come for people as one line each, with the reason, and nothing in it that drives a terminal', async () => {
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

  it('come as CSV whose cells no spreadsheet runs', async () => {
    const { url } = await startVerifier((emails, answer) => {
      stream(answer).end(lines(emails.map((email) => resultOf(email, { smtp_response_message: '=cmd|calc' }))))
    })
    const { stdout } = await netbox(withService(useHome(), url), ['verify', '+1@mail.example', '--csv', '--quiet'])
    expect(stdout).toBe(
      'Email,Status,Confidence,Provider,SMTP Server,Response Code,Response Message,Attempts\r\n' +
        "'+1@mail.example,valid,95,,mx1.mail.example,250,'=cmd|calc,1\r\n",
    )
  })

  it('are said to be made up where they are', async () => {
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
    expect(stderr).toBe('Simulated: this service makes its results up; no mail server was asked.\n')
  })

  it('come while others are waited for', async () => {
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

  it('are asked for with a solved challenge where the service wants one of a visitor', async () => {
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

  it('carry the token of who asks', async () => {
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

  it('go in requests of a thousand, each address once', async () => {
    const { url, asked } = await startVerifier()
    const addresses = list(2500)
    const { stdout, stderr, code } = await netbox(withService(useHome(), url), ['verify', '-', '--json'], {
      input: [...addresses, ...addresses].join('\n'),
    })
    expect(code).toBe(0)
    expect(asked.map(({ length }) => length)).toEqual([1000, 1000, 500])
    expect(emailsIn(stdout)).toEqual(addresses)
    expect(stderr).toBe('2,500 verified: 2,500 valid.\n')
  })

  it('with lines that can not be sent are told of them, and the others go on', async () => {
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

describe('what goes wrong', () => {
  it.each([
    [403, 'limit_exceeded', 3, 'Free users can verify up to 10 emails at once.\nPlans: netbox upgrade\n'],
    [503, 'service_off', 3, 'This service is switched off at the moment.\n'],
    [503, 'verifier_unavailable', 3, 'Email verification is not available at the moment.\n'],
    [429, 'daily_limit_reached', 4, 'What the service says.\n'],
    [500, 'internal_error', 1, 'Internal server error. Please try again later.\n'],
    [502, 'unknown', 7, 'Bad gateway. The server cannot reach the backend.\n'],
  ])('%d %s ends with %d', async (status, code, exit, line) => {
    const said = code === 'limit_exceeded' ? 'Free users can verify up to 10 emails at once.' : 'What the service says.'
    const { url } = await startVerifier((_emails, answer) => refuse(answer, status, code, said))
    const outcome = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect(outcome).toMatchObject({ code: exit, stdout: '', stderr: line })
  })

  it('nobody there ends with 7, and as JSON too', async () => {
    const { code, stdout, stderr } = await netbox(useHome(), ['verify', 'a@x.example', '--json'])
    expect(code).toBe(7)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unreachable', title: 'Service unreachable' } })
    expect(stderr).toMatch(/ can't be reached: /)
  })

  it('a service without a verifier says so', async () => {
    const service = await startService({ EMAIL_VERIFIER: 'off' })
    try {
      const { code, stderr } = await netbox(withService(useHome(), service.url), ['verify', 'a@x.example'])
      expect({ code, stderr }).toEqual({ code: 3, stderr: 'Email verification is not available at the moment.\n' })
    } finally {
      await service.remove()
    }
  })

  it('the service as it is built answers for each address, and results that are made up are told of', async () => {
    const service = await startService()
    try {
      const asked = ['a@x.example', 'info@mailinator.com', 'none@@x.example']
      const outcome = await netbox(withService(useHome(), service.url), ['verify', ...asked, '--json'])
      const results = outcome.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(new Set(results.map(({ email }) => email))).toEqual(new Set(asked))
      expect(results.every(({ simulated }) => simulated === true)).toBe(true)
      expect(outcome.stderr).toContain('Simulated: this service makes its results up; no mail server was asked.')
      expect(outcome.code).toBe(0)
    } finally {
      await service.remove()
    }
  })

  it('a page instead of an answer is named as what it is', async () => {
    const { url } = await startVerifier((_emails, answer) => {
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    })
    const { code, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect(stderr).toMatch(/^What answers at .* is no netbox service\./)
    expect(code).toBe(7)
  })

  it.each([
    ['nothing', 'null\n'],
    ['no status', lines([resultOf('a@x.example', { status: null })])],
    ['no address', lines([resultOf('a@x.example', { email: 7 })])],
  ])('a line that holds %s is no result', async (_what, text) => {
    const { url } = await startVerifier((_emails, answer) => void stream(answer).end(text))
    const { code, stdout, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
    expect(stderr).toMatch(/^What answers at .* is no netbox service\./)
  })

  it('a status of a newer service is shown as it is, and drives no terminal', async () => {
    const { url } = await startVerifier((emails, answer) => {
      stream(answer).end(lines(emails.map((email) => resultOf(email, { status: 'new\u001b[31m' }))))
    })
    const { code, stdout, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect(stdout).toMatch(/^ {2}new\?\[31m +95 % {2}a@x\.example /)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 verified: 1 new?[31m.\n' })
  })

  it('what a service says drives no terminal', async () => {
    const { url } = await startVerifier((_emails, answer) =>
      refuse(answer, 400, 'odd', 'Look \u001b]0;here\u0007 \u202eback'),
    )
    const { stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect(stderr).toBe('Look ?]0;here? ?back\n')
  })

  it('a redirect is not followed: addresses and token go to one service', async () => {
    const other = await startVerifier()
    const { url } = await startVerifier((_emails, answer) => {
      answer.writeHead(307, { location: `${other.url}/api/email/verify` }).end()
    })
    const { code, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'], {
      env: { NETBOX_TOKEN: 'nbx_1' },
    })
    expect(stderr).toContain(`sends its callers to ${other.url}. Nothing was sent there`)
    expect(code).toBe(7)
    expect(other.asked).toEqual([])
  })

  it.each([
    ['breaks off', (answer: Parameters<typeof stream>[0]) => answer.destroy()],
    ['ends before all is told', (answer: Parameters<typeof stream>[0]) => answer.end()],
  ])('a stream that %s leaves what came, and says so with 5', async (_what, end) => {
    const { url } = await startVerifier((emails, answer) => {
      stream(answer).write(lines(emails.slice(0, 2).map((email) => resultOf(email))), () => end(answer))
    })
    const { code, stdout, stderr } = await netbox(withService(useHome(), url), ['verify', ...list(5), '--json'])
    expect(emailsIn(stdout)).toEqual(list(2))
    expect(stderr).toMatch(
      /^2 verified: 2 valid\.\nThe rest was not verified\. .* With --resume FILE a list goes on where it ended\.\n$/,
    )
    expect(code).toBe(5)
  })

  it('options that exclude each other are refused', async () => {
    expect((await netbox(useHome(), ['verify', 'a@x.example', '--json', '--csv'])).stderr).toBe(
      "--json and --csv can't be used together.\n",
    )
    const { code, stderr } = await netbox(useHome(), ['verify', 'a@x.example', '--resume', 'x', '--output', 'y'])
    expect(stderr).toBe("--resume and --output can't be used together.\n")
    expect(code).toBe(2)
  })
})

describe('a file to go on with', () => {
  it('is made, holds each result as it comes, and is gone on with after a break', async () => {
    const addresses = list(2500)
    const { url, asked } = await startVerifier((emails, answer, number) => {
      const isBroken = number === 2
      const told = isBroken ? emails.slice(0, 300) : emails
      stream(answer).write(lines(told.map((email) => resultOf(email))), () =>
        isBroken ? answer.destroy() : answer.end(),
      )
    })
    const home = withService(useHome(), url)
    writeFileSync(join(home.folder, 'list.txt'), addresses.join('\n'))
    const args = ['verify', '--file', 'list.txt', '--resume', 'done.ndjson']
    const first = await netbox(home, args)
    expect(first.stderr).toContain('The same command goes on where this one ended.')
    expect(first.code).toBe(5)

    const second = await netbox(home, args)
    expect(second).toMatchObject({ code: 0, stdout: '', stderr: '1,200 verified: 1,200 valid; 1,300 known before.\n' })
    expect(emailsIn(readFileSync(join(home.folder, 'done.ndjson'), 'utf8'))).toEqual(addresses)
    expect(asked.slice(2).flat()).toEqual(addresses.slice(1300))

    const third = await netbox(home, args)
    expect(third).toMatchObject({ code: 0, stderr: '0 verified; 2,500 known before.\n' })
    expect(asked).toHaveLength(4)
  })

  it('goes on after a process that was killed in the middle of a line', async () => {
    const { url } = await startVerifier()
    const home = withService(useHome(), url)
    const path = join(home.folder, 'done.ndjson')
    const torn = JSON.stringify(resultOf('b@x.example')).slice(0, 40)
    writeFileSync(path, `${lines([resultOf('a@x.example')])}${torn}`)
    await netbox(home, ['verify', 'a@x.example', 'b@x.example', '--resume', 'done.ndjson'])
    expect(emailsIn(readFileSync(path, 'utf8'))).toEqual(['a@x.example', 'b@x.example'])
  })

  it.each([
    ['a letter', 'Dear Ana,\nthis is no list.\n'],
    ['one line of anything', 'my only copy'],
    ['JSON of something else', '{"tool":"mx-record"}\n'],
    ['a CSV file', 'Email,Status\n'],
  ])('that holds %s is left as it is', async (_what, text) => {
    const home = useHome()
    const path = join(home.folder, 'other')
    writeFileSync(path, text)
    const { code, stderr } = await netbox(home, ['verify', 'a@x.example', '--resume', 'other'])
    expect(stderr).toBe("'other' holds no results of 'netbox verify --json' (line 1): nothing was changed in it.\n")
    expect(code).toBe(2)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('that can not be written is said to be so before anything is asked', async () => {
    const { url, asked } = await startVerifier()
    const { code, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example', '--resume', 'no/x'])
    expect(stderr).toBe("'no/x' can't be written: its folder does not exist.\n")
    expect(code).toBe(1)
    expect(asked).toEqual([])
  })
})

describe('an interrupted verification', () => {
  it('ends with 130 on Ctrl-C, keeps what is in the file, and leaves no half one', async () => {
    const { url } = await startVerifier(([first = ''], answer) => {
      stream(answer).write(lines([resultOf(first)]))
    })
    const home = withService(useHome(), url)
    const held = start(home, ['verify', 'a@x.example', 'b@x.example', '--resume', 'done.ndjson', '--json'])
    await expect
      .poll(
        () => existsSync(join(home.folder, 'done.ndjson')) && readFileSync(join(home.folder, 'done.ndjson'), 'utf8'),
      )
      .toContain('a@x')
    held.child.kill('SIGINT')
    const { code, stderr } = await held.finished
    expect(stderr).toBe('Verification cancelled.\n')
    expect(code).toBe(130)
    expect(emailsIn(readFileSync(join(home.folder, 'done.ndjson'), 'utf8'))).toEqual(['a@x.example'])
  })

  it('is no failure when the reader has had enough', async () => {
    const { url } = await startVerifier()
    const home = withService(useHome(), url)
    writeFileSync(join(home.folder, 'list.txt'), list(3000).join('\n'))
    const { stdout } = await startShell(
      home,
      'netbox verify --file list.txt --json --quiet | head -1; echo "${PIPESTATUS[0]}"',
    ).finished
    const [, code] = stdout.trim().split('\n')
    expect(code).toBe('0')
  })
})

describe.runIf(hasTmux)('on a terminal', () => {
  it('a list tells how far it is while its results go to a file, and takes that back at the end', async () => {
    let release = (): void => undefined
    const { url } = await startVerifier(async (emails, answer) => {
      stream(answer).write(lines(emails.slice(0, 2).map((email) => resultOf(email))))
      await new Promise<void>((resolve) => {
        release = resolve
      })
      answer.end(lines(emails.slice(2).map((email) => resultOf(email))))
    })
    const terminal = openTerminal(withService(useHome(), url))
    terminal.type('clear; netbox verify a@x.example b@x.example c@x.example --json > out.ndjson', 'Enter')
    await expect.poll(() => terminal.screen(), { timeout: 15_000, interval: 30 }).toMatch(/^[12] done$/m)
    release()
    await expect.poll(() => terminal.screen(), { timeout: 15_000, interval: 30 }).toContain('3 verified: 3 valid.')
    expect(terminal.screen()).not.toMatch(/^\d done/m)
  })

  it('each result is a line in color that fits, and the rest follows', async () => {
    const { url } = await startVerifier()
    const terminal = openTerminal(withService(useHome(), url), { columns: 60 })
    terminal.type('netbox verify ana@mail.example bob@shop.example', 'Enter')
    await expect.poll(() => terminal.screen(), { timeout: 15_000, interval: 30 }).toContain('2 verified: 2 valid.')
    const rows = terminal
      .screen()
      .split('\n')
      .filter((line) => line.startsWith('✔ Valid'))
    expect(rows).toHaveLength(2)
    expect(rows.every((line) => line.length <= 60)).toBe(true)
  })
})
