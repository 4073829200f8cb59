import type { Role } from '@netbox/core'
import { Chalk } from 'chalk'

/** Gives a piece of text the color of its role. */
export type Paint = (role: Role, text: string) => string

// Whether there is color at all is the environment's to decide; then the sixteen colors that every terminal lets people choose.
const chalk = new Chalk({ level: 1 })

// Bright blue, because plain blue is unreadable on black; the simulated mark is yellow, so warnings are the bright one.
const styles: Readonly<Record<Role, (text: string) => string>> = {
  critical: chalk.red,
  warning: chalk.yellowBright,
  info: chalk.cyan,
  pass: chalk.green,
  strong: chalk.bold,
  dim: chalk.dim,
  signal: chalk.blueBright,
  machine: (text) => text,
  simulated: chalk.dim.yellow,
}

/** Leaves every text as it is. */
export const unpainted: Paint = (_role, text) => text

/** Paints for a terminal. */
export const painted: Paint = (role, text) => (text === '' ? text : styles[role](text))
