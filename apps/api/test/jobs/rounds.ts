import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/*
 * `npm run rounds -- kill 100`: repeats process tests that the suite runs only a few times. Each round is a test; this file only selects
 * the test and the number.
 */

const jobs = {
  sigterm: { files: ['process.full.test.ts'], name: 'loses no request when it is told to end' },
  kill: { files: ['process.full.test.ts', 'killed-database.full.test.ts'], name: 'when it is killed' },
} as const

const [what = '', times = ''] = process.argv.slice(2)
const rounds = Number(times)
const job = what === 'sigterm' || what === 'kill' ? jobs[what] : undefined
if (job === undefined || !Number.isInteger(rounds) || rounds < 1) {
  console.error('npm run rounds -- sigterm|kill <how often>')
  process.exit(2)
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const files = job.files.map((file) => `apps/api/test/process/${file}`)
const vitest = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url))
const begun = performance.now()
// One file at a time, because each measures and needs the processors. Ctrl-C reaches the runner, which ends its children.
const child = spawn(
  process.execPath,
  [vitest, 'run', '--project', 'api', '--no-file-parallelism', '-t', job.name, ...files],
  {
    cwd: root,
    env: { ...process.env, NETBOX_ROUNDS: times },
    stdio: 'inherit',
  },
)
process.on('SIGINT', () => undefined)
child.once('close', (code, signal) => {
  const took = `${((performance.now() - begun) / 1000).toFixed(0)} s`
  console.error(`${what}, ${rounds} times in ${took}: ${code === 0 ? 'all well' : 'FAILED'}`)
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
