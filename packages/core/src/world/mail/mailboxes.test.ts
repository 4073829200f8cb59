import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scenarios } from '../../../test/support/scenarios.ts'
import { mailboxExists, recipientStateOf } from './mailboxes.ts'
import { createWorld, type World } from '../world.ts'

const anyWorld = fc
  .tuple(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom(...scenarios))
  .map(([seed, { overrides }]) => createWorld(seed, 0, overrides))
const domains = fc.domain()
const hexes = fc.stringMatching(/^[0-9a-f]{12,32}$/)
// The random recipients of this repository's verifier, of smtp-test and of other programs.
const probes = fc.oneof(
  fc.stringMatching(/^q[a-hj-km-np-z2-9]{19}$/),
  fc.integer({ min: 1000, max: 9999 }).map((number) => `nobody-${number}`),
  fc.uuid(),
  hexes.filter((hex) => /\d/.test(hex) && /[a-f]\d+[a-f]+\d/.test(hex)),
  fc.stringMatching(/^[bcdfghjklmnpqrstvwxz]{8,16}$/),
)
const states = (world: World, local: string) =>
  (['verified', 'greylisted', 'catch-all'] as const).map((kind) => recipientStateOf(world, 'mail.example', local, kind))

describe('a mailbox', () => {
  it('of the postmaster and for abuse exists at every domain', () => {
    fc.assert(
      fc.property(anyWorld, domains, fc.constantFrom('postmaster', 'abuse', 'abuse+spam'), (world, domain, local) => {
        expect(mailboxExists(world, domain, local)).toBe(true)
      }),
    )
  })

  it('never has a random name, such as verifiers use, and only a catch-all accepts one', () => {
    fc.assert(
      fc.property(anyWorld, probes, (world, local) => {
        expect(states(world, local), local).toEqual(['refused', 'later', 'any'])
      }),
    )
  })

  it('of a role or a given name exists in every scenario about mail servers', () => {
    const names = ['ana', 'info', 'sales', 'ana.ruiz', 'maria_silva', 'john-smith', 'ana+news', 'eva1987']
    for (const { name, overrides } of scenarios.filter(({ overrides: { recipients } }) => recipients !== undefined)) {
      for (let seed = 0; seed < 50; seed++) {
        const world = createWorld(`s${seed}`, 0, overrides)
        for (const local of names) expect(mailboxExists(world, 'mail.example', local), `${local}, ${name}`).toBe(true)
      }
    }
  })

  it('of another name exists in most cases and not in all, in every scenario', () => {
    const names = ['first.last', 'zoltan', 'd.okafor', 'warehouse', 'frederiksen', 'bookings', 'press2']
    for (const { name, overrides } of scenarios) {
      const found = Array.from({ length: 100 }, (_, seed) => createWorld(`s${seed}`, 0, overrides)).flatMap((world) =>
        names.map((local) => mailboxExists(world, 'mail.example', local)),
      )
      const share = found.filter(Boolean).length / found.length
      expect(share, name).toBeGreaterThan(0.8)
      expect(share, name).toBeLessThan(0.9)
    }
  })

  it('is the same one with a detail behind a plus sign (RFC 5233)', () => {
    fc.assert(
      fc.property(anyWorld, domains, fc.stringMatching(/^[a-z]{2,8}$/), fc.uuid(), (world, domain, user, detail) => {
        expect(mailboxExists(world, domain, `${user}+${detail}`)).toBe(mailboxExists(world, domain, user))
      }),
    )
  })
})
