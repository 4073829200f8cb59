import type { ServerResponse } from 'node:http'

/** Gives a signal that is aborted when the client leaves before the answer is complete, or when the process has to end. */
export const clientSignal = (response: ServerResponse, stopping: AbortSignal): AbortSignal => {
  const gone = new AbortController()
  const leave = () => {
    if (!response.writableFinished) gone.abort()
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  return AbortSignal.any([gone.signal, stopping])
}
