import { describe, expect, it } from 'vitest'
import { casesOf } from './support/runner.ts'
import { parseInput } from '../src/inputs/inputs.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { ToolDefinition } from '../src/tools/define-tool.ts'
import { tools } from '../src/tools/index.ts'
import { createWorld } from '../src/world/world.ts'

const SEEDS = casesOf(60_000)
// A fair draw is outside three standard deviations one time in 370. The seeds are fixed, so that this never happens here.
const BOUND = 3

const definitions: readonly ToolDefinition[] = tools

describe('the odds of the specification (§9)', () => {
  it.each<[string, string, string, unknown, number]>([
    ['blacklist-check', '198.51.100.25', 'status', 'BLACKLISTED', 0.1],
    ['blacklist-check', 'shop.example', 'status', 'BLACKLISTED', 0.1],
    ['tcp-port-test', '198.51.100.25:8080', 'status', 'OPEN', 0.8],
    ['tcp-port-test', 'shop.example:443', 'status', 'OPEN', 0.8],
    ['dnssec-check', 'shop.example', 'dnssec_enabled', true, 0.7],
    ['spf-check', 'shop.example', 'valid', true, 0.8],
    ['smtp-test', 'mail.shop.example:25', 'reachable', true, 0.85],
    ['smtp-test', 'mx1.mail.example:587', 'reachable', true, 0.85],
  ])('%s %s has %s %s with probability %d over many fresh seeds', async (id, text, field, wanted, probability) => {
    const tool = definitions.find((definition) => definition.id === id)
    const parsed = tool && parseInput(tool.input, text)
    if (tool === undefined || parsed === undefined) throw new RangeError(`no tool ${id} takes ${text}`)
    const simulation = await tool.load()
    let times = 0
    for (let index = 0; index < SEEDS; index++) {
      const result = simulation.simulate(parsed.value, createWorld(`odds-${index}`, FIXED_TIME))
      if ((result as Readonly<Record<string, unknown>>)[field] === wanted) times++
    }
    const deviation = Math.sqrt((probability * (1 - probability)) / SEEDS)
    expect(Math.abs(times / SEEDS - probability)).toBeLessThan(BOUND * deviation)
  })
})
