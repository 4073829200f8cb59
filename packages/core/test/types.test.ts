import { describe, expect, expectTypeOf, it } from 'vitest'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { findTool, type FindingCodeOf, type ResultOf, type ToolId } from '../src/catalogue/catalogue.ts'
import type { ToolRun } from '../src/runs/run.ts'

// The compiler checks these claims (`npm run types`); at run time they only need to exist.
describe('types', () => {
  it('have a specific result for every tool', async () => {
    const box = createToolbox()
    const mx = await box.run('mx-record', 'example.com')
    expectTypeOf(mx.result.records[0]).toEqualTypeOf<{ priority: number; exchange: string; ttl: number } | undefined>()
    expectTypeOf(mx.tool).toEqualTypeOf<'mx-record'>()
    const ping = await box.run('ping-test', '198.51.100.1')
    expectTypeOf(ping.result.avg_time).toEqualTypeOf<number | null>()
    expectTypeOf(ping.simulated).toEqualTypeOf<true>()
  })

  it('take a name that the compiler does not know', async () => {
    const run = (name: string) => createToolbox().run(name, 'example.com')
    expectTypeOf(run).returns.resolves.toEqualTypeOf<ToolRun>()
    expect((await run('mx-record')).tool).toBe('mx-record')
    await expect(run('mx-recrod')).rejects.toThrow('not implemented')
  })

  it('refuse an unknown tool, an unknown field and an unknown plan', () => {
    const box = createToolbox()
    // @ts-expect-error there is no such tool
    const unknownTool = () => box.run('mx-recrod', 'example.com')
    const unknownField = async () => {
      const { result } = await box.run('mx-record', 'example.com')
      // @ts-expect-error an MX result has no such field
      return result.exchanges as unknown
    }
    // @ts-expect-error there is no such plan
    const unknownPlan = () => createToolbox({ plan: 'gold' })
    expectTypeOf([unknownTool, unknownField, unknownPlan]).not.toBeAny()
  })

  it('type a recorded run by its tool, and a tool unknown to the compiler as before', () => {
    expectTypeOf<ToolRun<'mx-record'>['result']>().toEqualTypeOf<ResultOf<'mx-record'>>()
    expectTypeOf<ToolRun<ToolId>['result']>().toEqualTypeOf<ResultOf<ToolId>>()
    expectTypeOf<ToolRun['result']>().toEqualTypeOf<unknown>()
    expectTypeOf<ToolRun['findings'][number]['code']>().toEqualTypeOf<string>()
    expectTypeOf<ToolRun<'mx-record'>>().toExtend<ToolRun>()
  })

  it('have the codes of findings of every tool', async () => {
    const { findings } = await createToolbox().run('mx-record', 'example.com')
    expectTypeOf(findings[0]?.code).toEqualTypeOf<FindingCodeOf<'mx-record'> | undefined>()
    expectTypeOf<'mx-silent'>().toExtend<FindingCodeOf<'mx-record'>>()
    expectTypeOf<string>().not.toExtend<FindingCodeOf<ToolId>>()
    // @ts-expect-error no finding of this tool has such a code
    const misspelled = () => findings.some(({ code }) => code === 'mx-silnt')
    expectTypeOf(misspelled).not.toBeAny()
  })

  it('know the tools by their literal ids', () => {
    expectTypeOf<'mx-record'>().toExtend<ToolId>()
    expectTypeOf<string>().not.toExtend<ToolId>()
    expectTypeOf(findTool('x')?.id).toEqualTypeOf<ToolId | undefined>()
  })
})
