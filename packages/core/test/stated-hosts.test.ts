import { expect, it } from 'vitest'
import { queryDns } from '../src/dns/index.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { nameKindOf } from '../src/world/answers/existence.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'

const SEEDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const worldsOf = (world?: WorldDocument) =>
  SEEDS.map((seed) => openWorld({ seed, scenario: 'healthy', at: 0, world }, () => 0).world)

it.each(['qzvx.shop.example', 'a.qzvx.shop.example', 'nas.corp.lan'])(
  'a stated host exists in every world, even where the seed denies %s',
  (name) => {
    const { length: denied } = worldsOf().filter((world) => nameKindOf(world, name) === 'nxdomain')
    expect(denied).toBeGreaterThan(0)
    for (const world of worldsOf({ hosts: { [name]: {} } })) {
      expect(['host', 'alias']).toContain(nameKindOf(world, name))
      expect(queryDns(world, name, 'A').outcome).toBe('found')
    }
  },
)

it.each([{ TXT: [] }, { A: [] }, { CAA: [] }])(
  'a name deep in a zone exists with an empty list alone: %j',
  (records) => {
    for (const complete of [true, false])
      for (const world of worldsOf({
        domains: { 'shop.example': { complete }, 'a.b.shop.example': { records }, '_dmarc.shop.example': { records } },
      }))
        for (const name of ['a.b.shop.example', '_dmarc.shop.example'])
          expect([name, queryDns(world, name, 'TXT').outcome]).toEqual([name, 'no-data'])
  },
)
