import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { spawnApi } from '../support/spawn-api.ts'
import { createLoad, SOCKETS, type Tally } from './soak-load.ts'
import { type Point, trendOf } from './steadiness.ts'

/* `npm run soak -- --minutes 30`: runs the built service at 60 % of its full rate, and checks that its resources stay flat. */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0')

const FULL_RATE_FOR = 15_000
const SHARE = 0.6
const duration = minutes * 60_000
const sampleEvery = Math.min(10_000, duration / 40)

/** The sampled values with the allowed rise of each: a share of its mean, or its normal variation. */
const measures = [
  { name: 'heap', unit: 'MB', share: 0.05, atLeast: 1 },
  { name: 'external', unit: 'MB', share: 0.05, atLeast: 1 },
  { name: 'rss', unit: 'MB', share: 0.05, atLeast: 5 },
  // The maximum number of connections that the load may have open.
  { name: 'sockets', unit: '', share: 0, atLeast: SOCKETS },
  { name: 'descriptors', unit: '', share: 0.05, atLeast: 4 },
  { name: 'resources', unit: '', share: 0.05, atLeast: 4 },
] as const

type Sample = Readonly<Record<'seconds' | (typeof measures)[number]['name'], number>>

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), 'netbox-soak-'))
const samplesFile = join(folder, 'samples')
writeFileSync(samplesFile, '')

const readSamples = (): Sample[] =>
  readFileSync(samplesFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sample)

const allowEverything = (): void => {
  const database = new DatabaseSync(join(folder, 'netbox.sqlite'), { timeout: 5000 })
  database.exec("update profiles set plan = 'enterprise'")
  database.close()
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0

const reportOf = ({ runs, signIns, streams, failures, latencies }: Tally): void => {
  const sorted = latencies.toSorted((one, other) => one - other)
  const times = [0.5, 0.99, 1].map((share) => `${percentile(sorted, share).toFixed(1)} ms`)
  console.log(`answered     ${runs} runs, ${signIns} sign-ins, ${streams} streams`)
  console.log(`run          median ${times[0]}, p99 ${times[1]}, slowest ${times[2]}`)
  console.log(`failed       ${[...failures].map(([what, number]) => `${number} × ${what}`).join(', ') || 'none'}`)
}

/** Prints a line for each measure and returns whether all are flat. Excludes the first third, in which the service warms up. */
const judge = (samples: readonly Sample[]): boolean => {
  const warm = samples.slice(Math.floor(samples.length / 3))
  if (warm.length < 3) {
    console.log('verdict      too short to tell')
    return false
  }
  const verdicts = measures.map(({ name, unit, ...bounds }) => {
    const points = warm.map((sample): Point => ({ seconds: sample.seconds, value: sample[name] }))
    const { mean, growth, perHour, isFlat } = trendOf(points, bounds)
    const of = unit === '' ? '' : ` ${unit}`
    const line = `mean ${mean.toFixed(1)}${of}, ${growth.toFixed(2)}${of} over the span, ${perHour.toFixed(1)}${of} an hour`
    console.log(`${name.padEnd(12)} ${line}: ${isFlat ? 'flat' : 'RISES'}`)
    return isFlat
  })
  return verdicts.every(Boolean)
}

const cancelled = new AbortController()
process.once('SIGINT', () => cancelled.abort())
process.once('SIGTERM', () => cancelled.abort())

const api = await spawnApi({
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  RATE_LIMITS: 'off',
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('sampler.ts', import.meta.url))}`,
  NETBOX_SAMPLES: samplesFile,
  NETBOX_SAMPLE_EVERY: String(Math.round(sampleEvery)),
})
const load = createLoad(api.url, cancelled.signal)
try {
  await load.register()
  allowEverything()
  say('measuring the full rate')
  await load.atFullRate(FULL_RATE_FOR / 3)
  const fullRate = await load.atFullRate(FULL_RATE_FOR)
  const rate = fullRate * SHARE
  load.forget()
  writeFileSync(samplesFile, '')

  const begun = performance.now()
  const progress = setInterval(() => {
    const { heap = 0, rss = 0, descriptors = 0 } = readSamples().at(-1) ?? {}
    const done = `${((performance.now() - begun) / 60_000).toFixed(1)} of ${minutes} min`
    say(`${done}, ${load.tally().runs} runs, heap ${heap.toFixed(1)} MB, rss ${rss.toFixed(0)} MB, ${descriptors} open`)
  }, 30_000)
  await load.atRate(rate, duration)
  clearInterval(progress)
  const took = performance.now() - begun

  const tally = load.tally()
  const answered = tally.runs + tally.signIns + tally.streams
  console.log(
    `soak         ${(took / 60_000).toFixed(1)} min on SQLite, ${cpus().length} processors, the load beside it`,
  )
  console.log(
    `full rate    ${fullRate.toFixed(0)} requests/s; sent ${rate.toFixed(0)}/s, answered ${((answered * 1000) / took).toFixed(0)}/s`,
  )
  reportOf(tally)
  const isFlat = judge(readSamples())
  // Ctrl-C reaches the service too.
  const { code } = api.process.exitCode === null ? await api.end('SIGTERM') : { code: api.process.exitCode }
  const isGood = isFlat && tally.failures.size === 0 && code === 0
  console.log(
    `verdict      ${cancelled.signal.aborted ? 'cancelled' : isGood ? 'steady' : 'NOT STEADY'}, ended with ${code}`,
  )
  process.exitCode = cancelled.signal.aborted ? 130 : isGood ? 0 : 1
} finally {
  load.close()
  if (api.process.exitCode === null) api.process.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
