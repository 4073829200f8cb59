import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Home, makeHome, netbox, type Outcome, removeHome, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { expiredSession, sessionFile, tokenIn } from './support/session-file.ts'
import { sharedService } from './support/shared-service.ts'

const service = sharedService()
const EMAIL = 'ana@harbour.example'

// One account and one sign-in serve all tests that leave both as they are.
let token: string
let template: Home
let signIn: Outcome
beforeAll(async () => {
  token = await service.register(EMAIL, 'pro')
  template = withService(makeHome(), service.url)
  signIn = await netbox(template, ['login', '--with-token'], { input: `${token}\n` })
})
afterAll(() => removeHome(template))

/** A home that is signed in; what is done there stays there, except at the service. */
const signedIn = (): Home => {
  const home = withService(useHome(), service.url)
  cpSync(template.state, home.state, { recursive: true })
  chmodSync(join(home.state, 'account'), 0o700)
  return home
}

/** The same with an access token of its own, which a test may end. */
const signedInApart = async (): Promise<Home> => {
  const home = signedIn()
  const own = await service.token(EMAIL)
  writeFileSync(sessionFile(home), readFileSync(sessionFile(home), 'utf8').replaceAll(token, own))
  return home
}

describe('a token on stdin', () => {
  it('signs in, is kept for its owner alone, and says who it is', async () => {
    expect(signIn).toMatchObject({ code: 0, stderr: '', stdout: `Signed in as ${EMAIL}, Pro plan.\n` })
    expect(statSync(sessionFile(template)).mode & 0o777).toBe(0o600)
    expect(statSync(join(template.state, 'account')).mode & 0o777).toBe(0o700)

    const who = await netbox(template, ['whoami'])
    expect(who.stdout).toBe(`${EMAIL}, Pro plan\nwith an API token at ${service.url}\n`)
    const data = JSON.parse((await netbox(template, ['whoami', '--json'])).stdout) as object
    expect(data).toMatchObject({ email: EMAIL, plan: 'pro', isAdmin: false, apiUrl: service.url })
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
    expect(stderr).toMatch(/^'netbox login' asks for the email and the password\. /)
    expect(stdout + stderr).not.toContain('nbx_secret')
    expect((await netbox(useHome(), ['login', '--with-token=nbx_secret'])).stderr).toBe(stderr)
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
    const home = signedIn()
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
    const home = signedIn()
    const { code, stderr } = await netbox(home, ['whoami'], { env: { NETBOX_API_URL: 'http://127.0.0.1:2' } })
    expect(stderr).toMatch(/^You are signed in at .*, not at http:\/\/127\.0\.0\.1:2\./)
    expect(code).toBe(3)
  })

  it('that is broken counts as none', async () => {
    const home = signedIn()
    writeFileSync(sessionFile(home), '{"apiUrl":')
    expect((await netbox(home, ['whoami'])).stderr).toMatch(/^You are not signed in at /)
  })
})

describe('signing out', () => {
  it('ends the session at the service and here', async () => {
    const home = await signedInApart()
    const ended = tokenIn(home)
    expect(await netbox(home, ['logout'])).toMatchObject({ code: 0, stdout: 'Signed out.\n', stderr: '' })
    expect(existsSync(sessionFile(home))).toBe(false)
    expect((await service.call('GET', '/auth/verify', { token: ended })).status).toBe(401)
    expect(await netbox(home, ['logout'])).toMatchObject({ code: 0, stderr: 'You are not signed in.\n' })
  })

  it('ends it here also where the service can not be reached, and says so', async () => {
    const home = signedIn()
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
    const home = await signedInApart()
    const ended = tokenIn(home)
    chmodSync(sessionFile(home), 0o666)
    expect((await netbox(home, ['logout'])).code).toBe(0)
    expect((await service.call('GET', '/auth/verify', { token: ended })).status).toBe(401)
  })

  it('leaves a token of the environment alone', async () => {
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['logout'], { env: { NETBOX_TOKEN: token } })
    expect(stderr).toBe('NETBOX_TOKEN is set by you and stays: unset it to be signed out.\n')
    expect(code).toBe(0)
    expect((await service.call('GET', '/auth/verify', { token })).status).toBe(200)
  })
})

describe('NETBOX_TOKEN', () => {
  it('says who it is without being kept', async () => {
    const session = await service.register('ida@harbour.example', 'enterprise')
    const home = withService(useHome(), service.url)
    const env = { NETBOX_TOKEN: await service.apiToken(session) }
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
  /** Signs in by the terminal's way, without one. */
  const withSession = async (): Promise<Home> => {
    const home = signedIn()
    writeFileSync(sessionFile(home), await expiredSession(service, EMAIL))
    return home
  }

  it('survives a process that was killed while it held the lock', async () => {
    const home = await withSession()
    // No process has this number: Linux gives none above four millions.
    writeFileSync(join(home.state, 'account', 'lock'), '4194999')
    expect((await netbox(home, ['whoami'])).code).toBe(0)
    expect(existsSync(join(home.state, 'account', 'lock'))).toBe(false)
  })

  it('that the service ended is said to have ended, and forgotten', async () => {
    const bearer = await service.register('leo@harbour.example')
    const home = signedIn()
    writeFileSync(sessionFile(home), await expiredSession(service, 'leo@harbour.example'))
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
    const home = await withSession()
    const text = readFileSync(sessionFile(home), 'utf8').replaceAll(service.url, url)
    writeFileSync(sessionFile(home), text)
    const { code, stderr } = await netbox(withService(home, url), ['whoami'])
    expect(stderr).toMatch(/ can't be reached: it does not renew the session now\./)
    expect(code).toBe(7)
    expect(readFileSync(sessionFile(home), 'utf8')).toBe(text)
  })

  it('is kept while the service can not be reached', async () => {
    const home = await withSession()
    const text = readFileSync(sessionFile(home), 'utf8').replaceAll(service.url, 'http://127.0.0.1:2')
    writeFileSync(sessionFile(home), text)
    expect((await netbox(home, ['whoami'], { env: { NETBOX_API_URL: 'http://127.0.0.1:2' } })).code).toBe(7)
    expect(readFileSync(sessionFile(home), 'utf8')).toBe(text)
  })
})
