import { Resolver } from 'node:dns/promises'
import { describe, expect, it } from 'vitest'
import { freePort } from './support/free-port.ts'
import { useHome } from './support/netbox.ts'
import { hasTmux, openTerminal, shows } from './support/terminal.ts'

describe.runIf(hasTmux)('netbox serve on a terminal', () => {
  it('shows where it listens, scrolls and filters the requests, and restores the terminal', async () => {
    const terminal = openTerminal(useHome())
    const port = await freePort()
    terminal.type(`clear; netbox serve --seed k3f9 --scenario mx-down --dns-port ${port}; echo exit $?`, 'Enter')
    const screen = await shows(terminal, /Listens[^]*Authority \/\S+\.pem\nControl {3}http:\S+ token \S+$/m)
    expect(screen).toMatch(new RegExp(`127\\.0\\.0\\.1 DNS:${port} HTTP:\\d+ HTTPS:\\d+ WHOIS:\\d+ SMTP:\\d+`))
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${port}`])
    for (let index = 0; index < 30; index++) await resolver.resolve4(`host${index}.example`)
    await shows(terminal, 'host29.example A')
    terminal.type('Up')
    expect(await shows(terminal, /30 requests\. {2}Paused\.[^]*host28\.example A/)).not.toContain('host29.example')
    terminal.type('Home')
    await shows(terminal, 'host0.example A')
    terminal.type('/', 'host17', 'Enter')
    expect(await shows(terminal, 'Esc all')).toContain('host17.example A')
    terminal.type('Escape')
    await shows(terminal, 'host1.example A')
    terminal.type('s')
    await shows(terminal, /^■ mx-down /m)
    terminal.type('Escape')
    await shows(terminal, 'p resume')
    terminal.type('q')
    await shows(terminal, 'exit 0')
    expect(terminal.state()).toEqual({ isOther: false, hasCursor: true })
  })
})
