import type { SimulationOptions } from '../internet/open-simulation.ts'

/** The options of a mail server: its domain, its world and its address. */
export interface MailServerOptions extends SimulationOptions {
  /** The domain whose mail the server accepts: `'mail.example'`. */
  readonly domain: string
  /** The name of the simulated mail server; by default the first one that senders try. */
  readonly exchange?: string | undefined
  /** The loopback address to listen on, by default `'127.0.0.1'`. */
  readonly host?: string | undefined
  /** The port to listen on. The default, 0, selects a free port. */
  readonly port?: number | undefined
  /**
   * The time until the greeting. `'none'` greets at once (default). `'world'` waits as long as the report of `smtp-test` says, with the
   * clock's `wait` if it has one.
   */
  readonly latency?: 'none' | 'world' | undefined
  /**
   * The behavior that replaces silence: no program can drop packets on loopback. With `'refuse'` (default), a silent host refuses
   * connections. With `'hang'`, it accepts them and sends nothing. A host that refuses connections in the world always refuses them.
   */
  readonly silence?: 'refuse' | 'hang' | undefined
  /**
   * Key and certificate in PEM format, or `'world'` for the certificate of the simulated host, so that scenarios such as `cert-expired` apply.
   * With them, the server offers STARTTLS if the simulated host does, and ends handshakes as it does (`tls-old`). Without them, it never does.
   */
  readonly tls?: { readonly key: string; readonly cert: string } | 'world' | undefined
  /** The clock. `now` returns epoch milliseconds, and `latency: 'world'` uses `wait`. A fake clock waits without delay. */
  readonly clock?: { now(): number; wait?(milliseconds: number): Promise<void> } | undefined
}

/** A recipient that the server refused, with its reply. */
export interface RefusedRecipient {
  readonly from: string
  readonly to: string
  /** The reply code: 451 is temporary, 550 and 554 are permanent. */
  readonly code: number
}
