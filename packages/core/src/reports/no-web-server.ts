import type { WebObstacle } from '../world/answers/web.ts'
import type { World } from '../world/world.ts'
import { critical } from './finding.ts'
import { noAddress } from './no-address.ts'
import type { Finding } from './report.ts'

/** Reports an unreachable web server. `prefix` starts the code of the finding, and `consequence` names the effect on the tool. */
export const noWebServer = <Prefix extends string>(
  prefix: Prefix,
  world: World,
  domain: string,
  obstacle: WebObstacle,
  consequence: string,
): Finding<`${Prefix}-unresolved` | `${Prefix}-closed`> =>
  obstacle === 'no-address'
    ? noAddress(`${prefix}-unresolved`, world, domain, consequence)
    : critical(
        `${prefix}-closed`,
        `${domain} does not answer on port 443`,
        `The address exists, and nothing there accepts a connection, so ${consequence}.`,
        `Run tcp-port-test on ${domain}:443, then check that the web server runs and that the firewall allows port 443.`,
      )

/** Returns as a clause why clients can't reach the web server: `shop.example has no address`. */
export const obstacleText = (domain: string, obstacle: WebObstacle): string =>
  obstacle === 'no-address' ? `${domain} has no address` : `${domain} does not answer on port 443`
