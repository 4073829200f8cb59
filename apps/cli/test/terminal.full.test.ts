import { tools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { holdRuns, useHome } from './support/netbox.ts'
import { hasTmux, openTerminal, shows } from './support/terminal.ts'

describe.runIf(hasTmux)('the picker', () => {
  it('finds a tool by a few letters, accepts an input, runs it and offers to continue', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox --no-delay; echo "exit $?"', 'Enter')
    const list = await shows(terminal, 'Enter choose')
    expect(list).toContain('● Find a tool:')
    expect(list).toContain(`${tools.length} diagnostics on a simulated internet`)
    expect(list).toMatch(/^■ Blacklist Check +50 left {2}/m)
    expect(list).toContain(`${tools.length} of ${tools.length}`)

    terminal.type('mx')
    await shows(terminal, /^■ MX Record +100 left/m)
    // Types the keys without waiting for the screen.
    terminal.type('C-u', 'mx-rec', 'Enter')
    const ask = await shows(terminal, 'Who accepts mail for this domain?')
    expect(ask).toContain('■ Domain Name:')
    expect(ask).toContain('○ Enter run')

    terminal.type('two words')
    await shows(terminal, '✖ Please enter a valid domain name.')
    terminal.type('C-u')
    terminal.type('mail.example')
    terminal.type('Enter')
    const report = await shows(terminal, 'r again')
    expect(report).toMatch(/^SIMULATED · netbox-sim\/\d+ · seed/)
    expect(report).not.toContain('Enter choose')

    terminal.type('q')
    expect(await shows(terminal, 'exit 0')).toContain('simulated by netbox-sim')
    expect(terminal.history()).toContain('Findings')
  })

  it('cycles through categories with Tab, and searches in the open one', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox', 'Enter')
    const all = `■ All ${tools.length} `
    const tabs = new RegExp(`${all} +Network \\d+ +DNS \\d+ +Email \\d+ +Security \\d+$`, 'm')
    expect(await shows(terminal, 'Enter choose')).toMatch(tabs)
    terminal.type('Tab', 'Tab', 'Tab')
    expect(await shows(terminal, /■ Email/)).not.toContain('MX Record')
    terminal.type('mx')
    await shows(terminal, 'No matching tool in Email. Tab shows other categories.')
    terminal.type('BTab')
    await shows(terminal, /■ DNS[^]*■ MX Record/)
    terminal.type('Escape')
    await shows(terminal, all)
    terminal.type('Left')
    expect(await shows(terminal, /■ Security/)).toMatch(/^■ HTTPS Test/m)
  })

  it('moves with the arrow keys, returns with Esc and closes with Esc', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox; echo "exit $?"', 'Enter')
    await shows(terminal, /^■ Blacklist Check/m)
    terminal.type('Down', 'Down')
    await shows(terminal, /^■ ARIN Lookup/m)
    terminal.type('Up')
    await shows(terminal, /^■ PTR Lookup/m)
    terminal.type('Enter')
    await shows(terminal, 'Enter run')
    terminal.type('Enter')
    await shows(terminal, '✖ Please enter a valid IP address.')
    terminal.type('Tab')
    await shows(terminal, /IP Address: \d/)
    terminal.type('Escape')
    await shows(terminal, 'Enter choose')
    terminal.type('Escape')
    await shows(terminal, 'exit 0')
  })

  it('accepts an input and a word together', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('mail.example mx')
    await shows(terminal, /^■ MX Record/m)
    terminal.type('Enter')
    await shows(terminal, 'Domain Name: mail.example')
  })

  it('reports why a tool is refused, and continues', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('diagnostic')
    await shows(terminal, /^■ DNS Diagnostic +Pro/m)
    terminal.type('Enter')
    await shows(terminal, 'Enter run')
    terminal.type('mail.example', 'Enter')
    const refused = await shows(terminal, 'This tool requires a Pro or Enterprise plan.')
    expect(refused).toMatch(/^● Ask ╌+ ■ Run ╌+ ✖ Report/m)
    expect(refused).toMatch(/'netbox login'\. 'netbox upgrade' shows the\s+plans\.$/m)
    terminal.type('t')
    await shows(terminal, 'Enter choose')
  })

  it('restores the terminal on Ctrl-C', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox; echo "exit $?"', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('C-c')
    await shows(terminal, 'exit 130')
    terminal.type('stty -a | grep -oE "(^| )-?(echo|icanon) "', 'Enter')
    const settings = await shows(terminal, /icanon[^]*\$ *$/)
    expect(settings).not.toMatch(/-(echo|icanon)\b(?!\|)[^"]*$/m)
  })

  it('fits a small window and follows its size', async () => {
    const terminal = openTerminal(useHome(), { columns: 44, rows: 14 })
    terminal.type('netbox', 'Enter')
    const small = await shows(terminal, 'Enter choose')
    expect(small.split('\n').length).toBeLessThanOrEqual(14)
    expect(small.split('\n').every((line) => line.length <= 44)).toBe(true)
    terminal.type('Down', 'Down', 'Down', 'Down', 'Down', 'Down', 'Down', 'Down')
    await shows(terminal, /^■ MX Record/m)
    terminal.resize(100, 30)
    await shows(terminal, /^■ MX Record .*in the order in which senders try them\./m)
    terminal.resize(60, 20)
    const narrower = await shows(terminal, /^■ MX Record .*…$/m)
    expect(narrower.match(/Find a tool/g)).toHaveLength(1)
  })

  it('is drawn without Unicode and color if the terminal supports neither', async () => {
    const terminal = openTerminal(useHome(), { env: { LANG: 'C', NO_COLOR: '1' } })
    terminal.type('netbox', 'Enter')
    const list = await shows(terminal, 'Enter choose')
    expect(list).toMatch(/^\* Find a tool:/m)
    expect(list).toMatch(/^# Blacklist Check/m)
  })
})

