import type { RunEvent } from '@netbox/core'

/** Yields the events of a run as they happen. Throws if the run is refused before its first event; a later failure is the last event. */
export async function* runEvents(
  run: (onEvent: (event: RunEvent) => void) => Promise<unknown>,
): AsyncGenerator<RunEvent> {
  const waiting: RunEvent[] = []
  let wake: () => void = () => undefined
  let isOver = false
  let failure: { readonly error: unknown } | undefined
  const done = run((event) => {
    waiting.push(event)
    wake()
  })
    .catch((error: unknown) => {
      failure = { error }
    })
    .finally(() => {
      isOver = true
      wake()
    })
  let last: RunEvent | undefined
  for (;;) {
    const event = waiting.shift()
    if (event !== undefined) {
      last = event
      yield event
    } else if (isOver) break
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  await done
  if (failure !== undefined && last?.type !== 'failed') throw failure.error
}
