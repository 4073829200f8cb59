import { findScenario, scenarios } from '@netbox/core'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeHome, removeHome, startShell } from './support/netbox.ts'

const SEED = 'q7-a-seed-of-its-own'

interface Task {
  readonly exercise: string
  readonly domains: readonly string[]
}

const linesOf = <Line>(text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

// Prints what a curious learner can find: variables, files of the run, other processes, and pages and records of the domains.
const searchOf = (domains: readonly string[]): string =>
  [
    'env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null; folder=$(dirname "$SSL_CERT_FILE"); ls -R "$folder"; cat "$folder"/*.json 2>/dev/null',
    'command -v netbox && echo "netbox is on the path"',
    ...domains.map(
      (domain) =>
        `curl -sikL --max-time 4 http://${domain}/ http://www.${domain}/; dig ${domain} ANY; dig TXT ${domain}`,
    ),
    'dig CH TXT version.bind; echo END',
  ].join('\n')

// The sample has one search without a fault and one for each tool that shows a fault. `npm run judges` has all.
const searches =
  process.env['NETBOX_JUDGES'] === 'all'
    ? Array.from({ length: 21 }, (_, index) => index + 1)
    : [1, 2, 3, 4, 7, 8, 10, 11, 12, 19]

describe.skipIf(findObstacle() !== undefined)('netbox exercise start', () => {
  const home = makeHome()
  afterAll(() => removeHome(home))
  const environment = { ...home.environment, NETBOX_SEED: SEED, NETBOX_SCENARIO: 'mx-down' }
  const run = async (command: string) => startShell({ ...home, environment }, command).finished
  let tasks: readonly Task[] = []
  beforeAll(async () => {
    const all = linesOf<Task>((await run('netbox exercise list --json')).stdout)
    tasks = all.filter(({ exercise }) => exercise.startsWith('find'))
  })

  it('has 21 exercises that search for a fault', () => {
    expect(tasks).toHaveLength(21)
  })

  it.concurrent.each(searches)('gives the answer away nowhere inside the shell of search %d', async (number) => {
    const { exercise = '', domains = [] } = tasks[number - 1] ?? {}
    const { stdout, stderr } = await run(
      `netbox exercise start ${exercise} -- sh <<'SCRIPT'\n${searchOf(domains)}\nSCRIPT`,
    )
    const seen = stdout + stderr
    expect(seen).toContain('END')
    expect(seen).not.toContain(SEED)
    expect(seen).not.toMatch(/NETBOX_\w+=|netbox is on the path/)
    for (const { name, title } of scenarios.filter(({ name: one }) => one.includes('-'))) {
      expect(seen, exercise).not.toContain(name)
      expect(seen, exercise).not.toContain(title)
    }
  })

  it('grades what the solutions say as right, and every other answer of the class as wrong', async () => {
    const solutions = linesOf<{ exercise: string; answer: Record<string, string> }>(
      (await run('netbox exercise solutions --json')).stdout,
    ).filter(({ exercise }) => exercise.startsWith('find'))
    const grade = async (index: number) => {
      const { exercise = '', answer = {} } = solutions[index] ?? {}
      const { answer: other = {} } = solutions[(index + 1) % solutions.length] ?? {}
      const check = async (given: object) => run(`netbox exercise check ${exercise} '${JSON.stringify(given)}' --json`)
      expect((await check(answer)).code, exercise).toBe(0)
      if (JSON.stringify(other) !== JSON.stringify(answer)) expect((await check(other)).code, exercise).toBe(1)
    }
    await Promise.all(solutions.map(async (_, index) => grade(index)))
    expect(solutions.filter(({ answer }) => answer['domain'] === 'none')).toHaveLength(4)
    expect(solutions.every(({ answer: { fault = 'healthy' } }) => findScenario(fault) !== undefined)).toBe(true)
  })
})
