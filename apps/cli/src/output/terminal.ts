import { columns, type Role, glyphSets, plainText, wrap } from '@netbox/core'
import { Chalk } from 'chalk'
import type { Environment } from '../environment.ts'
import type { RenderMode, Theme } from '../screens/theme.ts'

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

const UNBOUNDED = 10_000

/** Returns the width of a list: the terminal's width; unlimited in a pipe, so that `grep` finds everything. */
export const listWidth = (environment: Environment): number =>
  environment.isTerminal(1) ? environment.width(1) : UNBOUNDED

/** Formats sentences for stderr: without control characters and, on a terminal, broken between words. */
export const sentenceLines = (text: string, environment: Environment): string => {
  const lines = text.split('\n').map(plainText)
  const width = environment.isTerminal(2) ? environment.width(2) : UNBOUNDED
  return lines.map((line) => `${columns(line) <= width ? line : wrap(line, width).join('\n')}\n`).join('')
}

/** Returns the glyphs and colors of the screens on a stream. */
export const createTheme = (environment: Environment, stream: 1 | 2, mode: RenderMode, plain = false): Theme => ({
  glyphs: glyphSets[environment.glyphs],
  paint: !plain && environment.hasColor(stream) ? painted : unpainted,
  ellipsis: environment.glyphs === 'ascii' ? '~' : '…',
  mode,
})

/** Returns the control sequence that copies text to the terminal's clipboard, through ssh too (xterm's OSC 52). */
export const clipboardRequest = (text: string): string =>
  `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`
