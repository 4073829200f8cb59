import type { Role } from '@netbox/core'
import { Chalk } from 'chalk'

/** A function that colors a piece of text by its role. */
export type Paint = (role: Role, text: string) => string

// The environment decides whether to use color. Level 1 means the 16 colors of the terminal's own theme.
const chalk = new Chalk({ level: 1 })

// Bright blue, because plain blue is unreadable on black. Warnings are bright yellow, because the simulated mark is yellow.
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

/** Returns every text unchanged. */
export const unpainted: Paint = (_role, text) => text

/** Colors text for a terminal. */
export const painted: Paint = (role, text) => (text === '' ? text : styles[role](text))
