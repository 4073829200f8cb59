import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'
import { PASSWORD, withService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'
import { hasTmux, openTerminal, shows } from './support/terminal.ts'

const service = sharedService()

describe.runIf(hasTmux)('signing in on a terminal', () => {
  it('asks for email and password, shows no password, and signs in', async () => {
    await service.register('ned@harbour.example')
    const home = withService(useHome(), service.url)
    const terminal = openTerminal(home)
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    // Types one letter too many and deletes it.
    terminal.type('ned@harbour.examplex', 'BSpace', 'Enter')
    await shows(terminal, 'Password:')
    terminal.type(PASSWORD, 'Enter')
    const screen = await shows(terminal, 'exit 0')
    expect(screen).toContain('Signed in as ned@harbour.example, Free plan.')
    expect(screen).not.toContain(PASSWORD)
    expect(screen).not.toMatch(/\*{3}/)
    expect((await netbox(home, ['whoami'])).stdout).toContain('with a session at')
    terminal.type('echo typed', 'Enter')
    await shows(terminal, /^\$ echo typed\ntyped$/m)
  })

  it('requires a code if the account has a second factor, and does not show it', async () => {
    const token = await service.register('pia@harbour.example')
    const { body } = await service.call('POST', '/account/factors', { token, body: { name: 'Phone' } })
    const code = new TOTP({ secret: String(body['secret']) }).generate()
    const confirmed = await service.call('POST', `/account/factors/${String(body['id'])}/confirm`, {
      token,
      body: { code },
    })
    const [recoveryCode = ''] = confirmed.body['recovery_codes'] as string[]
    const terminal = openTerminal(withService(useHome(), service.url))
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('pia@harbour.example', 'Enter', PASSWORD, 'Enter')
    await shows(terminal, 'Code of your authenticator app')
    terminal.type(recoveryCode, 'Enter')
    const screen = await shows(terminal, 'exit 0')
    expect(screen).toContain('Signed in as pia@harbour.example')
    expect(screen).not.toContain(recoveryCode)
  })

  it('accepts input that was typed ahead, email and password at once', async () => {
    await service.register('ola@harbour.example')
    const terminal = openTerminal(withService(useHome(), service.url))
    terminal.type('netbox login', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('ola@harbour.example', 'Enter', PASSWORD, 'Enter')
    expect(await shows(terminal, /Signed in as ola@harbour\.example/)).not.toContain(PASSWORD)
  })

  it('reports a wrong email or password', async () => {
    const terminal = openTerminal(withService(useHome(), service.url), { columns: 120 })
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('nobody@harbour.example', 'Enter', 'wrong password', 'Enter')
    const screen = await shows(terminal, 'exit 3')
    expect(screen).toContain('Invalid email or password. Please check your credentials and try again.')
  })

  it('refuses an empty answer and does not repeat the question', async () => {
    const terminal = openTerminal(withService(useHome(), service.url))
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('Enter')
    expect(await shows(terminal, 'exit 2')).toContain('Please enter your email.')
  })

  it('restores the terminal on Ctrl-C', async () => {
    const terminal = openTerminal(withService(useHome(), service.url))
    terminal.type('netbox login; echo "exit $?"', 'Enter')
    await shows(terminal, 'Email:')
    terminal.type('me', 'C-c')
    await shows(terminal, 'exit 130')
    terminal.type('stty -a | grep -oE "(^| )-?(echo|icanon) " | tr -d "\\n"; echo .', 'Enter')
    expect(await shows(terminal, /icanon[^"]*\.$/m)).not.toMatch(/ -(echo|icanon) \.?$/m)
  })
})
