import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Home, useHome } from './support/netbox.ts'
import { hasTmux, openTerminal, shows, type Terminal } from './support/terminal.ts'

const WORLD = '--seed k3f9 --scenario mx-down --at 2026-01-01T00:00:00Z'
const NAME = 'mx-record-1767225600000'

type Options = Parameters<typeof openTerminal>[1]

/** Opens the screens and runs a tool on them, up to its report. */
const openReport = async (
  options: Options = {},
  { args = `--no-delay ${WORLD}`, home = useHome() }: { args?: string; home?: Home } = {},
): Promise<Terminal> => {
  const terminal = openTerminal(home, options)
  terminal.type(`clear; netbox ${args}; echo "exit $?"`, 'Enter')
  await shows(terminal, 'Enter choose')
  terminal.type('mx', 'Enter')
  await shows(terminal, 'Enter run')
  terminal.type('mail.example', 'Enter')
  await shows(terminal, '? keys')
  return terminal
}

/** Gives which lines of how many are shown. */
const placeOf = (screen: string): number[] => {
  const [, from, to, count] = /^[│|] (\d+) to (\d+) of (\d+)/m.exec(screen) ?? []
  return [from, to, count].map(Number)
}

const isInOrder = async (terminal: Terminal): Promise<void> => {
  expect(terminal.state()).toEqual({ isOther: false, hasCursor: true })
  terminal.type('stty -a | tr " " "\\n" | grep -xE -e "-?(echo|icanon|isig);?" | tr "\\n" ,', 'Enter')
  await shows(terminal, 'isig,icanon,echo,')
}

