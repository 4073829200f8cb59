// Core against a seeded faker, and whole runs a second: processor time of this process, which a busy machine disturbs less
// than the clock on the wall. Ratios to faker in the same process, medians of interleaved rounds.
import { createToolbox, openWorld, tools } from '@netbox/core'
import { importApart } from './install-apart.mjs'
import { fakerShape } from './faker-shape.mjs'
import { geometricMean, median, table } from './statistics.mjs'

const { faker } = await importApart('bench-core', ['@faker-js/faker', '10.6.0'], 'dist/index.js')

const ROUNDS = 7
const ROUND_TIME = 60

/** Gives the processor time of this process in microseconds. */
const used = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Calls a function for about `ROUND_TIME` ms and gives the microseconds of one call. */
const timePerCall = (call) => {
  let calls = 0
  const start = used()
  while (used() - start < ROUND_TIME * 1000) {
    for (let index = 0; index < 200; index++) call(calls++)
  }
  return (used() - start) / calls
}

const timePerRun = async (id, input) => {
  let calls = 0
  const start = used()
  while (used() - start < ROUND_TIME * 1000) {
    // One tool has 50 runs a day on this plan: a new toolbox begins to count anew.
    const box = createToolbox({ plan: 'enterprise' })
    for (let index = 0; index < 50; index++) await box.run(id, input)
    calls += 50
  }
  return (used() - start) / calls
}

const worldOf = (seed) => openWorld({ seed, at: 0 }, () => 0).world

const measure = async (tool) => {
  const input = tool.placeholder
  const value = tool.input.parse(input).value
  const { simulate } = await tool.load()
  const shape = fakerShape(simulate(value, worldOf('shape')))
  const samples = { simulation: [], faker: [], run: [] }
  // Interleaved, so that a machine that slows down slows all three; the first round only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const simulation = timePerCall((index) => simulate(value, worldOf(`seed ${index}`)))
    const fake = timePerCall((index) => {
      faker.seed(index)
      return shape(faker)
    })
    const run = await timePerRun(tool.id, input)
    if (round === 0) continue
    samples.simulation.push(simulation)
    samples.faker.push(fake)
    samples.run.push(run)
  }
  return { id: tool.id, simulation: median(samples.simulation), faker: median(samples.faker), run: median(samples.run) }
}

const rows = []
for (const tool of tools) rows.push(await measure(tool))

console.log(`Core on Node ${process.version}, one thread, medians of ${ROUNDS} interleaved rounds\n`)
console.log(
  table(
    ['tool', 'simulation µs', 'seeded faker µs', 'ratio', 'runs/s'],
    rows.map(({ id, simulation, faker: fake, run }) => [
      id,
      simulation.toFixed(2),
      fake.toFixed(1),
      (fake / simulation).toFixed(1),
      Math.round(1e6 / run).toLocaleString('en-US'),
    ]),
  ),
)
const ratios = rows.map(({ simulation, faker: fake }) => fake / simulation)
console.log(
  `\nleast ratio ${Math.min(...ratios).toFixed(1)} (target 10), geometric mean ${geometricMean(ratios).toFixed(1)} (target 20)`,
)
const rates = rows.map(({ run }) => 1e6 / run)
const rateOf = (id) => Math.round(rates[rows.findIndex((row) => row.id === id)]).toLocaleString('en-US')
console.log(
  `runs through createToolbox: mx-record ${rateOf('mx-record')}/s, geometric mean ${Math.round(geometricMean(rates)).toLocaleString('en-US')}/s (target 200,000)`,
)
