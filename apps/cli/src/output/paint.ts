import type { styleText } from 'node:util'
import type { Role } from '@netbox/core'

/** Gives a piece of text the color of its role. */
export type Paint = (role: Role, text: string) => string

// The sixteen colors that every terminal lets people choose for themselves. Bright blue, because plain blue is
// unreadable on black; amber (yellow) alone would do for the simulated mark, so that warnings are the bright one.
const styles: Readonly<Record<Role, Parameters<typeof styleText>[0]>> = {
  critical: 'red',
  warning: 'yellowBright',
  info: 'cyan',
  pass: 'green',
  strong: 'bold',
  dim: 'dim',
  signal: 'blueBright',
  machine: 'none',
  simulated: ['dim', 'yellow'],
}

/** Leaves every text as it is. */
export const unpainted: Paint = (_role, text) => text

/** Paints for a terminal. */
export const painted: Paint = (role, text) =>
  text === '' ? text : process.getBuiltinModule('node:util').styleText(styles[role], text, { validateStream: false })
