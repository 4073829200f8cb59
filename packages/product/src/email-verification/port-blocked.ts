/** The fields of a verification result that show whether a mail server was reached. */
export type ReachedOrNot = {
  readonly reason?: string | null | undefined
  readonly smtp_server?: string | null | undefined
  readonly smtp_response_code?: number | null | undefined
}

/** The minimum number of unreachable servers for which the service's own port 25 counts as blocked. */
export const SILENT_SERVERS = 3

/**
 * Returns whether the service's own port 25 looks blocked, from the results of one run: three or more different mail servers were tried,
 * and none was reached. In that case, the addresses are not at fault, and one notice is better than many results with 'unreachable'.
 * Addresses with an invalid syntax or domain don't count, because no server was contacted for them.
 *
 * @example
 * import { portLooksBlocked } from '@netbox/product'
 * const servers = ['mx.a.example', 'mx.b.example', 'mx.c.example']
 * const silent = servers.map((smtp_server) => ({ reason: 'no_connect', smtp_server, smtp_response_code: null }))
 * portLooksBlocked(silent) // => true
 * portLooksBlocked(silent.slice(1)) // => false
 */
export function portLooksBlocked(results: Iterable<ReachedOrNot>): boolean {
  const silent = new Set<string>()
  for (const { reason, smtp_server: server, smtp_response_code: code } of results) {
    // A server that sends nothing in time, or something other than SMTP, was still reached.
    if (code != null || reason === 'timeout' || reason === 'protocol_error') return false
    if (reason === 'no_connect' && server != null) silent.add(server.toLowerCase())
  }
  return silent.size >= SILENT_SERVERS
}
