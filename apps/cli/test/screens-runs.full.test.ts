import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdRuns, useHome } from './support/netbox.ts'
import { isInOrder, openReport, type Options, WORLD } from './support/screens.ts'
import { hasTmux, openTerminal, shows, type Terminal } from './support/terminal.ts'

describe.runIf(hasTmux)('text that is typed ahead', () => {
  it('reaches its intended screens, each key after the previous ones', async () => {
    const terminal = openTerminal(useHome())
    terminal.type(`clear; netbox --no-delay ${WORLD}`, 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('Tab', 'Tab', 'mx', 'Enter', 'Tab', 'Enter')
    await shows(terminal, '? keys')
    terminal.type('w', 'Up', 'Enter')
    await shows(terminal, 'scenario healthy')
    terminal.type('t', 'Down', 'Down', 'Enter')
    await shows(terminal, '● ARIN Lookup')
  })
})

describe.runIf(hasTmux)('pasted text', () => {
  it('is one input with its line breaks, and runs only with Enter', async () => {
    const terminal = openTerminal(useHome())
    terminal.type(`clear; netbox --no-delay ${WORLD}`, 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('header-an', 'Enter')
    await shows(terminal, '● Header Analyzer')
    terminal.paste('From: ana@mail.example\nSubject: hello\n')
    const pasted = await shows(terminal, '◆ 3 lines')
    expect(pasted).toMatch(/^■ Email Headers: From: ana@mail\.example Subject: hello$/m)
    terminal.type('Enter')
    await shows(terminal, 'Header Analyzer for From: ana@mail.example…')
  })

  it('is a search in the list, as one line', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.paste('mail.example\nmx')
    await shows(terminal, /^● Find a tool: mail\.example mx$[^]*^■ MX Record/m)
  })
})

describe.runIf(hasTmux)('the world of the runs', () => {
  it('has the facts of --world, in every scenario', async () => {
    const home = useHome()
    const facts = { hosts: { 'mx1.mail.example': { ports: { 25: 'refused' } } } }
    writeFileSync(join(home.folder, 'world.json'), JSON.stringify(facts))
    const args = '--no-delay --seed k3f9 --scenario healthy --world world.json'
    const terminal = await openReport({ columns: 100 }, { home, args })
    const first = terminal.screen()
    expect(first).toContain('seed k3f9 · scenario healthy · own facts')
    expect(first).toMatch(/mx1\.mail\.example .* refused/)
    terminal.type('w', 'Down', 'Enter')
    const second = await shows(terminal, 'scenario mx-down · own facts')
    expect(second).toMatch(/mx1\.mail\.example .* refused/)
    terminal.type('q')
    await shows(terminal, 'exit 0')
  })

  it('can be chosen before the first run', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox --no-delay', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('mx', 'Enter')
    await shows(terminal, 'A fresh seed for every run, scenario random')
    terminal.type('mail.example')
    await shows(terminal, /Domain Name: mail\.example$/m)
    terminal.type('Down')
    await shows(terminal, 'The world of the next runs')
    terminal.type('k3f9', 'Down', 'Down', 'Enter')
    const asked = await shows(terminal, 'Seed k3f9, scenario mx-down')
    expect(asked).toMatch(/Domain Name: mail\.example$/m)
    terminal.type('Enter')
    await shows(terminal, 'seed k3f9 · scenario mx-down')
  })
})

describe.runIf(hasTmux)('a run on the screens', () => {
  const openRun = async (options: Options = {}): Promise<{ terminal: Terminal; release: () => void }> => {
    const home = holdRuns(useHome())
    const terminal = openTerminal(home, options)
    terminal.type('clear; netbox; echo "exit $?"', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('traceroute', 'Enter')
    await shows(terminal, 'Enter run')
    terminal.type('www.shop.example', 'Enter')
    await shows(terminal, 'Esc cancel the run')
    return { terminal, release: home.release }
  }

  it('shows trace, progress and log, and ends in its report', async () => {
    const { terminal, release } = await openRun()
    const running = await shows(terminal, /^\d\d:\d\d:\d\d\.\d{3} {2}Traceroute started for www\.shop\.example$/m)
    expect(running).toMatch(/^● Ask [─╌]+ ■ Run [─╌]+ ○ Report +\d+ %$/m)
    release()
    await shows(terminal, '? keys')
  })

  it('is cancelled by Esc, costs nothing then, and can be started again', async () => {
    const { terminal } = await openRun()
    terminal.type('Escape')
    const back = await shows(terminal, 'The run was cancelled. It does not count.')
    expect(back).toMatch(/Address: www\.shop\.example$/m)
    terminal.type('Escape')
    await shows(terminal, /^■ Traceroute +25 left/m)
  })

  it('fits 40 columns', async () => {
    const { terminal } = await openRun({ columns: 40, rows: 12 })
    expect(terminal.screen()).toMatch(/^● Ask [─╌]{5} ■ Run [─╌]{5} ○ Report +\d+ %$/m)
  })

  it('is ended by Ctrl-C with 130, and the terminal is restored', async () => {
    const { terminal } = await openRun()
    terminal.type('C-c')
    const left = await shows(terminal, 'exit 130')
    expect(left).toContain('Run cancelled: The run was cancelled. It does not count.')
    expect(left).not.toContain('Ask ─')
    await isInOrder(terminal)
  })
})
