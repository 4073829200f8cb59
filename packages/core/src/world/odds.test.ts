import { describe, expect, it } from 'vitest'
import { dnssecOf } from './names/dnssec.ts'
import { listingsOf } from './hosts/listings.ts'
import { spfOf } from './answers/mail-dns.ts'
import { portOf } from './hosts/reach.ts'
import { createWorld, type World } from './world.ts'

const SEEDS = 20_000
// Four standard deviations: a fair draw fails one time in 16,000. The seeds are fixed, so that this never happens here.
const BOUND = 4

const share = (happens: (world: World) => boolean): number => {
  let times = 0
  for (let index = 0; index < SEEDS; index++) if (happens(createWorld(`odds-${index}`, 0))) times++
  return times / SEEDS
}

describe('the odds of the specification (§9)', () => {
  it.each<[string, number, (world: World) => boolean]>([
    ['an address is blacklisted', 0.1, (world) => listingsOf(world, '198.51.100.25').length > 0],
    ['a TCP port is open', 0.8, (world) => portOf(world, 'shop.example', 443).open],
    ['DNSSEC is enabled', 0.7, (world) => dnssecOf(world, 'shop.example').state !== 'insecure'],
    ['SPF is valid', 0.8, (world) => spfOf(world, 'shop.example').state === 'valid'],
    ['SMTP is reachable', 0.85, (world) => portOf(world, 'mail.shop.example', 25).open],
  ])('%s with probability %d over 20,000 fresh seeds', (_, probability, happens) => {
    const deviation = Math.sqrt((probability * (1 - probability)) / SEEDS)
    expect(Math.abs(share(happens) - probability)).toBeLessThan(BOUND * deviation)
  })
})
