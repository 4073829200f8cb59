import type { RunEvent } from '@netbox/core'

/**
 * Returns the events of a run as they happen. A run that is refused before its first event throws; one that fails later says so in
 * its last event, and the events end.
 */
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
