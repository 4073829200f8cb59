import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scenarios } from './support/scenarios.ts'
import { lastMoveOf } from '../src/world/answers/propagation.ts'
import { DAY, SECOND } from '../src/foundation/units.ts'
import { webServerOf } from '../src/world/answers/web.ts'
import { createWorld, type World } from '../src/world/world.ts'
import { authorityOf, registrationOf } from '../src/world/answers/zones.ts'
import { casesOf } from './support/runner.ts'
import { acceptedNames } from './support/names.ts'

/*
 * While the world's clock runs, the dates of its facts stay the same: certificates, registrations and zones are constant from one second to
 * the next, and replaced at most once a day.
 */

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const anyScenario = fc.constantFrom(...scenarios)
// From 2001 to 2096.
const times = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }).map((seconds) => seconds * SECOND)

const FACTS: Readonly<Record<string, (world: World, domain: string) => unknown>> = {
  certificate: webServerOf,
  registration: registrationOf,
  // A propagating change is always minutes old, so it is soon replaced by a more recent one.
  zone: (world, domain) => (lastMoveOf(world, domain) === undefined ? authorityOf(world, domain) : undefined),
}

describe('facts with dates', () => {
  it.each(Object.keys(FACTS))('change at most once within a day, however often they are read: %s', (name) => {
    const of = FACTS[name]
    const instants = fc.array(fc.integer({ min: 0, max: 86_398 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(
        seeds,
        anyScenario,
        acceptedNames,
        times,
        instants,
        (seed, { overrides, name: scenario }, domain, start, some) => {
          const seconds = some.flatMap((second) => [second, second + 1]).toSorted((a, b) => a - b)
          const seen = seconds.map((second) =>
            JSON.stringify(of?.(createWorld(seed, start + second * SECOND, overrides), domain)),
          )
          const changes = seen.filter((fact, index) => index > 0 && fact !== seen[index - 1])
          expect(changes.length, `${scenario} ${domain} from ${start}`).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: casesOf(400) },
    )
  })

  it.each([
    ['expiring', 1, 4],
    ['expired', -7, -4],
  ] as const)(
    'keep a certificate for two days, and an %s one keeps its state at any time',
    (certificate, least, most) => {
      fc.assert(
        fc.property(seeds, acceptedNames, times, (seed, domain, at) => {
          const endAt = (time: number) => webServerOf(createWorld(seed, time, { certificate }), domain).notAfter
          const left = (endAt(at) - at) / DAY
          expect(left).toBeGreaterThan(least)
          expect(left).toBeLessThan(most)
          const replaced = Math.ceil((at + 1) / (2 * DAY)) * 2 * DAY
          expect(endAt(replaced - SECOND)).toBe(endAt(at))
          expect(endAt(replaced)).toBe(endAt(at) + 2 * DAY)
        }),
        { numRuns: casesOf(400) },
      )
    },
  )
})
