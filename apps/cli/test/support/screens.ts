import { expect } from 'vitest'
import { type Home, useHome } from './netbox.ts'
import { openTerminal, shows, type Terminal } from './terminal.ts'

/** The options that fix a world's seed, scenario and time. */
export const WORLD = '--seed k3f9 --scenario mx-down --at 2026-01-01T00:00:00Z'

/** The file name, without extension, of a saved report on `mail.example` in this world. */
export const NAME = 'mx-record-1767225600000'

/** The options of a terminal. */
export type Options = Parameters<typeof openTerminal>[1]

/** Opens the screens, runs a tool and waits for its report. */
export const openReport = async (
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

/** Checks that the terminal is in its initial state. */
export const isInOrder = async (terminal: Terminal): Promise<void> => {
  expect(terminal.state()).toEqual({ isOther: false, hasCursor: true })
  terminal.type('stty -a | tr " " "\\n" | grep -xE -e "-?(echo|icanon|isig);?" | tr "\\n" ,', 'Enter')
  await shows(terminal, 'isig,icanon,echo,')
}