describe.runIf(hasTmux)('the report on the screen', () => {
  it('shows verdict and mark above three tabs, and goes around them', async () => {
    const terminal = await openReport()
    const summary = terminal.screen()
    expect(summary).toMatch(/^SIMULATED · netbox-sim\/\d+ · seed k3f9 · scenario mx-down\n/)
    expect(summary).toMatch(/^●──■──✖ {2}Mail still arrives, ten seconds late\.$/m)
    expect(summary).toMatch(/^■ Summary {5}Findings 5 {5}Raw$/m)
    expect(summary).toContain('Fig. 1')
    terminal.type('Right')
    const findings = await shows(terminal, '■ Findings 5')
    expect(findings).toMatch(/^✖ Critical {2}mx1\.mail\.example does not accept connections$/m)
    expect(findings).toContain('Mail still arrives, ten seconds late.')
    expect(findings).not.toContain('Fig. 1')
    terminal.type('Tab')
    await shows(terminal, /■ Raw\n─+\n\{\n {2}"simulated": true,/)
    terminal.type('Tab')
    await shows(terminal, '■ Summary')
    terminal.type('Left')
    await shows(terminal, '■ Raw')
    terminal.type('2')
    await shows(terminal, '■ Findings')
    terminal.type('BTab')
    await shows(terminal, '■ Summary')
  })

  it('scrolls by line, page and to both ends, and stays where it was in each tab', async () => {
    const terminal = await openReport()
    terminal.type('3')
    const [first, last, count] = placeOf(await shows(terminal, '■ Raw'))
    const room = Number(last)
    expect([first, room < Number(count)]).toEqual([1, true])
    terminal.type('Down', 'Down')
    await shows(terminal, `│ 3 to ${room + 2} of ${count}`)
    terminal.type('Up')
    await shows(terminal, `│ 2 to ${room + 1} of ${count}`)
    terminal.type('PageDown')
    await shows(terminal, `│ ${room + 1} to ${2 * room} of ${count}`)
    terminal.type('PageUp')
    await shows(terminal, `│ 2 to ${room + 1} of ${count}`)
    terminal.type('End')
    const end = await shows(terminal, ` to ${count} of ${count}`)
    expect(end).toMatch(/^\}\n│/m)
    terminal.type('Down', 'PageDown', '1')
    await shows(terminal, /■ Summary[^]*│ 1 to/)
    terminal.type('3')
    await shows(terminal, ` to ${count} of ${count}`)
    terminal.type('Home')
    await shows(terminal, `│ 1 to ${room} of ${count}`)
  })

  it('explains its keys, and scrolls the explanation', async () => {
    const terminal = await openReport({ columns: 44, rows: 14 })
    terminal.type('?')
    expect(await shows(terminal, 'Left, Right, Tab')).toContain('Esc the report')
    terminal.type('End')
    await shows(terminal, 'leave at once, with exit code 130')
    terminal.type('Escape')
    expect(await shows(terminal, '? keys')).toContain('■ Summary')
  })

  it('runs again in a fresh world where no seed is named, and in the same one where it is', async () => {
    const fresh = await openReport({}, { args: '--no-delay' })
    const [, seed = ''] = /seed (\w+)/.exec(fresh.screen()) ?? []
    fresh.type('r')
    await shows(fresh, new RegExp(`seed (?!${seed})\\w+`))
    const named = await openReport()
    const before = named.screen()
    named.type('3')
    await shows(named, '"dailyUsed": 1')
    named.type('r')
    await shows(named, '"dailyUsed": 2')
    named.type('1')
    expect(await shows(named, '■ Summary')).toBe(before)
  })

  it('runs in another scenario on the same seed, with the same tab open', async () => {
    const terminal = await openReport({}, { args: '--no-delay --at 2026-01-01T00:00:00Z --seed k3f9' })
    expect(terminal.screen()).toContain('scenario none')
    terminal.type('2')
    await shows(terminal, '■ Findings')
    terminal.type('w')
    expect(await shows(terminal, 'The world of the next runs')).toMatch(/^● Seed: k3f9\n│\n■ none/m)
    terminal.type('Down', 'Down')
    await shows(terminal, /^■ mx-down +The first mail exchange is silent$/m)
    terminal.type('Enter')
    const bent = await shows(terminal, 'seed k3f9 · scenario mx-down')
    expect(bent).toContain('■ Findings 5')
    expect(bent).toContain('mx1.mail.example does not accept connections')
  })

  it('takes another seed, and says at once what can be none', async () => {
    const terminal = await openReport()
    terminal.type('w')
    await shows(terminal, 'Seed: k3f9')
    terminal.type('x'.repeat(61))
    await shows(terminal, '✖ Invalid seed: A seed is text of 1 to 64 characters.')
    terminal.type('Enter')
    await shows(terminal, 'Seed: ')
    terminal.type('C-u')
    await shows(terminal, 'empty: a fresh one for every run')
    terminal.type('other', 'Enter')
    await shows(terminal, 'seed other · scenario mx-down')
    terminal.type('w')
    await shows(terminal, 'Seed: other')
    terminal.type('zzz', 'Escape')
    await shows(terminal, 'seed other · scenario mx-down')
  })

  it('goes back to the input as it was, and to the list', async () => {
    const terminal = await openReport()
    terminal.type('e')
    await shows(terminal, /■ Domain Name: mail\.example$/m)
    terminal.type('C-u')
    terminal.type('shop.example', 'Enter')
    await shows(terminal, 'MX Record for shop.example')
    terminal.type('Escape')
    await shows(terminal, /■ Domain Name: shop\.example$/m)
    terminal.type('Enter')
    await shows(terminal, '? keys')
    terminal.type('Enter')
    await shows(terminal, /Find a tool:.*\n[^]*■ Blacklist Check/)
  })

  it('copies the report, and in Raw its data, through the terminal', async () => {
    const terminal = await openReport({ env: { TERM: 'alacritty' } })
    terminal.type('c')
    await shows(terminal, '✔ Copied: Result copied to clipboard.')
    expect(terminal.clipboard()).toMatch(/^SIMULATED · [^]*Findings\n[^]*Result\n[^]*no server was contacted\n$/)
    terminal.type('3')
    await shows(terminal, '■ Raw')
    terminal.type('c')
    await shows(terminal, '✔ Copied')
    expect(JSON.parse(terminal.clipboard())).toMatchObject({ tool: 'mx-record', input: 'mail.example', seed: 'k3f9' })
  })

  it('says where it does not know whether the terminal took the copy, and where it knows that it cannot', async () => {
    const untold = await openReport()
    untold.type('c')
    expect(await shows(untold, 'Sent to the clipboard of your terminal.')).toMatch(/s saves a\n {2}file\.$/m)
    expect(untold.clipboard()).toContain('Mail still arrives')
    const none = await openReport({ env: { TERM: 'linux' } })
    none.type('c')
    await shows(none, "▲ This terminal can't be given text for a clipboard. Press s to save a file.")
    expect(() => none.clipboard()).toThrow('no buffers')
  })

  it('saves under the name that core gives it, data as JSON, and replaces no file', async () => {
    const home = useHome()
    const terminal = await openReport({}, { home })
    const read = (name: string): string => readFileSync(join(home.folder, name), 'utf8')
    terminal.type('s')
    await shows(terminal, `✔ Downloaded: ${NAME}.txt`)
    expect(read(`${NAME}.txt`)).toMatch(/^SIMULATED · [^]*Result\n/)
    terminal.type('s')
    await shows(terminal, `✔ Downloaded: ${NAME}-2.txt`)
    expect(read(`${NAME}-2.txt`)).toBe(read(`${NAME}.txt`))
    terminal.type('3')
    await shows(terminal, '■ Raw')
    terminal.type('s')
    await shows(terminal, `✔ Downloaded: ${NAME}.json`)
    expect(JSON.parse(read(`${NAME}.json`))).toMatchObject({ simulated: true, tool: 'mx-record' })
    expect(readdirSync(home.folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it.runIf(existsSync('/sys/kernel'))('says why it could not be saved', async () => {
    const terminal = openTerminal(useHome())
    terminal.type(`cd /sys/kernel; clear; netbox --no-delay ${WORLD}`, 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('mail.example mx', 'Enter')
    await shows(terminal, 'Enter run')
    terminal.type('Enter')
    await shows(terminal, '? keys')
    terminal.type('s')
    await shows(terminal, `✖ '${NAME}.txt' can't be written: permission is denied.`)
  })

  it('ends with 6 where the last report is as bad as --fail-on says', async () => {
    const terminal = await openReport({}, { args: `--no-delay --fail-on critical ${WORLD}` })
    terminal.type('q')
    await shows(terminal, 'exit 6')
  })

  it('leaves the last report on the terminal, and nothing else', async () => {
    const terminal = await openReport()
    terminal.type('q')
    await shows(terminal, 'exit 0')
    const left = terminal.history()
    expect(left).toMatch(/\$ clear; netbox|^SIMULATED|^MX Record for mail\.example$/m)
    expect(left.match(/Mail still arrives, ten seconds late\./g)).toHaveLength(1)
    expect(left).toContain('Findings\n✖ Critical')
    expect(left).not.toMatch(/Find a tool|\? keys|Enter run/)
    await isInOrder(terminal)
  })
})

describe.runIf(hasTmux)('what is typed ahead', () => {
  it('reaches the screens that it is meant for, each key after the ones before', async () => {
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

describe.runIf(hasTmux)('what is pasted', () => {
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

  it('is searched for in the list, as one line', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.paste('mail.example\nmx')
    await shows(terminal, /^● Find a tool: mail\.example mx$[^]*^■ MX Record/m)
  })
})

describe.runIf(hasTmux)('the world of the runs', () => {
  it('can be chosen before the first one', async () => {
    const terminal = openTerminal(useHome())
    terminal.type('netbox --no-delay', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('mx', 'Enter')
    await shows(terminal, 'A fresh seed for every run, scenario none')
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
  const openRun = async (options: Options = {}): Promise<Terminal> => {
    const terminal = openTerminal(useHome(), options)
    terminal.type('clear; netbox; echo "exit $?"', 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('traceroute', 'Enter')
    await shows(terminal, 'Enter run')
    terminal.type('www.shop.example', 'Enter')
    await shows(terminal, 'Esc cancel the run')
    return terminal
  }

  it('shows trace, progress and log, and ends in its report', async () => {
    const terminal = await openRun()
    const running = await shows(terminal, /^\d\d:\d\d:\d\d\.\d{3} {2}Traceroute started for www\.shop\.example$/m)
    expect(running).toMatch(/^● Ask [─╌]+ ■ Run [─╌]+ ○ Report +\d+ %$/m)
    await shows(terminal, '? keys')
  })

  it('is cancelled by Esc, costs nothing then, and can be started again', async () => {
    const terminal = await openRun()
    terminal.type('Escape')
    const back = await shows(terminal, 'The run was cancelled. It costs nothing.')
    expect(back).toMatch(/Address: www\.shop\.example$/m)
    terminal.type('Escape')
    await shows(terminal, /^■ Traceroute +25 left/m)
  })

  it('fits 40 columns', async () => {
    const terminal = await openRun({ columns: 40, rows: 12 })
    expect(terminal.screen()).toMatch(/^● Ask [─╌]{5} ■ Run [─╌]{5} ○ Report +\d+ %$/m)
  })

  it('is cut by Ctrl-C with 130, and its terminal is left as it was', async () => {
    const terminal = await openRun()
    terminal.type('C-c')
    const left = await shows(terminal, 'exit 130')
    expect(left).toContain('Run cancelled: The run was cancelled. It costs nothing.')
    expect(left).not.toContain('Ask ─')
    await isInOrder(terminal)
  })
})

describe.runIf(hasTmux)('Ctrl-C', () => {
  const open = async (): Promise<Terminal> => {
    const terminal = openTerminal(useHome())
    terminal.type('clear; netbox --no-delay; echo "exit $?"', 'Enter')
    await shows(terminal, 'Enter choose')
    return terminal
  }
  const views: readonly (readonly [string, () => Promise<Terminal>])[] = [
    ['the list', open],
    [
      'the input',
      async () => {
        const terminal = await open()
        terminal.type('Enter')
        await shows(terminal, 'Enter run')
        return terminal
      },
    ],
    ['the report', async () => openReport()],
    [
      'the world',
      async () => {
        const terminal = await openReport()
        terminal.type('w')
        await shows(terminal, 'The world of the next runs')
        return terminal
      },
    ],
    [
      'a refusal',
      async () => {
        const terminal = await open()
        terminal.type('mail.example diagnostic', 'Enter')
        await shows(terminal, 'Enter run')
        terminal.type('Enter')
        await shows(terminal, 'requires a Pro or Enterprise plan')
        return terminal
      },
    ],
  ]

  it.each(views)('leaves %s with 130 and a terminal in order', async (_name, openView) => {
    const terminal = await openView()
    terminal.type('C-c')
    await shows(terminal, 'exit 130')
    await isInOrder(terminal)
  })
})

describe.runIf(hasTmux)('the screens', () => {
  it('end in order when the system ends them', async () => {
    const home = useHome()
    const terminal = openTerminal(home)
    terminal.type('sh -c \'echo $$ > pid; exec netbox\'; echo "exit $?"', 'Enter')
    await shows(terminal, 'Enter choose')
    process.kill(Number(readFileSync(join(home.folder, 'pid'), 'utf8')), 'SIGTERM')
    await shows(terminal, 'exit 143')
    await isInOrder(terminal)
  })

  it.each([
    [80, 24],
    [44, 14],
    [40, 12],
  ])('fill %i columns by %i rows and no more, in every view', async (columns, rows) => {
    const terminal = openTerminal(useHome(), { columns, rows })
    const fits = (screen: string, first: RegExp, last: RegExp): void => {
      const lines = screen.split('\n')
      expect(lines.length).toBeLessThanOrEqual(rows)
      expect(lines.every((line) => line.length <= columns)).toBe(true)
      expect(lines[0]).toMatch(first)
      expect(lines.at(-1)).toMatch(last)
    }
    terminal.type(`clear; netbox --no-delay ${WORLD}`, 'Enter')
    fits(await shows(terminal, 'Enter choose'), /^ {2}netbox {2}25 diag/, /^○ 25 of 25 .*Esc leave$/)
    terminal.type('mail.example mx', 'Enter')
    fits(await shows(terminal, 'Enter run'), /^● MX Record {2}Who/, /^○ Enter run .*Esc back$/)
    terminal.type('Enter')
    for (const tab of ['Summary', 'Findings', 'Raw']) {
      fits(await shows(terminal, `■ ${tab}`), /^SIMULATED · netbox-sim/, /^○ r again .*\? keys$/)
      terminal.type('Right')
    }
    await shows(terminal, '■ Summary')
    terminal.type('w')
    fits(await shows(terminal, 'The world of the next runs'), /^ {2}The world/, /^○ Enter choose .*Esc back$/)
  })

  it('follow the size of the window, and mix nothing of two sizes', async () => {
    const terminal = await openReport({ columns: 100, rows: 30 })
    for (const [columns, rows] of [
      [44, 14],
      [120, 40],
      [40, 12],
      [80, 24],
    ] as const) {
      terminal.resize(columns, rows)
      const rule = rows < 16 ? '' : `${'─'.repeat(columns)}\n`
      const screen = await shows(terminal, new RegExp(`■ Summary +Findings 5 +Raw\\n${rule}(?!─)[^]*\\? keys$`))
      await expect.poll(() => terminal.screen().split('\n').length).toBe(rows)
      expect(screen.match(/SIMULATED/g)).toHaveLength(1)
      expect(screen.match(/MX Record for/g)).toHaveLength(1)
    }
    terminal.type('q')
    await shows(terminal, 'exit 0')
    expect(terminal.history()).not.toMatch(/\? keys|■ Summary/)
  })

  it('have no color under NO_COLOR, and still show what is selected', async () => {
    const terminal = await openReport({ env: { NO_COLOR: '1' } })
    expect(terminal.painted()).not.toMatch(/\u001b\[(?:[39]\d|38|1|2)m/)
    expect(terminal.screen()).toContain('■ Summary')
  })

  it('have color elsewhere', async () => {
    const terminal = await openReport()
    expect(terminal.painted()).toMatch(/\u001b\[94m●/)
  })

  it('are ASCII in every view where the terminal knows no other signs', async () => {
    const terminal = openTerminal(useHome(), { env: { LANG: 'C' } })
    const isAscii = (screen: string): void => expect(screen).toMatch(/^[\n\x20-\x7e]+$/)
    terminal.type(`clear; netbox --no-delay ${WORLD}`, 'Enter')
    isAscii(await shows(terminal, 'Enter choose'))
    terminal.type('mail.example mx', 'Enter')
    isAscii(await shows(terminal, 'Enter run'))
    terminal.type('Enter')
    isAscii(await shows(terminal, /^# Summary/m))
    terminal.type('Right')
    isAscii(await shows(terminal, '# Findings'))
    terminal.type('Right')
    isAscii(await shows(terminal, '# Raw'))
    terminal.type('?')
    isAscii(await shows(terminal, 'another part'))
    terminal.type('Escape')
    await shows(terminal, '{')
    terminal.type('w')
    isAscii(await shows(terminal, 'The world of the next runs'))
  })
})

describe.runIf(hasTmux)('for a screen reader', () => {
  const env = { INK_SCREEN_READER: 'true' }

  it('the screens are lines in their order, on the terminal itself', async () => {
    const terminal = openTerminal(useHome(), { env, rows: 100 })
    terminal.type(`clear; netbox --no-delay ${WORLD}; echo "exit $?"`, 'Enter')
    const list = await shows(terminal, /^Find a tool:$/m)
    expect(list).toMatch(/^1 of 25: Blacklist Check, 50 left\. /m)
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

  it('everything that a report can be used for is there too', async () => {
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
    await shows(terminal, /^Scenario mx-down: The first mail exchange is silent\nSeed: k3f9$/m)
    terminal.type('Up', 'Enter')
    await shows(terminal, /Mail arrives at the first try[^]*scenario healthy[^]*Keys: r: run again/)
    terminal.type('e')
    await shows(terminal, /^Domain Name: mail\.example$/m)
    terminal.type('C-c')
    await shows(terminal, 'exit 130')
    await isInOrder(terminal)
  })
})

describe.runIf(hasTmux)('for data', () => {
  it('the screens ask, and documents stand below each other', async () => {
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
