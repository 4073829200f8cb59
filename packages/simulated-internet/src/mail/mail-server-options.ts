import type { SimulationOptions } from '../open-simulation.ts'

/** The options of a mail server: its domain, its world and its address. */
export interface MailServerOptions extends SimulationOptions {
  /** The domain whose mail it accepts: `'mail.example'`. */
  readonly domain: string
  /** The name of the simulated mail server; by default the first one that senders try. */
  readonly exchange?: string | undefined
  /** The address to listen on: an address of loopback, default `'127.0.0.1'`. */
  readonly host?: string | undefined
  /** Default 0: any free port. */
  readonly port?: number | undefined
  /** `'none'` greets at once (default); `'world'` takes the time in the report of `smtp-test`, on the clock if that can wait. */
  readonly latency?: 'none' | 'world' | undefined
  /**
   * The behavior of a silent host, because no program can drop packets on loopback: it refuses connections (default), or accepts them and
   * sends nothing. A host that refuses connections always does so.
   */
  readonly silence?: 'refuse' | 'hang' | undefined
  /** Key and certificate in PEM. With them, the server offers STARTTLS if the simulated host does; without them, never. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** Returns the current time and, with `latency: 'world'`, waits; a fake clock waits without delay. */
  readonly clock?: { now(): number; wait?(milliseconds: number): Promise<void> } | undefined
}

/** A message that the server accepted. */
export interface DeliveredMessage {
  /** The envelope sender; empty for a bounce. */
  readonly from: string
  /** The accepted recipients. */
  readonly to: readonly string[]
  /** Header and body as received, read as UTF-8. */
  readonly text: string
  /** The world's time of the delivery, ISO 8601 in UTC. */
  readonly at: string
}

/** A recipient that the server refused, with its reply. */
export interface RefusedRecipient {
  readonly from: string
  readonly to: string
  /** The reply code: 451 is temporary, 550 and 554 are permanent. */
  readonly code: number
}
