import { openWorld } from '../../src/runs/open-world.ts'
import { scenarios, type ScenarioText } from '../../src/scenarios/index.ts'
import type { World } from '../../src/world/world.ts'

/** A kind of world that claims about all worlds are tried in. */
export interface WorldKind {
  readonly name: string
  /** A domain that the world says something of. */
  readonly domain: string
  readonly open: (seed: string, at: number) => World
}

const inScenario = (scenario: ScenarioText, domain = 'mail.example'): WorldKind => ({
  name: scenario,
  domain,
  open: (seed, at) => openWorld({ seed, scenario, at }, () => at).world,
})

/** Several faults at once, and faults of one domain, on healthy ground and on that of the seed. */
export const combinedWorlds: readonly WorldKind[] = [
  inScenario('mx-down+spf-permerror+blacklisted+cert-expired'),
  inScenario('packet-loss+ptr-mismatch+greylisting+dmarc-none+propagation-partial'),
  inScenario('mx-down:shop.example+ptr-mismatch:shop.example+packet-loss:shop.example', 'shop.example'),
  inScenario('none+greylisting:shop.example+blacklisted:shop.example', 'shop.example'),
  inScenario('dangling-cname:shop.example+cert-expiring:shop.example', 'www.shop.example'),
  inScenario('none+dnssec-bogus:www.shop.example+propagation-partial:shop.example', 'www.shop.example'),
  inScenario('healthy+none:shop.example', 'shop.example'),
]

/** Every scenario and some combinations. */
export const everyWorld: readonly WorldKind[] = [...scenarios.map(({ name }) => inScenario(name)), ...combinedWorlds]
