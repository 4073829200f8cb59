import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { useHome } from './support/netbox.ts'
import { isInOrder, NAME, WORLD } from './support/screens.ts'
import { hasTmux, openTerminal, shows } from './support/terminal.ts'

describe.runIf(hasTmux)('for a screen reader', () => {
  const env = { INK_SCREEN_READER: 'true' }

  it('the screens are lines in order, on the main screen of the terminal', async () => {
    const terminal = openTerminal(useHome(), { env, rows: 100 })
    terminal.type(`clear; netbox --no-delay ${WORLD}; echo "exit $?"`, 'Enter')
    const list = await shows(terminal, /^Find a tool:$/m)
    expect(list).toMatch(new RegExp(`^1 of ${tools.length}: Blacklist Check, 50 left\\. `, 'm'))
    expect(list).toContain('Keys: Enter: choose; Up, Down: move; Tab: category; Esc: leave.')
    expect(terminal.state().isOther).toBe(false)
    terminal.type('mx')
    const found = await shows(terminal, /^1 of 1: MX Record, 100 left\. .*\n(?:.*\n)?Find a tool: mx$/m)
    expect(found.match(/Find a tool/g)).toHaveLength(1)
    expect(found.match(/Keys:/g)).toHaveLength(1)
    terminal.type('Enter')
    await shows(terminal, /^For example: mail\.example\nSeed k3f9, scenario mx-down\nKeys: .*\nDomain Name:$/m)
    terminal.type('no')
    const typed = await shows(terminal, /^Domain Name: no$/m)
    expect(typed).not.toContain('Please enter a valid')
    terminal.type('Enter')
    await shows(terminal, /^Please enter a valid domain name\.\nDomain Name: no$/m)
    terminal.type('C-u')
    terminal.type('mail.example', 'Enter')
    const report = await shows(terminal, 'r: run again')
    expect(report).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}MX Record started for mail\.example$/m)
    expect(report).toMatch(/Mail still arrives, ten seconds late\.[^]*\nFindings\n[^]*\nKeys: r: run again/)
    expect(report).not.toMatch(/Domain Name:|Find a tool:|\u001b|Ask ─/)
    terminal.type('q')
    await shows(terminal, 'exit 0')
  })

  it('every action on a report is available', async () => {
    const home = useHome()
    const terminal = openTerminal(home, { env, rows: 200 })
    terminal.type(`clear; netbox --no-delay ${WORLD}; echo "exit $?"`, 'Enter')
    await shows(terminal, /^Find a tool:$/m)
    terminal.type('mail.example mx', 'Enter')
    await shows(terminal, /^Domain Name: mail\.example$/m)
    terminal.type('Enter')
    await shows(terminal, 'r: run again')
    terminal.type('s')
    await shows(terminal, new RegExp(`^Downloaded: ${NAME}\\.txt\\nKeys: r`, 'm'))
    expect(readFileSync(join(home.folder, `${NAME}.txt`), 'utf8')).toContain('Mail still arrives')
    terminal.type('w')
    await shows(terminal, /^Scenario mx-down: The first mail server is silent\nSeed: k3f9$/m)
    terminal.type('Up', 'Enter')
    await shows(terminal, /Mail arrives on the first try[^]*scenario healthy[^]*Keys: r: run again/)
    terminal.type('e')
    await shows(terminal, /^Domain Name: mail\.example$/m)
    terminal.type('C-c')
    await shows(terminal, 'exit 130')
    await isInOrder(terminal)
  })
})

describe.runIf(hasTmux)('for data', () => {
  it('the screens are prompts, with documents below each other', async () => {
    const terminal = openTerminal(useHome(), { rows: 200 })
    terminal.type(`clear; netbox --json --fail-on critical --no-delay ${WORLD}; echo "exit $?"`, 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('mail.example mx', 'Enter')
    await shows(terminal, 'Enter run')
    terminal.type('Enter')
    const shown = await shows(terminal, 'r run again')
    expect(shown).toMatch(/^\{\n {2}"simulated": true,\n[^]*\n\}\n/m)
    terminal.type('q')
    await shows(terminal, 'exit 6')
  })
})
