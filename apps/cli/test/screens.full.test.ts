import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { useHome } from './support/netbox.ts'
import { isInOrder, openReport, WORLD } from './support/screens.ts'
import { hasTmux, openTerminal, shows, type Terminal } from './support/terminal.ts'

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

  it.each(views)('ends %s with 130 and restores the terminal', async (_name, openView) => {
    const terminal = await openView()
    terminal.type('C-c')
    await shows(terminal, 'exit 130')
    await isInOrder(terminal)
  })
})

describe.runIf(hasTmux)('the cursor of the terminal', () => {
  const stands = async (terminal: Terminal, before: RegExp): Promise<void> => {
    await expect.poll(() => terminal.cursor()?.before, { timeout: 45_000, interval: 30 }).toMatch(before)
  }

  it.each([
    ['on screens', {}],
    ['for a screen reader', { INK_SCREEN_READER: 'true' }],
  ])('stands where the user types: %s', async (_name, env: Record<string, string>) => {
    const terminal = openTerminal(useHome(), { env, columns: 100 })
    terminal.type(`clear; netbox --no-delay ${WORLD}`, 'Enter')
    await stands(terminal, /Find a tool: ?$/)
    terminal.type('mx')
    await stands(terminal, /Find a tool: mx$/)
    terminal.type('Enter')
    await stands(terminal, /Domain Name: ?$/)
    terminal.type('mail.example')
    await stands(terminal, /Domain Name: mail\.example$/)
  })

  it('follows the arrow keys, and is hidden where nothing is typed', async () => {
    const terminal = openTerminal(useHome())
    terminal.type(`clear; netbox --no-delay ${WORLD}`, 'Enter')
    await shows(terminal, 'Enter choose')
    terminal.type('mx', 'Enter')
    await shows(terminal, 'Enter run')
    terminal.type('mail.example', 'Left', 'Left')
    await stands(terminal, /Domain Name: mail\.examp$/)
    terminal.type('Enter')
    await shows(terminal, '? keys')
    expect(terminal.cursor()).toBeUndefined()
  })
})

describe.runIf(hasTmux)('the screens', () => {
  it('end normally when the system ends them', async () => {
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
    const all = tools.length
    fits(
      await shows(terminal, 'Enter choose'),
      new RegExp(`^ {2}netbox {2}${all} diag`),
      new RegExp(`^○ ${all} of ${all} .*Esc leave$`),
    )
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

  it('follow the size of the window, and leave no parts of another size', async () => {
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
      await expect.poll(() => terminal.screen().split('\n').length, { timeout: 45_000, interval: 30 }).toBe(rows)
      expect(screen.match(/SIMULATED/g)).toHaveLength(1)
      expect(screen.match(/MX Record for/g)).toHaveLength(1)
    }
    terminal.type('q')
    await shows(terminal, 'exit 0')
    expect(terminal.history()).not.toMatch(/\? keys|■ Summary/)
  })

  it('have no color with NO_COLOR, and still show the selection', async () => {
    const terminal = await openReport({ env: { NO_COLOR: '1' } })
    expect(terminal.painted()).not.toMatch(/\u001b\[(?:[39]\d|38|1|2)m/)
    expect(terminal.screen()).toContain('■ Summary')
  })

  it('have color otherwise', async () => {
    const terminal = await openReport()
    expect(terminal.painted()).toMatch(/\u001b\[94m●/)
  })

  it('are ASCII in every view if the terminal supports no other characters', async () => {
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
