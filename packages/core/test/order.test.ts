import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { casesOf } from './support/runner.ts'
import { parseInput } from '../src/inputs/inputs.ts'
import { finishReport } from '../src/reports/report.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { scenarios } from './support/scenarios.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { ToolDefinition } from '../src/tools/define-tool.ts'
import { tools } from '../src/tools/index.ts'
import { dnssecOf } from '../src/world/names/dnssec.ts'
import { addressOf, addressRecordsOf, reverseOf } from '../src/world/hosts/hosts.ts'
import { listingsOf } from '../src/world/hosts/listings.ts'
import { exchangesOf, mailServerOf } from '../src/world/mail/mail.ts'
import { mtaStsOf } from '../src/world/answers/mail-policies.ts'
import { between, chance, fraction, part, pick } from '../src/foundation/mapping.ts'
import { operatorOf } from '../src/world/hosts/machines.ts'
import { spfOf } from '../src/world/answers/mail-dns.ts'
import { publishedDkimOf, dmarcRecordOf } from '../src/world/mail/policies.ts'
import { propagationOf } from '../src/world/answers/propagation.ts'
import { portOf, probesTo, roundTripTo } from '../src/world/hosts/reach.ts'
import { routeTo } from '../src/world/hosts/routes.ts'
import { textRecordsOf } from '../src/world/answers/text-records.ts'
import { headerValuesOf, webServerOf } from '../src/world/answers/web.ts'
import { createWorld, entityOf, type World } from '../src/world/world.ts'
import { authorityOf, registrationOf } from '../src/world/answers/zones.ts'
import { nameserversOf } from '../src/world/names/nameservers.ts'

/*
 * Randomness is a mapping, hash(world version, seed, entity, field) → value, and never a sequence. So a world gives the same answers in any
 * order and any number of times.
 */

/** One request to a world: a tool run or a shared fact. The answer is JSON. */
interface Question {
  readonly name: string
  readonly ask: (world: World) => string
}

const definitions: readonly ToolDefinition[] = tools
const simulations = await Promise.all(definitions.map(async (tool) => ({ tool, simulation: await tool.load() })))

// Hosts of one zone and of others: a memoized answer for one name must never be used for another.
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  'Domain Name': ['mail.example', 'www.mail.example', 'shop.test', '_mta-sts.mail.example'],
  'IP Address': ['198.51.100.25', '2001:db8::7'],
  'IP/Domain:Port': ['mx1.mail.example:25', 'www.mail.example:443'],
  'SMTP Details': ['mx1.mail.example:25', 'mail.example:587'],
}

const runs: readonly Question[] = simulations.flatMap(({ tool, simulation }) =>
  [tool.placeholder, ...(INPUTS[tool.input.type] ?? [])].map((text) => ({
    name: `${tool.id} ${text}`,
    ask: (world) => {
      const value = parseInput<unknown>(tool.input, text)?.value
      const result = simulation.simulate(value, world)
      return JSON.stringify([result, finishReport(simulation.report(result, world, value))])
    },
  })),
)

const FACTS: Readonly<Record<string, (world: World, name: string) => unknown>> = {
  addressOf,
  addressRecordsOf,
  authorityOf,
  publishedDkimOf,
  dmarcRecordOf,
  dnssecOf,
  exchangesOf,
  headerValuesOf,
  listingsOf,
  mailServerOf,
  mtaStsOf,
  nameserversOf,
  propagationOf,
  registrationOf,
  roundTripTo,
  routeTo,
  spfOf,
  textRecordsOf,
  webServerOf,
  operatorOf: (world, name) => operatorOf(world, addressOf(world, name)),
  reverseOf: (world, name) => reverseOf(world, addressOf(world, name)),
  portOf: (world, name) => portOf(world, name, 443),
  probesTo: (world, name) => probesTo(world, name, 10),
}

const facts: readonly Question[] = Object.entries(FACTS).flatMap(([fact, of]) =>
  ['mail.example', 'www.mail.example', 'mx1.mail.example', 'shop.test'].map((name) => ({
    name: `${fact} ${name}`,
    ask: (world) => JSON.stringify(of(world, name)),
  })),
)

const questions: readonly Question[] = [...runs, ...facts]

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const anyScenario = fc.constantFrom(...scenarios)
const shuffled = fc.shuffledSubarray([...questions], { minLength: questions.length })

/** Returns the answer to each request when it is the first one in its world. */
const alone = (seed: string, overrides: World['overrides']): Map<string, string> =>
  new Map(questions.map(({ name, ask }) => [name, ask(createWorld(seed, FIXED_TIME, overrides))]))

