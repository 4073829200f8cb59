import type { SimulationOptions } from '../open-simulation.ts'

/** Says whose mail host is played, in which world, and where it listens. */
export interface MailServerOptions extends SimulationOptions {
  /** The domain whose mail is taken: `'mail.example'`. */
  readonly domain: string
  /** Which of its exchanges is played; default the first that senders try. */
  readonly exchange?: string | undefined
  /** Where to listen: an address of loopback, default `'127.0.0.1'`. */
  readonly host?: string | undefined
  /** Default 0: any free port. */
  readonly port?: number | undefined
  /** `'none'` greets at once (default); `'world'` takes the time that `smtp-test` shows, on the clock where that can wait. */
  readonly latency?: 'none' | 'world' | undefined
  /**
   * The behaviour of a silent host, as no program can drop packets on loopback: it refuses connections (default), or accepts them and
   * never says a word. A host that refuses connections does so in any case.
   */
  readonly silence?: 'refuse' | 'hang' | undefined
  /** Key and certificate in PEM: with them STARTTLS is offered where the simulated host offers it, without them never. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** Returns the present and, with `latency: 'world'`, waits: a fake clock takes no time for it. */
  readonly clock?: { now(): number; wait?(milliseconds: number): Promise<void> } | undefined
}

/** A message that was delivered. */
export interface DeliveredMessage {
  /** Sender of the envelope; empty for a bounce. */
  readonly from: string
  /** Recipients of the envelope that were accepted. */
  readonly to: readonly string[]
  /** Header and body as they came, read as UTF-8. */
  readonly text: string
  /** The world's present at the delivery, ISO 8601 in UTC. */
  readonly at: string
}

/** A recipient that was turned away. */
export interface RefusedRecipient {
  readonly from: string
  readonly to: string
  /** The reply: 451 comes back later, 550 and 554 never. */
  readonly code: number
}
