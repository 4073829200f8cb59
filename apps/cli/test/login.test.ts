import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Home, netbox, start, useHome } from './support/netbox.ts'
import { PASSWORD, type Service, startService, withService } from './support/service.ts'
import { hasTmux, openTerminal, type Terminal } from './support/terminal.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.remove())

const sessionFile = ({ state }: Home): string => join(state, 'account', 'session.json')

/** Signs in with an access token, as a script does with one of its own. */
const signedIn = async (email: string): Promise<Home> => {
  const home = withService(useHome(), service.url)
  const outcome = await netbox(home, ['login', '--with-token'], { input: `${await service.token(email)}\n` })
  expect(outcome).toMatchObject({ code: 0, stderr: '' })
  return home
}

describe('a token on stdin', () => {
  it('signs in, is kept for its owner alone, and says who it is', async () => {
    await service.register('ana@harbour.example', 'pro')
    const home = withService(useHome(), service.url)
    const token = await service.token('ana@harbour.example')
    const outcome = await netbox(home, ['login', '--with-token'], { input: `${token}\n` })
    expect(outcome).toMatchObject({ code: 0, stderr: '', stdout: 'Signed in as ana@harbour.example, Pro plan.\n' })
    expect(statSync(sessionFile(home)).mode & 0o777).toBe(0o600)
    expect(statSync(join(home.state, 'account')).mode & 0o777).toBe(0o700)

    const who = await netbox(home, ['whoami'])
    expect(who.stdout).toBe(`ana@harbour.example, Pro plan\nwith an API token at ${service.url}\n`)
    const data = JSON.parse((await netbox(home, ['whoami', '--json'])).stdout) as object
    expect(data).toMatchObject({ email: 'ana@harbour.example', plan: 'pro', isAdmin: false, apiUrl: service.url })
    expect(JSON.stringify(data)).not.toContain(token)
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n \n'],
    ['two words', 'one two\n'],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('is refused when it is %s', async (_what, input) => {
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['login', '--with-token'], { input })
    expect(stderr).toBe('There is no token on stdin: one line of 1 to 4096 characters, no blanks.\n')
    expect(code).toBe(2)
  })

  it('is refused when the service does not take it, and is not kept', async () => {
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['login', '--with-token'], { input: 'nbx_0123456789\n' })
    expect(stderr).toBe(
      `${service.url} does not take this token. It may be revoked or expired, or belong to another service.\n`,
    )
    expect(code).toBe(3)
    expect(existsSync(sessionFile(home))).toBe(false)
  })
})