describe('the order of questions', () => {
  it('covers every tool and many facts', () => {
    expect(new Set(runs.map(({ name }) => name.split(' ', 1)[0])).size).toBe(tools.length)
    expect(new Set(questions.map(({ name }) => name)).size).toBeGreaterThan(120)
  })

  it('never changes an answer: one world, all tools and facts, shuffled', () => {
    fc.assert(
      fc.property(seeds, anyScenario, shuffled, (seed, { name: scenario, overrides }, order) => {
        const expected = alone(seed, overrides)
        const world = createWorld(seed, FIXED_TIME, overrides)
        for (const { name, ask } of order) {
          expect(ask(world), `${name}, seed ${JSON.stringify(seed)}, scenario ${scenario}`).toBe(expected.get(name))
        }
      }),
      { numRuns: casesOf(40) },
    )
  })

  it('never changes an answer when queries repeat', () => {
    const some = fc.array(fc.constantFrom(...questions), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(seeds, anyScenario, some, (seed, { name: scenario, overrides }, order) => {
        const world = createWorld(seed, FIXED_TIME, overrides)
        for (const { name, ask } of [...order, ...order.toReversed()]) {
          const only = ask(createWorld(seed, FIXED_TIME, overrides))
          expect(ask(world), `${name}, seed ${JSON.stringify(seed)}, scenario ${scenario}`).toBe(only)
        }
      }),
      { numRuns: casesOf(40) },
    )
  })

  it('never changes a run of a toolbox, sequential or concurrent', async () => {
    const runAll = async (order: readonly (typeof tools)[number][], atOnce: boolean) => {
      const box = createToolbox({ seed: 'k3f9', at: FIXED_TIME, plan: 'enterprise' })
      const done = new Map<string, string>()
      const one = async ({ id, placeholder }: (typeof tools)[number]) =>
        void done.set(id, JSON.stringify(await box.run(id, placeholder)))
      if (atOnce) await Promise.all(order.map(one))
      else for (const tool of order) await one(tool)
      return Object.fromEntries(tools.map(({ id }) => [id, done.get(id)]))
    }
    const expected = await runAll(tools, false)
    expect(await runAll(tools.toReversed(), false)).toEqual(expected)
    expect(await runAll(tools.toReversed(), true)).toEqual(expected)
  })
})

describe('a new field', () => {
  // Names that a later version may give to a field of entities that today's tools use.
  const field = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('share', 'jitter', 'ttl', 'valid', 'address'))
  const thing = fc.record({
    kind: fc.constantFrom('host', 'zone', 'mail', 'mail-server', 'spf', 'web', 'path', 'probe', 'brand-new'),
    name: fc.constantFrom('mail.example', 'www.mail.example', '198.51.100.25'),
    field,
    part: fc.option(fc.nat(20)),
  })

  /** Draws a value as a new line of code in a tool would. */
  const draw = (
    world: World,
    { kind, name, field: of, part: index }: { kind: string; name: string; field: string; part: number | null },
  ) => {
    const whole = entityOf(world, kind, name)
    const one = index === null ? whole : part(whole, index)
    return [fraction(one, of), between(one, of, 1, 6), chance(one, of, 0.5), pick(one, of, ['a', 'b'])]
  }

  it('of one tool changes no other: more draws between two runs change neither', () => {
    fc.assert(
      fc.property(
        seeds,
        anyScenario,
        fc.array(thing, { maxLength: 30 }),
        (seed, { name: scenario, overrides }, extra) => {
          const world = createWorld(seed, FIXED_TIME, overrides)
          for (const { name, ask } of runs) {
            const only = ask(createWorld(seed, FIXED_TIME, overrides))
            for (const one of extra) draw(world, one)
            expect(ask(world), `${name}, seed ${JSON.stringify(seed)}, scenario ${scenario}`).toBe(only)
          }
        },
      ),
      { numRuns: casesOf(30) },
    )
  })

  it('has its own value, whatever was drawn before it', () => {
    fc.assert(
      fc.property(seeds, thing, fc.array(thing, { maxLength: 30 }), (seed, one, before) => {
        const world = createWorld(seed, FIXED_TIME)
        const first = draw(createWorld(seed, FIXED_TIME), one)
        for (const other of before) draw(world, other)
        expect(draw(world, one), `seed ${JSON.stringify(seed)}`).toEqual(first)
      }),
    )
  })

  it('has another value than the next field of the same entity', () => {
    fc.assert(
      fc.property(seeds, thing, (seed, one) => {
        const world = createWorld(seed, FIXED_TIME)
        const [value] = draw(world, one)
        expect(draw(world, { ...one, field: `${one.field}-new` })[0], `seed ${JSON.stringify(seed)}`).not.toBe(value)
      }),
    )
  })
})
