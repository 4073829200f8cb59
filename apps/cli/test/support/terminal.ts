import { execFileSync, spawnSync } from 'node:child_process'
import { expect, onTestFinished } from 'vitest'
import type { Home } from './netbox.ts'

/** Whether tests can control a real terminal here. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0

if (!hasTmux) {
  const message = 'The screens were NOT tested: tmux is missing. Install tmux to drive a real terminal.'
  if (process.env['NETBOX_REQUIRE_TMUX'] === '1') throw new Error(message)
  console.warn(`\n${'!'.repeat(80)}\n${message}\n${'!'.repeat(80)}\n`)
}

/** A terminal of a given size that runs a shell. */
export interface Terminal {
  type(...keys: string[]): void
  /** Pastes text, with bracketed paste if the program asked for it. */
  paste(text: string): void
  /** Returns the text on the screen, without trailing blanks. */
  screen(): string
  /** Returns the same text with its control sequences for color and style. */
  painted(): string
  /** Returns the text on the screen and everything that has scrolled out of it. */
  history(): string
  /** Returns the text that a program sent to the clipboard. */
  clipboard(): string
  /** Returns whether a program uses the alternate screen, and whether the cursor is visible. */
  state(): { readonly isOther: boolean; readonly hasCursor: boolean }
  /** Returns the position of the visible cursor and the text before it in its line; undefined if it is hidden. */
  cursor(): { readonly x: number; readonly y: number; readonly before: string } | undefined
  resize(columns: number, rows: number): void
}

let count = 0

/** Opens a terminal with `netbox` on its path. It is closed when the running test ends. */
export const openTerminal = (
  home: Home,
  { columns = 80, rows = 24, env = {} }: { columns?: number; rows?: number; env?: Record<string, string> } = {},
): Terminal => {
  const socket = `netbox-${process.pid}-${count++}`
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env: { ...process.env, TMUX: '' },
    })
  const variables = Object.entries({ ...home.environment, PS1: '$ ', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  )
  tmux(
    'new-session',
    '-d',
    '-s',
    'main',
    '-x',
    String(columns),
    '-y',
    String(rows),
    '-c',
    home.folder,
    'env',
    '-i',
    ...variables,
    'bash',
    '--norc',
    '--noprofile',
  )
  // Lets programs set the clipboard.
  tmux('set-option', '-s', 'set-clipboard', 'on')
  onTestFinished(() => {
    spawnSync('tmux', ['-L', socket, 'kill-server'])
  })
  const capture = (...options: string[]): string =>
    tmux('capture-pane', '-t', 'main', '-p', ...options)
      .replaceAll(/[ \t]+$/gm, '')
      .trimEnd()
  return {
    type: (...keys) => void tmux('send-keys', '-t', 'main', ...keys),
    paste: (text) => {
      tmux('set-buffer', '-b', 'pasted', text)
      tmux('paste-buffer', '-p', '-d', '-b', 'pasted', '-t', 'main')
    },
    screen: () => capture(),
    painted: () => capture('-e'),
    history: () => capture('-S', '-'),
    clipboard: () => tmux('show-buffer'),
    state: () => {
      const [other, cursor] = tmux('display-message', '-t', 'main', '-p', '#{alternate_on} #{cursor_flag}')
        .trim()
        .split(' ')
      return { isOther: other === '1', hasCursor: cursor === '1' }
    },
    cursor: () => {
      const [shown, x = 0, y = 0] = tmux(
        'display-message',
        '-t',
        'main',
        '-p',
        '#{cursor_flag} #{cursor_x} #{cursor_y}',
      )
        .trim()
        .split(' ')
        .map(Number)
      if (shown !== 1) return undefined
      const line = tmux('capture-pane', '-t', 'main', '-p', '-N').split('\n')[y] ?? ''
      return { x, y, before: line.slice(0, x) }
    },
    resize: (width, height) => void tmux('resize-window', '-t', 'main', '-x', String(width), '-y', String(height)),
  }
}

/** Waits until the screen shows a text, and returns the screen. */
export const shows = async (terminal: Terminal, text: RegExp | string): Promise<string> => {
  // Keeps the screen that matches, because a later one may differ.
  let screen = ''
  await expect.poll(() => (screen = terminal.screen()), { timeout: 45_000, interval: 30 }).toMatch(text)
  return screen
}