describe('signing in', () => {
  it('refuses secrets on the command line, and does not repeat them', async () => {
    const { code, stdout, stderr } = await netbox(useHome(), ['login', 'nbx_secret', '--with-token'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^'netbox login' takes no words: /)
    expect(stdout + stderr).not.toContain('nbx_secret')
    expect((await netbox(useHome(), ['login', '--with-token=nbx_secret'])).stderr).toBe(
      "Option '--with-token' takes no value.\n",
    )
  })

  it('refuses to ask where there is no terminal', async () => {
    const { code, stderr } = await netbox(useHome(), ['login'])
    expect(stderr).toMatch(/^There is no terminal to ask for a password on\./)
    expect(code).toBe(2)
  })

  it('says that the service can not be reached', async () => {
    const home = withService(useHome(), 'http://127.0.0.1:2')
    const { code, stderr } = await netbox(home, ['login', '--with-token'], { input: 'nbx_0\n' })
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:2 can't be reached: nothing listens there\./)
    expect(code).toBe(7)
  })
})

describe('the session file', () => {
  it('is refused when others can read it, until it is one’s own again', async () => {
    await service.register('bea@harbour.example')
    const home = await signedIn('bea@harbour.example')
    chmodSync(sessionFile(home), 0o644)
    const { code, stdout, stderr } = await netbox(home, ['whoami', '--json'])
    expect(code).toBe(3)
    expect(stderr).toContain(`${sessionFile(home)} is open to others on this machine`)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unsafe_file' } })
    expect((await netbox(home, ['api', 'GET', '/usage'])).code).toBe(3)
    chmodSync(sessionFile(home), 0o600)
    chmodSync(join(home.state, 'account'), 0o777)
    expect((await netbox(home, ['whoami'])).code).toBe(3)
    chmodSync(join(home.state, 'account'), 0o700)
    expect((await netbox(home, ['whoami'])).code).toBe(0)
  })

  it('is not sent to another service', async () => {
    await service.register('cid@harbour.example')
    const home = await signedIn('cid@harbour.example')
    const { code, stderr } = await netbox(home, ['whoami'], { env: { NETBOX_API_URL: 'http://127.0.0.1:2' } })
    expect(stderr).toMatch(/^You are signed in at .*, not at http:\/\/127\.0\.0\.1:2\./)
    expect(code).toBe(3)
  })

  it('is whole after several processes signed in at once', async () => {
    const people = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name}@harbour.example`)
    const home = withService(useHome(), service.url)
    for (const email of people) await service.register(email)
    const tokens = await Promise.all(people.map((email) => service.token(email)))
    const outcomes = await Promise.all(tokens.map((input) => netbox(home, ['login', '--with-token'], { input })))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
    expect(people).toContain((await netbox(home, ['whoami'])).stdout.split(',')[0])
    expect(readdirSync(join(home.state, 'account')).toSorted()).toEqual(['plan.json', 'session.json'])
  })

  it('that is broken counts as none', async () => {
    await service.register('dan@harbour.example')
    const home = await signedIn('dan@harbour.example')
    writeFileSync(sessionFile(home), '{"apiUrl":')
    expect((await netbox(home, ['whoami'])).stderr).toMatch(/^You are not signed in at /)
  })
})

describe('signing out', () => {
  it('ends the session at the service and here', async () => {
    await service.register('eva@harbour.example')
    const home = await signedIn('eva@harbour.example')
    const { auth_token: token } = { auth_token: tokenIn(home) }
    expect(await netbox(home, ['logout'])).toMatchObject({ code: 0, stdout: 'Signed out.\n', stderr: '' })
    expect(existsSync(sessionFile(home))).toBe(false)
    expect((await service.call('GET', '/auth/verify', { token })).status).toBe(401)
    expect(await netbox(home, ['logout'])).toMatchObject({ code: 0, stderr: 'You are not signed in.\n' })
  })

  it('ends it here also where the service can not be reached, and says so', async () => {
    await service.register('fay@harbour.example')
    const home = await signedIn('fay@harbour.example')
    // The same session, of a service that is gone.
    const text = readFileSync(sessionFile(home), 'utf8').replaceAll(service.url, 'http://127.0.0.1:2')
    writeFileSync(sessionFile(home), text)
    const { code, stderr } = await netbox(home, ['logout'])
    expect(stderr).toMatch(
      /^Signed out on this machine\. http:\/\/127\.0\.0\.1:2 could not be told \(nothing listens there\)/,
    )
    expect(code).toBe(7)
    expect(existsSync(sessionFile(home))).toBe(false)
  })

  it('works where others could read the file: that is when it matters', async () => {
    await service.register('gus@harbour.example')
    const home = await signedIn('gus@harbour.example')
    const token = tokenIn(home)
    chmodSync(sessionFile(home), 0o666)
    expect((await netbox(home, ['logout'])).code).toBe(0)
    expect((await service.call('GET', '/auth/verify', { token })).status).toBe(401)
  })

  it('leaves a token of the environment alone', async () => {
    await service.register('hal@harbour.example')
    const token = await service.token('hal@harbour.example')
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['logout'], { env: { NETBOX_TOKEN: token } })
    expect(stderr).toBe('NETBOX_TOKEN is set by you and stays: unset it to be signed out.\n')
    expect(code).toBe(0)
    expect((await service.call('GET', '/auth/verify', { token })).status).toBe(200)
  })
})

const tokenIn = (home: Home): string => {
  const { session } = JSON.parse(readFileSync(sessionFile(home), 'utf8')) as { session: string }
  return (JSON.parse(session) as { token: string }).token
}

describe('NETBOX_TOKEN', () => {
  it('says who it is without being kept', async () => {
    await service.register('ida@harbour.example', 'enterprise')
    const home = withService(useHome(), service.url)
    const env = { NETBOX_TOKEN: await service.apiToken('ida@harbour.example') }
    const { stdout } = await netbox(home, ['whoami'], { env })
    expect(stdout).toBe(`ida@harbour.example, Enterprise plan\nwith the token of NETBOX_TOKEN at ${service.url}\n`)
    expect(existsSync(sessionFile(home))).toBe(false)
    expect((await netbox(home, ['whoami'])).code).toBe(3)
  })

  it('is refused in clear words', async () => {
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['whoami'], { env: { NETBOX_TOKEN: 'nbx_wrong' } })
    expect(stderr).toBe(
      `${service.url} does not take the token of NETBOX_TOKEN. It may be revoked or expired, or belong to another service.\n`,
    )
    expect(code).toBe(3)
  })
})

describe('a session', () => {
  /** Signs in by the terminal's way, without one: the answer of the service as the client keeps it. */
  const withSession = async (email: string): Promise<Home> => {
    await service.register(email)
    const home = await signedIn(email)
    const { body } = await service.call('POST', '/auth/login', { body: { email, password: PASSWORD } })
    const { access_token: token, refresh_token: refresh, user } = body['session'] as Record<string, string>
    // Its access token is over: whoever uses it first exchanges the refresh token.
    const session = JSON.stringify({ token, user, refresh: { token: refresh, expiresAt: Date.now() - 1000 } })
    writeFileSync(sessionFile(home), JSON.stringify({ apiUrl: service.url, session }))
    return home
  }

  it('is exchanged once by eight processes at once, and none of them loses it', async () => {
    const home = await withSession('jan@harbour.example')
    const before = tokenIn(home)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => start(home, ['whoami']).finished))
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array.from({ length: 8 }, () => ({ code: 0, stderr: '' })),
    )
    expect(tokenIn(home)).not.toBe(before)
    expect((await netbox(home, ['whoami'])).code).toBe(0)
  })

  it('survives a process that was killed while it held the lock', async () => {
    const home = await withSession('kim@harbour.example')
    // No process has this number: Linux gives none above four millions.
    writeFileSync(join(home.state, 'account', 'lock'), '4194999')
    expect((await netbox(home, ['whoami'])).code).toBe(0)
    expect(existsSync(join(home.state, 'account', 'lock'))).toBe(false)
  })

  it('that the service ended is said to have ended, and forgotten', async () => {
    const home = await withSession('leo@harbour.example')
    const bearer = await service.token('leo@harbour.example')
    expect((await service.call('DELETE', '/account/sessions', { token: bearer })).status).toBe(200)
    const { code, stderr } = await netbox(home, ['whoami'])
    expect(stderr).toBe(`Your session at ${service.url} has ended. Sign in again: netbox login\n`)
    expect(code).toBe(3)
    expect(existsSync(sessionFile(home))).toBe(false)
  })

  it('is kept where the service refuses its token and can not renew it now', async () => {
    const server = createServer((request, answer) => {
      const isRefresh = request.url === '/api/auth/refresh'
      answer.writeHead(isRefresh ? 503 : 401, { 'content-type': 'application/json' })
      answer.end(JSON.stringify({ error: 'No.', code: isRefresh ? 'busy' : 'unauthorized', request_id: 'r' }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    // A server that listens on TCP has an address of this kind.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const home = await withSession('nia@harbour.example')
    const text = readFileSync(sessionFile(home), 'utf8').replaceAll(service.url, url)
    writeFileSync(sessionFile(home), text)
    const { code, stderr } = await netbox(withService(home, url), ['whoami'])
    expect(stderr).toMatch(/ can't be reached: it does not renew the session now\./)
    expect(code).toBe(7)
    expect(readFileSync(sessionFile(home), 'utf8')).toBe(text)
  })

  it('is kept while the service can not be reached', async () => {
    const home = await withSession('mia@harbour.example')
    const text = readFileSync(sessionFile(home), 'utf8').replaceAll(service.url, 'http://127.0.0.1:2')
    writeFileSync(sessionFile(home), text)
    expect((await netbox(home, ['whoami'], { env: { NETBOX_API_URL: 'http://127.0.0.1:2' } })).code).toBe(7)
    expect(readFileSync(sessionFile(home), 'utf8')).toBe(text)
  })
})

const shows = async (terminal: Terminal, text: RegExp | string): Promise<string> => {
  await expect.poll(() => terminal.screen(), { timeout: 15_000, interval: 30 }).toMatch(text)
  return terminal.screen()
}

describe.runIf(hasTmux)('on a terminal', () => {
  it('asks for email and password, shows no password, and signs in', async () => {
    await service.register('ned@harbour.example')
    const home = withService(useHome(), service.url)
    const terminal = openTerminal(home)
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    // A letter too many, taken back.
    terminal.type('ned@harbour.examplex', 'BSpace', 'Enter')
    await shows(terminal, 'Password:')
    terminal.type(PASSWORD, 'Enter')
    const screen = await shows(terminal, 'exit 0')
    expect(screen).toContain('Signed in as ned@harbour.example, Free plan.')
    expect(screen).not.toContain(PASSWORD)
    expect(screen).not.toMatch(/\*{3}/)
    expect((await netbox(home, ['whoami'])).stdout).toContain('signed in at')
    terminal.type('echo typed', 'Enter')
    await shows(terminal, /^\$ echo typed\ntyped$/m)
  })

  it('takes what was typed ahead, email and password in one piece', async () => {
    await service.register('ola@harbour.example')
    const terminal = openTerminal(withService(useHome(), service.url))
    terminal.type('netbox login', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('ola@harbour.example', 'Enter', PASSWORD, 'Enter')
    expect(await shows(terminal, /Signed in as ola@harbour\.example/)).not.toContain(PASSWORD)
  })

  it('says that email or password are wrong', async () => {
    const terminal = openTerminal(withService(useHome(), service.url), { columns: 120 })
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('nobody@harbour.example', 'Enter', 'wrong password', 'Enter')
    const screen = await shows(terminal, 'exit 3')
    expect(screen).toContain('Invalid email or password. Please check your credentials and try again.')
  })

  it('asks for nothing twice: an empty answer is refused', async () => {
    const terminal = openTerminal(withService(useHome(), service.url))
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('Enter')
    expect(await shows(terminal, 'exit 2')).toContain('Please enter your email.')
  })

  it('leaves the terminal in order on Ctrl-C', async () => {
    const terminal = openTerminal(withService(useHome(), service.url))
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('me', 'C-c')
    await shows(terminal, 'exit 130')
    terminal.type('stty -a | grep -oE "(^| )-?(echo|icanon) " | tr -d "\\n"; echo .', 'Enter')
    expect(await shows(terminal, /icanon[^"]*\.$/m)).not.toMatch(/ -(echo|icanon) \.?$/m)
  })
})
