import { createToolbox } from '@netbox/core'
import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runText } from './run-text.ts'

const usage = { dailyUsed: 7, dailyLimit: 100, remaining: 93 }
const box = createToolbox({ plan: 'enterprise', seed: 'k3f9', at: '2026-01-01T00:00:00Z' })

describe('the text of a run', () => {
  it.each([
    ['mx-record', 'example.com'],
    ['traceroute', 'example.com'],
    ['dns-diagnostic', 'example.com'],
    ['header-analyzer', 'Received: from a.example by b.example; Fri, 20 Nov 2026 08:00:00 +0000'],
  ] as const)('of %s is its JSON', async (tool, input) => {
    const run = await box.run(tool, input)
    expect(runText(run)(usage)).toBe(JSON.stringify({ ...run, usage }))
  })

  it('is its JSON whatever it holds', async () => {
    const run = await box.run('mx-record', 'example.com')
    assert(
      property(string(), (text) => {
        const odd = { ...run, seed: text, input: `${text},"usage":{}`, result: { usage: text } }
        expect(runText(odd)(usage)).toBe(JSON.stringify({ ...odd, usage }))
      }),
    )
  })
})
