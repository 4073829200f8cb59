import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findScenario, scenarios } from '../scenarios/index.ts'
import { tools } from '../tools/index.ts'
import { expectedFindings, fakeClock, findingsOf, FIXED_TIME, fixedWorld, missingFindings } from './index.ts'

describe('expected findings', () => {
  it('equal the findings of the scenario, and are found in every tool for any seed', async () => {
    const anyTool = fc.constantFrom(...tools)
    const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))
    await fc.assert(
      fc.asyncProperty(anyTool, anyScenario, fc.string({ minLength: 1, maxLength: 12 }), async (tool, name, seed) => {
        const run = await fixedWorld(name, seed).run(tool.id, tool.placeholder)
        expect(missingFindings(run)).toEqual([])
        expect(findingsOf(run)).toMatchObject(expectedFindings(name)[tool.id] ?? {})
        expect(expectedFindings(name)).toEqual(findScenario(name)?.findings)
      }),
    )
  })

  it('are missing if a program drops or softens one', async () => {
    const run = await fixedWorld('mx-down').run('mx-record', 'mail.example')
    expect(missingFindings({ ...run, findings: [] })).toEqual(['mx-silent'])
    const softened = run.findings.map((finding) => ({ ...finding, severity: 'info' as const }))
    expect(missingFindings({ ...run, findings: softened })).toEqual(['mx-silent'])
  })

  it('of a timeline are the findings of the scenario at the time', () => {
    const timeline = 'mx-down@10:00..10:30'
    expect(expectedFindings(timeline)).toEqual({})
    expect(expectedFindings(timeline, FIXED_TIME + 10 * 3_600_000)).toEqual(findScenario('mx-down')?.findings)
  })

  it('of an unknown scenario are refused with the closest name', () => {
    expect(() => expectedFindings('mx-dwn')).toThrow("There is no scenario 'mx-dwn'. Did you mean 'mx-down'?")
  })
})

describe('a fixed world', () => {
  it('is the same in every run, and its time stands still', async () => {
    const run = () => fixedWorld('random').run('dns-diagnostic', 'shop.example')
    const [first, second] = [await run(), await run()]
    expect(JSON.stringify(first)).toBe(JSON.stringify(second))
    expect(first.at).toBe('2026-01-01T00:00:00.000Z')
  })

  it('follows a given clock', async () => {
    const clock = fakeClock()
    const box = fixedWorld('mx-down@10:00..10:30', 'fixed', clock)
    const severity = async () => findingsOf(await box.run('mx-record', 'mail.example'))['mx-silent']
    const seen = []
    for (const time of ['09:59', '10:00', '10:29', '10:30']) {
      clock.advanceTo(`2026-01-01T${time}:00Z`)
      seen.push(await severity())
    }
    expect(seen).toEqual([undefined, 'critical', 'critical', undefined])
  })
})

describe('a fake clock', () => {
  it('advances on request, and when code waits', async () => {
    const clock = fakeClock(1000)
    clock.advance(500)
    await clock.wait(250)
    expect(clock.now()).toBe(1750)
    clock.advanceTo(2000)
    expect(clock.now()).toBe(2000)
    clock.advanceTo('1970-01-01T00:00:03Z')
    expect(clock.now()).toBe(3000)
  })

  it('goes back only on request, like the clock of a machine', () => {
    const clock = fakeClock(1000)
    expect(() => clock.advance(-1)).toThrow("A clock only goes forward: it can't be advanced by -1 ms.")
    expect(() => clock.advanceTo(999)).toThrow(RangeError)
    expect(() => clock.advanceTo('yesterday')).toThrow("'yesterday' is not a time.")
    expect(() => clock.turnBack(-1)).toThrow("A clock can't be turned back by -1 ms.")
    expect(clock.now()).toBe(1000)
    clock.turnBack(400)
    expect(clock.now()).toBe(600)
  })

  it('ends no wait that was cancelled before', async () => {
    const clock = fakeClock(1000)
    await expect(clock.wait(10, AbortSignal.abort('stop'))).rejects.toBe('stop')
    expect(clock.now()).toBe(1000)
  })
})