describe.runIf(hasTmux)('a run on a terminal', () => {
  it('shows the trace as it fills, then the report without the trace', async () => {
    const home = holdRuns(useHome())
    const terminal = openTerminal(home, { rows: 50 })
    terminal.type('netbox mx-record mail.example --seed k3f9 --scenario mx-down', 'Enter')
    const running = await shows(terminal, /● Ask ─+ ■ Run ╌+ ○ Report +50 %/)
    expect(running).toContain('MX Record for mail.example')
    expect(running).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}World k3f9 opened, scenario mx-down$/m)
    home.release()
    const report = await shows(terminal, /Findings[^]*\$$/)
    expect(report).toContain('SIMULATED · netbox-sim/3 · seed k3f9')
    expect(report).toContain('●──■──✖')
    expect(report).not.toContain('○ Report')
    expect(report).not.toContain('World k3f9 opened')
  })

  it('ends with 130 and a restored terminal on Ctrl-C', async () => {
    const terminal = openTerminal(holdRuns(useHome()))
    terminal.type('netbox mx-record mail.example; echo "exit $?"', 'Enter')
    await shows(terminal, /Ask ─/)
    terminal.type('C-c')
    const after = await shows(terminal, 'exit 130')
    expect(after).toContain('Run cancelled')
    expect(after).not.toContain('Ask ─')
    terminal.type('echo typed', 'Enter')
    await shows(terminal, /^\$ echo typed\ntyped$/m)
  })

  it('shows no animation in CI, with --plain and with --quiet', async () => {
    const terminal = openTerminal(useHome(), { rows: 60 })
    terminal.type(
      'CI=1 netbox mx-record mail.example --no-delay 2>&1 | head -1; netbox mx-record mail.example --no-delay --plain > /dev/null',
      'Enter',
    )
    expect(await shows(terminal, /World \w+ opened[^]*\$$/)).not.toContain('Ask')
    terminal.type('clear; netbox mx-record mail.example --quiet --no-delay > /dev/null; echo done', 'Enter')
    expect(await shows(terminal, /^done/m)).not.toMatch(/Ask|opened/)
  })

  it('breaks the first line of a report and messages between words', async () => {
    const terminal = openTerminal(useHome(), { columns: 80, rows: 50 })
    terminal.type(
      'clear; netbox mx-record mail.example --no-delay --seed a-seed-of-many-words --scenario mx-down',
      'Enter',
    )
    expect(await shows(terminal, 'simulated by netbox-sim')).toMatch(
      /^SIMULATED · netbox-sim\/\d+ · seed a-seed-of-many-words · scenario mx-down · no\nserver was contacted$/m,
    )
    terminal.type('clear; netbox ptr-lookup 192.168.010.001; netbox lst', 'Enter')
    expect(await shows(terminal, "Did you mean 'list'?")).toMatch(
      /^Invalid input: Please enter a valid IP address\. You gave '192\.168\.010\.001'\.\nExample: netbox/m,
    )
  })

  it('keeps stdout clean while stderr shows the run', async () => {
    const terminal = openTerminal(useHome(), { rows: 60 })
    terminal.type(
      'netbox mx-record mail.example --no-delay --seed k3f9 --scenario healthy > report.txt; clear; head -1 report.txt | cut -c1-9; grep -c "Ask" report.txt',
      'Enter',
    )
    await shows(terminal, /^SIMULATED\n0/m)
  })
})
