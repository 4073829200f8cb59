import { execFileSync, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { Home } from './netbox.ts'

/** Whether a real terminal can be driven here. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0

/** A terminal of some size in which a shell runs. */
export interface Terminal {
  type(...keys: string[]): void
  /** What stands on the screen, without the blanks behind it. */
  screen(): string
  resize(columns: number, rows: number): void
}

let count = 0

/** Opens a terminal that is closed when the running test ends. `netbox` is on its path. */
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
  onTestFinished(() => {
    spawnSync('tmux', ['-L', socket, 'kill-server'])
  })
  return {
    type: (...keys) => void tmux('send-keys', '-t', 'main', ...keys),
    screen: () =>
      tmux('capture-pane', '-t', 'main', '-p')
        .replaceAll(/[ \t]+$/gm, '')
        .trimEnd(),
    resize: (width, height) => void tmux('resize-window', '-t', 'main', '-x', String(width), '-y', String(height)),
  }
}
