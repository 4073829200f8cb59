import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * Commands in network namespaces, through the built package: the program inside them is a file of its own.
 */

const obstacle = findObstacle()
if (obstacle !== undefined) {
  const message = `Commands in a network namespace were NOT tested. ${obstacle}`
  if (process.env['NETBOX_REQUIRE_NAMESPACES'] === '1') throw new Error(message)
  console.warn(`\n${'!'.repeat(80)}\n${message}\n${'!'.repeat(80)}\n`)
}

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const unbound = fileURLToPath(new URL('support/compare-with-unbound.sh', import.meta.url))

interface Ended {
  readonly code: number | null
  readonly output: string
}

const isRoot = process.getuid?.() === 0

/** Starts a command in a namespace; as the user `nobody` where that is asked for. */
const start = (command: readonly string[], { scenario = 'healthy', asNobody = false } = {}) => {
  const call = [process.execPath, program, JSON.stringify({ seed: 'k3f9', scenario }), ...command]
  const [first = '', ...rest] = asNobody
    ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...call]
    : call
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (output += String(data)))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, output }))
  })
  return { child, ended, said: () => output }
}

const run = async (command: readonly string[], options = {}): Promise<Ended> => start(command, options).ended
const shell = async (script: string, options = {}): Promise<Ended> => run(['sh', '-c', script], options)

/** Tells whether a process with this text in its command line runs. */
const runs = (text: string): boolean => spawnSync('pgrep', ['-f', text]).status === 0

describe.skipIf(obstacle !== undefined)('a command in a namespace', () => {
  it('gives its exit code, or 128 and the signal that ended it', async () => {
    expect(await shell('exit 7')).toEqual({ code: 7, output: '' })
    expect((await shell('kill -9 $$')).code).toBe(137)
    expect((await shell('kill -TERM $$')).code).toBe(143)
  })

  it('that is none says so, with the code of a shell', async () => {
    expect(await run(['no-such-command'])).toEqual({ code: 127, output: "There is no command 'no-such-command'.\n" })
    expect((await run(['/etc/passwd'])).code).toBe(126)
    expect((await run(['/'])).code).toBe(126)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('gets %s', async (signal) => {
    const { child, ended, said } = start([
      'sh',
      '-c',
      `trap 'echo got; exit 9' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`,
    ])
    await expect.poll(said).toContain('ready')
    child.kill(signal)
    expect(await ended).toEqual({ code: 9, output: 'ready\ngot\n' })
  })

  it('leaves nothing running, whoever ends it', async () => {
    expect((await shell('sleep 98761 & (setsid sleep 98762 &) ; exit 3')).code).toBe(3)
    const { child, ended, said } = start(['sh', '-c', 'echo ready; sleep 98763'])
    await expect.poll(said).toContain('ready')
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => ['98761', '98762', '98763'].filter((time) => runs(`sleep ${time}`))).toEqual([])
  })

  it('finds the world by the resolver of its system, and everything else at once unreachable', async () => {
    const { output } = await shell('getent ahostsv4 mx1.mail.example; cat /etc/resolv.conf')
    expect(output).toMatch(/^(?:198|203)\.\d+\.\d+\.\d+ +STREAM mx1\.mail\.example/)
    expect(output).toContain('nameserver 192.0.2.53')
    for (const host of ['1.1.1.1', '8.8.8.8', '10.0.0.1', '2606:4700::1111']) {
      const script = `const start = Date.now(); require('net').connect(443, '${host}').on('error', (error) => console.log(error.code, Date.now() - start < 500))`
      expect((await run([process.execPath, '-e', script])).output, host).toBe('ENETUNREACH true\n')
    }
  })

  it('can not change the network, nor leave it', async () => {
    expect(
      (await shell('ip link add eth7 type dummy; ip addr add 10.9.9.9/8 dev lo; ip -o link | wc -l')).output,
    ).toMatch(/not permitted[\s\S]*not permitted[\s\S]*\n1\n$/)
    expect((await shell('nsenter -t 1 -n true')).code).not.toBe(0)
  })

  it.runIf(isRoot)('needs no root, keeps its user and has no capabilities', async () => {
    const { code, output } = await shell('id -u; grep CapEff /proc/self/status; getent ahostsv4 mail.example', {
      asNobody: true,
    })
    expect(code).toBe(0)
    expect(output).toMatch(/^65534\nCapEff:\t0{16}\n(?:198|203)\./)
  })

  it('finds the servers ready within a second', async () => {
    const times: number[] = []
    for (let round = 0; round < 3; round++) {
      const begin = performance.now()
      await shell('getent ahostsv4 mail.example')
      times.push(performance.now() - begin)
    }
    // The whole call, with the start of two processes of Node; busy machines take longer than the figure in docs/serve.md.
    expect(Math.min(...times)).toBeLessThan(5000)
  })

  it('has its questions written to a log', async () => {
    const log = join(folder, 'asked.jsonl')
    const call = spawnSync(process.execPath, [
      program,
      JSON.stringify({ seed: 'k3f9' }),
      '--log',
      log,
      'getent',
      'ahostsv4',
      'mail.example',
    ])
    expect(call.status).toBe(0)
    const entries = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries[0]).toMatchObject({ protocol: 'dns', question: 'mail.example A', server: '192.0.2.53' })
  })

  it.skipIf(!hasPrograms(['unbound', 'dig']))(
    'may be a resolver of its own, which validates from the root and finds the same',
    async () => {
      for (const scenario of ['healthy', 'none', 'dnssec-bogus', 'dangling-cname', 'ptr-mismatch', 'blacklisted']) {
        const { code, output } = await run(['bash', unbound], { scenario })
        expect(
          output.split('\n').filter((line) => line.startsWith('differs')),
          scenario,
        ).toEqual([])
        expect(output.split('\n').filter((line) => line.startsWith('same')).length, output).toBeGreaterThan(30)
        expect(code, output).toBe(0)
      }
    },
  )
})

describe('findObstacle', () => {
  it('offers what works on other systems', () => {
    expect(findObstacle('darwin')).toMatch(/needs Linux.*--loopback.*container/)
  })
})
