import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** The time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE_TIME = 2000

/** A command with a time limit. */
export interface Limit {
  /** Returns whether the command reached the limit. */
  readonly isOverdue: () => boolean
  /** Ends what is left of the command's process group. */
  readonly close: () => void
}

/**
 * Ends a command with its process group when its time is over: with SIGTERM, and a little later with SIGKILL. The command must lead a process
 * group of its own (`detached`).
 */
export const limitCommand = ({ pid }: ChildProcess, milliseconds: number): Limit => {
  let isOverdue = false
  const send = (signal: NodeJS.Signals): void => {
    try {
      if (pid !== undefined) process.kill(-pid, signal)
    } catch {
      // No process of the group is left.
    }
  }
  let last: NodeJS.Timeout | undefined
  const timer = setTimeout(() => {
    isOverdue = true
    send('SIGTERM')
    last = setTimeout(() => send('SIGKILL'), GRACE_TIME)
  }, milliseconds)
  return {
    isOverdue: () => isOverdue,
    close: () => {
      clearTimeout(timer)
      clearTimeout(last)
      send('SIGKILL')
    },
  }
}

// The length of the end of an output that is kept, in characters. A program may print gigabytes.
const KEPT_OUTPUT = 65_536

/**
 * Reads the output of a command to its end, because the command waits otherwise, and keeps the last 65,536 characters. Returns a function
 * that resolves with them once no process can write more.
 */
export const keepEnd = (stream: Readable): (() => Promise<string>) => {
  let kept = ''
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    kept = (kept + part).slice(-KEPT_OUTPUT)
  })
  const ended = once(stream, 'close').catch(() => undefined)
  return async () => {
    await ended
    return kept
  }
}
