// Compares core with a seeded faker, and measures whole runs per second, in processor time of this process, which other load disturbs less
// than wall-clock time. The results are ratios to faker in the same process, as medians of interleaved rounds.
import { createToolbox, openWorld, tools } from '@netbox/core'
import { importApart } from './install-apart.mjs'
import { fakerShape, sizeOf } from './faker-shape.mjs'
import { geometricMean, median, table } from './statistics.mjs'

const { faker } = await importApart('bench-core', ['@faker-js/faker', '10.6.0'], 'dist/index.js')

const ROUNDS = 7
const ROUND_TIME = 60
// The warm-up time in milliseconds. The engine optimizes the largest tools only after some ten thousand calls; before that, a call takes up
// to five times as long.
const WARM_UP_TIME = 1000
// The number of sample results whose shapes the baseline generates in turn, because results differ in length between seeds.
const SHAPES = 64

/** Returns the processor time of this process in microseconds. */
const used = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Calls a function until it has used about `time` milliseconds of processor time, and returns the microseconds of one call. */
const timePerCall = (call, time) => {
  let calls = 0
  const start = used()
  while (used() - start < time * 1000) {
    for (let index = 0; index < 200; index++) call(calls++)
  }
  return (used() - start) / calls
}

const timePerRun = async (id, input, time) => {
  let calls = 0
  const start = used()
  while (used() - start < time * 1000) {
    // One tool has 50 runs a day on this plan, so each round uses a new toolbox.
    const box = createToolbox({ plan: 'enterprise' })
    for (let index = 0; index < 50; index++) await box.run(id, input)
    calls += 50
  }
  return (used() - start) / calls
}

const worldOf = (seed) => openWorld({ seed, at: 0 }, () => 0).world

const meanSize = (values) => {
  const sizes = values.map(sizeOf)
  const mean = (field) => sizes.reduce((sum, size) => sum + size[field], 0) / sizes.length
  return { leaves: mean('leaves'), characters: mean('characters') }
}

const measure = async (tool) => {
  const input = tool.placeholder
  const value = tool.input.parse(input).value
  const { simulate } = await tool.load()
  const results = Array.from({ length: SHAPES }, (_, index) => simulate(value, worldOf(`seed ${index}`)))
  const shapes = results.map((result) => fakerShape(result))
  const make = (index) => {
    faker.seed(index)
    return shapes[index % SHAPES](faker)
  }
  const samples = { simulation: [], faker: [], run: [] }
  // Interleaved, so that a slowdown of the machine affects all three; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const time = round === 0 ? WARM_UP_TIME : ROUND_TIME
    const simulation = timePerCall((index) => simulate(value, worldOf(`seed ${index}`)), time)
    const fake = timePerCall(make, time)
    const run = await timePerRun(tool.id, input, time)
    if (round === 0) continue
    samples.simulation.push(simulation)
    samples.faker.push(fake)
    samples.run.push(run)
  }
  return {
    id: tool.id,
    simulation: median(samples.simulation),
    faker: median(samples.faker),
    run: median(samples.run),
    size: meanSize(results),
    fakerSize: meanSize(results.map((_, index) => make(index))),
  }
}

const rows = []
for (const tool of tools) rows.push(await measure(tool))

console.log(`Core on Node ${process.version}, one thread, medians of ${ROUNDS} interleaved rounds\n`)
console.log(
  table(
    ['tool', 'leaves', 'of faker', 'characters', 'of faker', 'simulation µs', 'seeded faker µs', 'ratio', 'runs/s'],
    rows.map(({ id, simulation, faker: fake, run, size, fakerSize }) => [
      id,
      size.leaves.toFixed(1),
      fakerSize.leaves.toFixed(1),
      size.characters.toFixed(0),
      fakerSize.characters.toFixed(0),
      simulation.toFixed(2),
      fake.toFixed(1),
      (fake / simulation).toFixed(1),
      Math.round(1e6 / run).toLocaleString('en-US'),
    ]),
  ),
)
const ratios = rows.map(({ simulation, faker: fake }) => fake / simulation)
console.log(
  `\nleast ratio ${Math.min(...ratios).toFixed(1)} (target 6), geometric mean ${geometricMean(ratios).toFixed(1)} (target 20)`,
)
const rates = rows.map(({ run }) => 1e6 / run)
const rateOf = (id) => Math.round(rates[rows.findIndex((row) => row.id === id)]).toLocaleString('en-US')
console.log(
  `runs through createToolbox: mx-record ${rateOf('mx-record')}/s, geometric mean ${Math.round(geometricMean(rates)).toLocaleString('en-US')}/s (target 150,000)`,
)
