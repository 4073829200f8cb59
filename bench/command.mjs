// Compares the command as a whole process with `node -e 0`, in interleaved runs, and measures many inputs in one process.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, table } from './statistics.mjs'

const RUNS = 31
const bin = fileURLToPath(new URL('../apps/cli/bin/netbox.cjs', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'netbox-bench-'))
const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color' }

const time = (args) => {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`)
  return performance.now() - start
}

/** Runs a command in a pseudo-terminal, returns the time until it shows a text, then ends it. */
const timeToShow = (command, text) =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    let shown = ''
    let elapsed
    child.stdout.on('data', (data) => {
      shown += data
      if (elapsed !== undefined || !shown.includes(text)) return
      elapsed = performance.now() - start
      // Sends Ctrl-C as if typed: the command restores the terminal and exits.
      child.stdin.write('\u0003')
    })
    child.on('error', reject)
    child.on('exit', () =>
      elapsed === undefined ? reject(new Error(`${command} never showed ${text}:\n${shown}`)) : resolve(elapsed),
    )
  })

const quote = (words) => words.map((word) => `'${word}'`).join(' ')

const commands = {
  'mx-record example.com --json --no-delay': ['mx-record', 'example.com', '--json', '--no-delay'],
  '--help': ['--help'],
  list: ['list'],
}

const measureCommands = () => {
  const samples = Object.fromEntries(['node', ...Object.keys(commands)].map((name) => [name, []]))
  // The first round fills the compile cache and the file cache and is not counted.
  for (let round = 0; round <= RUNS; round++) {
    // The free plan has 100 runs a day, so each round starts with an empty state folder.
    rmSync(join(home, 'netbox'), { recursive: true, force: true })
    const node = time(['-e', '0'])
    const times = Object.entries(commands).map(([name, args]) => [name, time([bin, ...args])])
    if (round === 0) continue
    samples.node.push(node)
    for (const [name, elapsed] of times) samples[name].push(elapsed)
  }
  const ratios = Object.keys(commands).map((name) => [
    name,
    median(samples[name].map((elapsed, index) => elapsed / samples.node[index])),
    median(samples[name]),
  ])
  return { node: median(samples.node), ratios }
}

const measureScreen = async () => {
  const samples = []
  for (let round = 0; round <= 15; round++) {
    const node = await timeToShow(
      quote([process.execPath, '-e', 'console.log("shown");setTimeout(()=>{},1000)']),
      'shown',
    )
    const screen = await timeToShow(quote([process.execPath, bin]), 'Find a tool')
    if (round > 0) samples.push([screen / node, screen])
  }
  return { ratio: median(samples.map(([ratio]) => ratio)), elapsed: median(samples.map(([, elapsed]) => elapsed)) }
}

const INPUTS = 100_000

const measureBatch = () => {
  const script = fileURLToPath(new URL('../apps/cli/bench/batch.mjs', import.meta.url))
  const file = join(home, 'inputs.txt')
  // One line in a thousand is not a domain: it must be reported at its place without affecting the others.
  const lines = Array.from({ length: INPUTS }, (_, index) =>
    index % 1000 === 999 ? 'no domain' : `host-${index}.example`,
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  const runs = Array.from({ length: 3 }, () => {
    const input = openSync(file, 'r')
    const { stderr, status } = spawnSync(process.execPath, [script], {
      env,
      stdio: [input, 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    closeSync(input)
    if (status !== 0) throw new Error(stderr)
    const answer = JSON.parse(stderr)
    if (answer.failed !== INPUTS / 1000) throw new Error(`${answer.failed} inputs failed`)
    return answer
  })
  const middle = (key) => median(runs.map((run) => run[key]))
  return { rate: middle('rate'), memory: middle('memory'), growth: middle('growth') }
}

try {
  const { node, ratios } = measureCommands()
  console.log(
    `The command on Node ${process.version}: medians of ${RUNS} interleaved runs; node -e 0 took ${node.toFixed(1)} ms\n`,
  )
  console.log(
    table(
      ['netbox …', 'ms', '× node -e 0', 'target'],
      ratios.map(([name, ratio, elapsed]) => [name, elapsed.toFixed(1), ratio.toFixed(2), '2.0']),
    ),
  )
  const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0
  if (hasTerminal) {
    const { ratio, elapsed } = await measureScreen()
    console.log(
      `\nfirst frame of the picker: ${elapsed.toFixed(0)} ms, ${ratio.toFixed(2)} × node to its first output, both in a terminal (target 6)`,
    )
  } else console.log('\nfirst frame of the picker: not measured, because `script` (util-linux) is missing')
  const { rate, memory, growth } = measureBatch()
  console.log(
    `\n100,000 inputs, NDJSON out: ${Math.round(rate).toLocaleString('en-US')} runs/s (target 30,000), resident ${memory.toFixed(0)} MB at its peak (target 150), ` +
      `${growth.toFixed(0)} MB more in its second half`,
  )
} finally {
  rmSync(home, { recursive: true, force: true })
}
