import { createToolbox, type ScenarioText } from '@netbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exitCodes } from '../exit.ts'
import { type GateEntry, junitText, sarifText } from './gate-reports.ts'

const box = createToolbox({ seed: 'k3f9', at: '2026-01-01T00:00:00Z' })
const entryOf = async (input: string, scenario: ScenarioText): Promise<GateEntry> => ({
  kind: 'run',
  run: await box.run('mx-record', input, { scenario }),
})
const failure = (input: string): GateEntry => ({
  kind: 'failure',
  tool: 'mx-record',
  input,
  error: {
    code: 'invalid_input',
    title: 'Invalid input',
    message: 'No <domain> & "name".',
    exit: exitCodes.usage,
    line: '',
  },
})

describe('a JUnit report', () => {
  it('has a test for each input: passed, failed at or above the severity, or refused', async () => {
    const entries = [await entryOf('a.example', 'healthy'), await entryOf('b.example', 'mx-down'), failure('a b')]
    const text = junitText(entries, 'critical')
    expect(text).toContain('<testsuites name="netbox" tests="3" failures="1" errors="1">')
    expect(text).toMatch(/name="a\.example" time="[\d.]+">\n {6}<system-out>simulated: seed k3f9/)
    expect(text).toContain('<failure type="critical" message="Mail still arrives, ten seconds late.">')
    expect(text).toContain('<error type="invalid_input" message="No &lt;domain&gt; &amp; &quot;name&quot;."/>')
  })

  it('counts a run as a failure from the requested severity on', async () => {
    const entries = [await entryOf('b.example', 'mx-down')]
    expect(junitText(entries, 'critical')).toContain('failures="1"')
    expect(junitText([await entryOf('a.example', 'healthy')], 'warning')).toContain('failures="0"')
  })

  it('is valid XML for any input', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, (input) => {
        const written = junitText([failure(input)], 'critical')
        expect(written).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/u)
        expect(written.match(/<testcase [^<>]*>/g)).toHaveLength(1)
      }),
    )
  })
})

describe('a SARIF report', () => {
  it('has a result for each finding that is not a pass, with its rule and input', async () => {
    const { runs } = JSON.parse(sarifText([await entryOf('b.example', 'mx-down'), failure('a b')]))
    const [{ tool, results, invocations }] = runs
    expect(results[0]).toMatchObject({
      ruleId: 'mx-record/mx-silent',
      level: 'error',
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'b.example' }] }],
      properties: { simulated: true, seed: 'k3f9', scenario: 'mx-down' },
    })
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('mx-record/mx-silent')
    expect(invocations[0]).toMatchObject({ executionSuccessful: false })
  })

  it('has no result if everything passes', async () => {
    const [{ results }] = JSON.parse(sarifText([await entryOf('a.example', 'healthy')])).runs
    expect(results.filter(({ level }: { level: string }) => level !== 'note')).toEqual([])
  })
})
