import type { webObstacleOf } from '../world/web.ts'
import { critical } from './finding.ts'
import { noAddress } from './no-address.ts'
import type { Finding } from './report.ts'

type Obstacle = Exclude<ReturnType<typeof webObstacleOf>, undefined>

/** Reports a web server that nobody reaches; `prefix` is the tool's, `consequence` what it therefore could not do. */
export const noWebServer = (
  prefix: string,
  domain: string,
  obstacle: Obstacle,
  target: string | undefined,
  consequence: string,
): Finding =>
  obstacle === 'no-address'
    ? noAddress(`${prefix}-unresolved`, domain, target, consequence)
    : critical(
        `${prefix}-closed`,
        `${domain} does not answer on port 443`,
        `The address exists, and nothing there accepts a connection, so ${consequence}.`,
        `Run tcp-port-test on ${domain}:443, then check that the web server runs and that the firewall lets 443 in.`,
      )

/** Says in half a sentence why nobody reaches the web server: `shop.example has no address`. */
export const obstacleText = (domain: string, obstacle: Obstacle): string =>
  obstacle === 'no-address' ? `${domain} has no address` : `${domain} does not answer on port 443`
