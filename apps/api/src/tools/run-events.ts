import type { RunEvent } from '@netbox/core'

/** Yields the events of a run as they happen. Throws if the run is refused before its first event; a later failure is the last event. */
export async function* runEvents(
  run: (onEvent: (event: RunEvent) => void) => Promise<unknown>,
): AsyncGenerator<RunEvent> {
  let failure: { readonly error: unknown } | undefined
  const events = new ReadableStream<RunEvent>({
    start: (queue) => {
      void run((event) => queue.enqueue(event))
        .catch((error: unknown) => {
          failure = { error }
        })
        .finally(() => queue.close())
    },
  })
  let last: RunEvent | undefined
  // A reader who leaves doesn't cancel the stream, so the run can still write its last events.
  for await (const event of events.values({ preventCancel: true })) {
    last = event
    yield event
  }
  if (failure !== undefined && last?.type !== 'failed') throw failure.error
}
