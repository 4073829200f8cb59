/** An event that lasts until a promise is settled. */
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

/** The parts of the global scope that this worker uses. TypeScript's library for workers can't be combined with that for pages. */
export interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}
