import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Home, netbox, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { expiredSession, sessionFile, tokenIn } from './support/session-file.ts'
import { useAccount } from './support/use-account.ts'

const { service, email, signIn, signedIn, signedInApart } = useAccount('eva@harbour.example')

describe('a token on stdin', () => {
  it.each([
    ['nothing', ''],
    ['blanks', ' \n \n'],
    ['two words', 'one two\n'],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('is refused when it is %s', async (_what, input) => {
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['login', '--with-token'], { input })
    expect(stderr).toBe('There is no token on stdin. A token is one line of 1 to 4096 characters, without spaces.\n')
    expect(code).toBe(2)
  })

  it('is refused if the service refuses it, and is not stored', async () => {
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['login', '--with-token'], { input: 'nbx_0123456789\n' })
    expect(stderr).toBe(
      `${service.url} does not accept this token. It may be revoked, expired or from another service.\n`,
    )
    expect(code).toBe(3)
    expect(existsSync(sessionFile(home))).toBe(false)
  })
})

describe('signing in', () => {
  it('refuses a prompt without a terminal', async () => {
    const { code, stderr } = await netbox(useHome(), ['login'])
    expect(stderr).toMatch(/^There is no terminal for the password prompt\./)
    expect(code).toBe(2)
  })

  it('reports an unreachable service', async () => {
    const home = withService(useHome(), 'http://127.0.0.1:2')
    const { code, stderr } = await netbox(home, ['login', '--with-token'], { input: 'nbx_0\n' })
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:2 can't be reached: nothing listens there\./)
    expect(code).toBe(7)
  })
})

describe('the session file', () => {
  it('is not sent to another service', async () => {
    const home = signedIn()
    const { code, stderr } = await netbox(home, ['whoami'], { env: { NETBOX_API_URL: 'http://127.0.0.1:2' } })
    expect(stderr).toMatch(/^You are signed in at .*, not at http:\/\/127\.0\.0\.1:2\./)
    expect(code).toBe(3)
  })

  it('that is invalid counts as missing', async () => {
    const home = signedIn()
    writeFileSync(sessionFile(home), '{"apiUrl":')
    expect((await netbox(home, ['whoami'])).stderr).toMatch(/^You are not signed in at /)
  })
})

describe('signing out', () => {
  it('removes the session locally even if the service is unreachable, and reports it', async () => {
    const home = signedIn()
    // Changes the session's service to one that no longer runs.
    const text = readFileSync(sessionFile(home), 'utf8').replaceAll(service.url, 'http://127.0.0.1:2')
    writeFileSync(sessionFile(home), text)
    const { code, stderr } = await netbox(home, ['logout'])
    expect(stderr).toMatch(
      /^Signed out on this machine\. http:\/\/127\.0\.0\.1:2 did not confirm it \(nothing listens there\)/,
    )
    expect(code).toBe(7)
    expect(existsSync(sessionFile(home))).toBe(false)
  })

  it('works even if other users can read the file', async () => {
    const home = await signedInApart()
    const ended = tokenIn(home)
    chmodSync(sessionFile(home), 0o666)
    expect((await netbox(home, ['logout'])).code).toBe(0)
    expect((await service.call('GET', '/auth/verify', { token: ended })).status).toBe(401)
  })

  it('does not affect a token in the environment', async () => {
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['logout'], { env: { NETBOX_TOKEN: signIn().token } })
    expect(stderr).toBe('NETBOX_TOKEN is still set. Unset it to sign out.\n')
    expect(code).toBe(0)
    expect((await service.call('GET', '/auth/verify', { token: signIn().token })).status).toBe(200)
  })
})

describe('NETBOX_TOKEN', () => {
  it('is refused with a clear message', async () => {
    const home = withService(useHome(), service.url)
    const { code, stderr } = await netbox(home, ['whoami'], { env: { NETBOX_TOKEN: 'nbx_wrong' } })
    expect(stderr).toBe(
      `${service.url} does not accept the token in NETBOX_TOKEN. It may be revoked, expired or from another service.\n`,
    )
    expect(code).toBe(3)
  })
})

describe('a session', () => {
  /** Returns a home with a session that must be renewed. */
  const withSession = async (): Promise<Home> => {
    const home = signedIn()
    writeFileSync(sessionFile(home), await expiredSession(service, email))
    return home
  }

  it('that the service ended is reported as ended, and deleted', async () => {
    const bearer = await service.register('leo@harbour.example')
    const home = signedIn()
    writeFileSync(sessionFile(home), await expiredSession(service, 'leo@harbour.example'))
    expect((await service.call('DELETE', '/account/sessions', { token: bearer })).status).toBe(200)
    const { code, stderr } = await netbox(home, ['whoami'])
    expect(stderr).toBe(`Your session at ${service.url} has ended. Sign in again: netbox login\n`)
    expect(code).toBe(3)
    expect(existsSync(sessionFile(home))).toBe(false)
  })

  it('is kept if the service refuses its token and can’t renew it now', async () => {
    const server = createServer((request, answer) => {
      const isRefresh = request.url === '/api/auth/refresh'
      answer.writeHead(isRefresh ? 503 : 401, { 'content-type': 'application/json' })
      answer.end(JSON.stringify({ error: 'No.', code: isRefresh ? 'busy' : 'unauthorized', request_id: 'r' }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    // The cast is safe: a server that listens on TCP has an address of this type.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const home = await withSession()
    const text = readFileSync(sessionFile(home), 'utf8').replaceAll(service.url, url)
    writeFileSync(sessionFile(home), text)
    const { code, stderr } = await netbox(withService(home, url), ['whoami'])
    expect(stderr).toMatch(/ can't be reached: it did not renew the session\./)
    expect(code).toBe(7)
    expect(readFileSync(sessionFile(home), 'utf8')).toBe(text)
  })

  it('is kept while the service is unreachable', async () => {
    const home = await withSession()
    const text = readFileSync(sessionFile(home), 'utf8').replaceAll(service.url, 'http://127.0.0.1:2')
    writeFileSync(sessionFile(home), text)
    expect((await netbox(home, ['whoami'], { env: { NETBOX_API_URL: 'http://127.0.0.1:2' } })).code).toBe(7)
    expect(readFileSync(sessionFile(home), 'utf8')).toBe(text)
  })
})
