import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { sessionFile, tokenIn } from './support/session-file.ts'
import { useAccount } from './support/use-account.ts'

const { service, email, signIn, signedIn, signedInApart } = useAccount('ana@harbour.example')

describe('a token on stdin', () => {
  it('signs in, is readable only by its owner, and prints the user', async () => {
    const { home: template, token, outcome } = signIn()
    expect(outcome).toMatchObject({ code: 0, stderr: '', stdout: `Signed in as ${email}, Pro plan.\n` })
    expect(statSync(sessionFile(template)).mode & 0o777).toBe(0o600)
    expect(statSync(join(template.state, 'account')).mode & 0o777).toBe(0o700)

    const who = await netbox(template, ['whoami'])
    expect(who.stdout).toBe(`${email}, Pro plan\nwith an API token at ${service.url}\n`)
    const data = JSON.parse((await netbox(template, ['whoami', '--json'])).stdout) as object
    expect(data).toMatchObject({ email, plan: 'pro', isAdmin: false, apiUrl: service.url })
    expect(JSON.stringify(data)).not.toContain(token)
  })

  it('gives runs the rights of the plan, and counts them against its limits', async () => {
    const run = ['dns-diagnostic', 'mail.example', '--no-delay', '--json']
    expect((await netbox(useHome(), run)).code).toBe(3)
    const { code, stdout } = await netbox(signedIn(), run)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ usage: { dailyUsed: 1, dailyLimit: 250, remaining: 249 } })
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
})

describe('the session file', () => {
  it('is refused while other users can read it', async () => {
    const home = signedIn()
    chmodSync(sessionFile(home), 0o644)
    const { code, stdout, stderr } = await netbox(home, ['whoami', '--json'])
    expect(code).toBe(3)
    expect(stderr).toContain(`Other users of this machine can access ${sessionFile(home)}`)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unsafe_file' } })
    expect((await netbox(home, ['api', 'GET', '/usage'])).code).toBe(3)
    chmodSync(sessionFile(home), 0o600)
    chmodSync(join(home.state, 'account'), 0o777)
    expect((await netbox(home, ['whoami'])).code).toBe(3)
    chmodSync(join(home.state, 'account'), 0o700)
    expect((await netbox(home, ['whoami'])).code).toBe(0)
  })
})

describe('signing out', () => {
  it('ends the session at the service and locally', async () => {
    const home = await signedInApart()
    const ended = tokenIn(home)
    expect(await netbox(home, ['logout'])).toMatchObject({ code: 0, stdout: 'Signed out.\n', stderr: '' })
    expect(existsSync(sessionFile(home))).toBe(false)
    expect((await service.call('GET', '/auth/verify', { token: ended })).status).toBe(401)
    expect(await netbox(home, ['logout'])).toMatchObject({ code: 0, stderr: 'You are not signed in.\n' })
  })
})

describe('NETBOX_TOKEN', () => {
  it('identifies its owner without being stored', async () => {
    const session = await service.register('ida@harbour.example', 'enterprise')
    const home = withService(useHome(), service.url)
    const env = { NETBOX_TOKEN: await service.apiToken(session) }
    const { stdout } = await netbox(home, ['whoami'], { env })
    expect(stdout).toBe(`ida@harbour.example, Enterprise plan\nwith the token in NETBOX_TOKEN at ${service.url}\n`)
    expect(existsSync(sessionFile(home))).toBe(false)
    expect((await netbox(home, ['whoami'])).code).toBe(3)
  })
})
