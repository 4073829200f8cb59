/**
 * Runs work with its own signal that follows another one, and removes its listener afterwards. Signals with thousands of listeners are
 * slow, because each new one is compared with all others.
 */
export const linked = async <Result>(
  signal: AbortSignal | undefined,
  work: (own: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const own = new AbortController()
  const follow = (): void => own.abort(signal?.reason)
  signal?.addEventListener('abort', follow)
  if (signal?.aborted === true) follow()
  try {
    return await work(own.signal)
  } finally {
    signal?.removeEventListener('abort', follow)
  }
}
