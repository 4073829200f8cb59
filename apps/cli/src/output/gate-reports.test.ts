import { createToolbox, type ScenarioText } from '@netbox/core'
import { findFinding } from '@netbox/core/findings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exitCodes } from '../exit.ts'
import { type GateEntry, junitText, sarifText } from './gate-reports.ts'

interface Located {
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string }
      readonly region: { readonly startLine: number }
    }
  }[]
}

const SITE = 'https://netbox.example'
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
    const text = junitText(entries, 'critical', SITE)
    expect(text).toContain('<testsuites name="netbox" tests="3" failures="1" errors="1">')
    expect(text).toMatch(/name="a\.example" time="[\d.]+">\n {6}<system-out>simulated: seed k3f9/)
    expect(text).toContain('<failure type="critical" message="Mail still arrives, ten seconds late.">')
    expect(text).toContain(' https://netbox.example/docs/findings/mx-silent</failure>')
    expect(text).toContain('<error type="invalid_input" message="No &lt;domain&gt; &amp; &quot;name&quot;."/>')
  })

  it('counts a run as a failure from the requested severity on', async () => {
    const entries = [await entryOf('b.example', 'mx-down')]
    expect(junitText(entries, 'critical', SITE)).toContain('failures="1"')
    expect(junitText([await entryOf('a.example', 'healthy')], 'warning', SITE)).toContain('failures="0"')
  })

  it('is valid XML for any input', () => {
    const code = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
    const text = fc.string({ unit: code.map((one) => String.fromCodePoint(one)) })
    fc.assert(
      fc.property(text, (input) => {
        const written = junitText([failure(input)], 'critical', SITE)
        expect(written).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/u)
        expect(written.match(/<testcase [^<>]*>/g)).toHaveLength(1)
      }),
    )
  })

  it('has references in place of the characters that change a terminal', () => {
    expect(junitText([failure('a\u009b31m\u202eb\u007f')], 'critical', SITE)).toContain(
      'name="a&#155;31m&#8238;b&#127;"',
    )
  })
})

describe('a SARIF report', () => {
  const placed = async (input: string, line: number): Promise<GateEntry> => ({
    kind: 'run',
    run: await box.run('mx-record', input, { scenario: 'mx-down' }),
    place: { path: './lists/domains of us.txt', line },
  })
  const read = (entries: readonly GateEntry[]) => JSON.parse(sarifText(entries, { findFinding, site: SITE })).runs[0]

  it('has a result for each finding that is not a pass, with its rule and input', async () => {
    const { tool, results, invocations } = read([await entryOf('b.example', 'mx-down'), failure('a b')])
    expect(results[0]).toMatchObject({
      ruleId: 'mx-silent',
      level: 'error',
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'b.example' }] }],
      properties: { simulated: true, seed: 'k3f9', scenario: 'mx-down' },
    })
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('mx-silent')
    expect(invocations[0]).toMatchObject({ executionSuccessful: false })
  })

  it('locates each result at the line of its input, by a path relative to the working folder', async () => {
    const { results } = read([await placed('a.example', 2), await placed('b.example', 7)])
    const places = results.flatMap(({ locations }: Located) =>
      locations.map(
        ({ physicalLocation: { artifactLocation, region } }) => `${artifactLocation.uri} ${region.startLine}`,
      ),
    )
    expect(new Set(places)).toEqual(new Set(['lists/domains%20of%20us.txt 2', 'lists/domains%20of%20us.txt 7']))
    expect(results[0]).not.toHaveProperty('partialFingerprints')
  })

  it('locates an input of the command line by its name, with a fingerprint, because there is no file', async () => {
    const run = await box.run('ping-test', '2001:db8::1', { scenario: 'packet-loss' })
    const [{ locations, partialFingerprints, ruleId }] = read([{ kind: 'run', run }]).results
    expect(locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: '2001%3Adb8%3A%3A1' },
      region: { startLine: 1 },
    })
    expect(partialFingerprints.primaryLocationLineHash).toContain(ruleId)
  })

  it('keeps titles and advice apart: the message has title and reason, the rule what is true of every result', async () => {
    const { results, tool } = read([await placed('a.example', 1), await placed('b.example', 2)])
    const [finding] = (await box.run('mx-record', 'a.example', { scenario: 'mx-down' })).findings
    expect(results[0].message.text).toBe(`${finding?.title}. ${finding?.detail}`)
    expect(results[0].properties.advice).toBe(finding?.advice)
    const rule = tool.driver.rules.find(({ id }: { id: string }) => id === 'mx-silent')
    expect(rule).toMatchObject({
      shortDescription: { text: 'MX Record: The first mail server, or every one, is silent' },
      helpUri: 'https://netbox.example/docs/findings/mx-silent',
      fullDescription: { text: 'The mail servers of a domain, in the order in which senders try them.' },
      defaultConfiguration: { level: 'error' },
    })
    expect(rule.help.text.split('\n')).toHaveLength(2)
    expect(rule.help.text).toContain(finding?.advice)
  })

  it('has no result if everything passes', async () => {
    const { results } = read([await entryOf('a.example', 'healthy')])
    expect(results.filter(({ level }: { level: string }) => level !== 'note')).toEqual([])
  })
})
