import { setImmediate } from 'node:timers/promises'
import { type ExitCode, exitCodes } from '../exit.ts'

// Signals wait at most this long, in milliseconds. A pause after every run would slow down a batch.
const TURN = 20

/**
 * Returns a function that lets Node handle signals between two runs. Runs without delay never wait, so Node would see a signal only after
 * the last one. Rejects with the signal's reason if there was one.
 */
export const pauseForSignals = (signal: AbortSignal | undefined): (() => Promise<void>) => {
  let last = performance.now()
  return async () => {
    if (performance.now() - last >= TURN) {
      await setImmediate()
      last = performance.now()
    }
    signal?.throwIfAborted()
  }
}

/**
 * Listens for Ctrl-C and the system's termination signals, and returns them as an abort signal, so that a run can end properly. A second
 * signal ends the process at once.
 */
export const listenToSignals = () => {
  const controller = new AbortController()
  let code: ExitCode | undefined
  const listenerFor = (name: string, exit: ExitCode) => (): void => {
    if (code !== undefined) process.exit(exit)
    code = exit
    controller.abort(new Error(name))
  }
  const listeners = {
    SIGINT: listenerFor('SIGINT', exitCodes.cancelled),
    SIGTERM: listenerFor('SIGTERM', exitCodes.terminated),
  }
  // `on` instead of `once`, because Ink ends the process if there is no other listener.
  process.on('SIGINT', listeners.SIGINT).on('SIGTERM', listeners.SIGTERM)
  return {
    signal: controller.signal,
    /** Returns the exit code for the received signal; undefined if there was none. */
    exitCode: () => code,
    close: () => void process.off('SIGINT', listeners.SIGINT).off('SIGTERM', listeners.SIGTERM),
  }
}

export type Interruption = ReturnType<typeof listenToSignals>
