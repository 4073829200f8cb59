import { type ExitCode, exitCodes } from './exit.ts'

/** The signals that end a process, as an abort signal, so that a run can end properly. */
export interface Interruption {
  readonly signal: AbortSignal
  /** Returns the exit code for the received signal; undefined if there was none. */
  exitCode(): ExitCode | undefined
  /** Stops listening. */
  close(): void
}

/** Listens for Ctrl-C and the system's termination signals. A second signal ends the process at once. */
export const listenToSignals = (): Interruption => {
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
    exitCode: () => code,
    close: () => void process.off('SIGINT', listeners.SIGINT).off('SIGTERM', listeners.SIGTERM),
  }
}
