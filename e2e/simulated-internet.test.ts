import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ResultOf, ScenarioText, ToolId } from '@netbox/core'
import { createResolver, startMailServer } from '@netbox/simulated-internet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const command = fileURLToPath(new URL('../apps/cli/bin/netbox.cjs', import.meta.url))
const run = promisify(execFile)

const homes: string[] = []
beforeAll(async () => {
  homes.push(await mkdtemp(join(tmpdir(), 'netbox-simulated-')))
})
afterAll(async () => {
  await Promise.all(homes.map(async (home) => rm(home, { recursive: true, force: true })))
})

const world = (scenario: ScenarioText) => ({ seed: 'k3f9', scenario, at: '2026-01-01T10:15:00Z' })

/** Runs the built command in a world, and returns the result of its run. */
const resultOf = async <Id extends ToolId>(tool: Id, input: string, scenario: ScenarioText): Promise<ResultOf<Id>> => {
  const { seed, at } = world(scenario)
  const options = ['--seed', seed, '--scenario', scenario, '--at', at, '--no-delay', '--quiet', '--json']
  const [home = ''] = homes
  const env = { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: home }
  const { stdout } = await run(process.execPath, [command, tool, input, ...options], { env })
  const { result } = JSON.parse(stdout) as { result: ResultOf<Id> } // `--json` prints a run
  return result
}

const accepts = async (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, host, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

describe('the command and the simulated internet', () => {
  it.each([
    'healthy',
    'mx-down',
    'random',
    'healthy,mx-down@10:00..10:30',
    'healthy,mx-down@10:30..11:00',
    'mx-down:mail.example+greylisting',
  ] as const)('agree in the world of %s', async (scenario) => {
    const { records } = await resultOf('mx-record', 'mail.example', scenario)
    const resolver = createResolver({ ...world(scenario), validates: false })
    expect(await resolver.resolveMx('mail.example')).toEqual(
      records.map(({ exchange, priority }) => ({ exchange, priority })),
    )
    for (const { exchange } of records) {
      await using server = await startMailServer({ domain: 'mail.example', exchange, ...world(scenario) })
      const { reachable } = await resultOf('smtp-test', `${exchange}:25`, scenario)
      expect(await accepts(server.port, server.host), exchange).toBe(reachable)
    }
  })
})
