import { critical, warning } from '../../reports/finding.ts'
import type { Finding } from '../../reports/report.ts'
import { parseAddress } from '../../foundation/addresses.ts'
import { specialBlockOf } from '../../foundation/special-addresses.ts'
import { constantEffectOn } from '../../world/answers/http-rules.ts'
import { statedHeadOf } from '../../world/answers/http-routes.ts'
import type { World } from '../../world/world.ts'
import type { HeaderSecurityCode } from './header-security.ts'

const TOO_MANY_REQUESTS = 429
const SERVER_ERROR = 500

const retryIn = (seconds: string | undefined): string =>
  seconds === undefined ? 'It does not say when to try again.' : `Retry-After says when to try again: ${seconds}.`

/** Returns the reason why every request gets an error, a redirect inwards or no response at all; undefined if it gets a page. */
export const failureOf = (world: World, domain: string): Finding<HeaderSecurityCode> | undefined => {
  const effect = constantEffectOn(world, domain, '/')
  if (effect?.kind === 'hang' || effect?.kind === 'close' || effect?.kind === 'reset')
    return critical(
      'headers-no-response',
      `${domain} ${effect.kind === 'hang' ? 'never answers' : 'closes the connection'}`,
      'The server accepts the connection and the request, and sends no response.',
      'Read the log of the web server and of the program behind it.',
    )
  const head = statedHeadOf(world, domain)
  if (head?.status === TOO_MANY_REQUESTS)
    return critical(
      'headers-rate-limited',
      `${domain} answers 429`,
      `The server limits the requests of a client (RFC 6585, section 4). ${retryIn(head.headers.get('retry-after'))}`,
      'Send fewer requests, and wait as long as Retry-After says.',
    )
  if (head !== undefined && head.status >= SERVER_ERROR)
    return critical(
      'headers-unavailable',
      `${domain} answers ${head.status}`,
      `The server can't handle the request (RFC 9110, section 15.6). ${retryIn(head.headers.get('retry-after'))}`,
      'Check the load, the maintenance mode and the program behind the web server.',
    )
  const location = head?.headers.get('location') ?? ''
  const target = parseAddress(/^https?:\/\/\[?([\d.]+|[\da-f:]+)/i.exec(location)?.[1] ?? '')
  if (target !== undefined && specialBlockOf(target) !== undefined)
    return critical(
      'headers-redirects-inward',
      `${domain} redirects to ${target}`,
      'A server that fetches URLs for others and follows redirects then sends requests into its own network (SSRF).',
      'Correct the redirect. In programs, check the address of every redirect, not only of the first URL.',
    )
  return undefined
}

/** Returns the fault of every response, whose headers arrive; undefined if it has none. */
export const faultOf = (world: World, domain: string): Finding<HeaderSecurityCode> | undefined => {
  const effect = constantEffectOn(world, domain, '/')
  if (effect?.kind === 'cut' || effect?.kind === 'wrong-length')
    return critical(
      'headers-cut',
      `Responses of ${domain} end in the middle`,
      'The connection ends before as many octets have arrived as Content-Length says (RFC 9112, section 8).',
      'Look for timeouts and limits of a proxy in front of the web server.',
    )
  if (effect?.kind === 'delay' || effect?.kind === 'drip')
    return warning(
      'headers-slow',
      `${domain} answers ${effect.milliseconds % 1000 === 0 ? `${effect.milliseconds / 1000} s` : `${effect.milliseconds} ms`} late`,
      'The connection opens at once, and the response takes its time.',
      'Look for load or a slow backend on the server.',
    )
  return undefined
}
