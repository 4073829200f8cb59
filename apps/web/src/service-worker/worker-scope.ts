/** An event whose lifetime a promise can extend. */
export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

/** A request of a page. */
export interface RequestEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** A page's message to this worker. */
export interface MessageFromPage extends LastingEvent {
  readonly data: unknown
}

/**
 * The parts of the worker's global scope that this worker uses. TypeScript's `webworker` library, which declares them, conflicts with the
 * page's `dom` library.
 */
export interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}
