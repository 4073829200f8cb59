import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { netbox, start, stayInOneDay, useHome, type Home } from './support/netbox.ts'

beforeEach(stayInOneDay)

const usageFile = ({ state }: Home): string => {
  const [name = ''] = readdirSync(join(state, 'usage'))
  return join(state, 'usage', name)
}

const used = async (home: Home, tool: string): Promise<number | undefined> => {
  const { stdout } = await netbox(home, ['limits', '--json'])
  const { tools } = JSON.parse(stdout) as { tools: { tool: string; dailyUsed: number }[] }
  return tools.find((row) => row.tool === tool)?.dailyUsed
}

it('grants exactly five of twenty processes at once when five runs remain', async () => {
  const home = useHome()
  const before = Array.from({ length: 20 }, (_, index) => `host${index}.example`).join('\n')
  await netbox(home, ['dns-propagation', '-', '--quiet'], { input: before })

  const processes = Array.from(
    { length: 20 },
    () => start(home, ['dns-propagation', 'mail.example', '--no-delay', '--json']).finished,
  )
  const outcomes = await Promise.all(processes)

  expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(5)
  expect(outcomes.filter(({ code }) => code === 4)).toHaveLength(15)
  expect(await used(home, 'dns-propagation')).toBe(25)
})

it('writes one complete line for every concurrent run', async () => {
  const home = useHome()
  const processes = Array.from(
    { length: 12 },
    (_, index) => start(home, ['mx-record', `host${index}.example`, '--no-delay', '--json']).finished,
  )
  await Promise.all(processes)

  const { stdout } = await netbox(home, ['history', '--json'])
  const inputs = (JSON.parse(stdout) as { input: string }[]).map(({ input }) => input)
  expect(inputs.toSorted()).toEqual(Array.from({ length: 12 }, (_, index) => `host${index}.example`).toSorted())
  expect(await used(home, 'mx-record')).toBe(12)
})

it('continues after a process was killed during a write', async () => {
  const home = useHome()
  await netbox(home, ['mx-record', 'one.example', '--no-delay', '--json'])
  const [month = ''] = readdirSync(join(home.state, 'history'))
  const history = join(home.state, 'history', month)
  // Appends incomplete records, as an interrupted write would leave them.
  writeFileSync(usageFile(home), '\nmx-rec', { flag: 'a' })
  writeFileSync(history, '\n{"ran":"2026-', { flag: 'a' })

  const next = await netbox(home, ['mx-record', 'two.example', '--no-delay', '--json'])

  expect(next.code).toBe(0)
  expect(await used(home, 'mx-record')).toBe(2)
  const { stdout } = await netbox(home, ['history', '--json'])
  expect((JSON.parse(stdout) as { input: string }[]).map(({ input }) => input)).toEqual(['one.example', 'two.example'])
})

it('loses only incomplete runs when processes are killed while they count', async () => {
  const home = useHome()
  const batch = Array.from({ length: 90 }, (_, index) => `host${index}.example`).join('\n')
  for (let round = 0; round < 6; round++) {
    const { child, finished } = start(home, ['a-record', '-', '--json'])
    child.stdin?.on('error', () => undefined)
    child.stdin?.write(batch)
    // Kills the process at its first output, because it is counting runs at that moment.
    child.stdout?.once('data', () => child.kill('SIGKILL'))
    child.stdin?.end()
    await finished
  }

  const next = await netbox(home, ['mx-record', 'next.example', '--no-delay', '--json'])
  expect(next.code).toBe(0)
  expect(next.stderr).toBe('')
  const lines = readFileSync(usageFile(home), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  expect(lines.filter((line) => !/^\S+ \d+ \S+ local;$/.test(line)).length).toBeLessThanOrEqual(6)
  expect(await used(home, 'mx-record')).toBe(1)
  expect(await used(home, 'a-record')).toBeGreaterThan(0)
})
