import { describe, expect, it } from 'vitest'
import { sampled } from '../../test/support/runner.ts'
import { createToolbox } from '../runs/create-toolbox.ts'
import { type ScenarioName, scenarios } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { fixedWorld } from '../testing/fixed-world.ts'
import { tools } from '../tools/index.ts'
import { formatText, resultFileName } from './format-text.ts'
import { reportSections } from './report-sections.ts'
import { columns } from './layout.ts'

const startRuns = async () =>
  Promise.all(
    sampled(scenarios).flatMap(({ name }) =>
      tools.map(({ id, placeholder }) =>
        createToolbox({ seed: `text ${name}`, scenario: name, at: FIXED_TIME, plan: 'enterprise' }).run(
          id,
          placeholder,
        ),
      ),
    ),
  )

let started: ReturnType<typeof startRuns> | undefined
/** The runs of every tool and scenario, created once; the quick set has only some scenarios. */
const everyRun = async () => (started ??= startRuns())

/** Runs a traceroute in a scenario. Returns the hops of its figure, and a function that writes it at a width. */
const tracerouteAt = async (scenario: ScenarioName) => {
  const run = await createToolbox({ seed: `text ${scenario}`, scenario, at: FIXED_TIME }).run(
    'traceroute',
    'mail.example',
  )
  const hops = run.plot.kind === 'hops' ? run.plot.hops : []
  return { hops, text: (width: number) => formatText(run, { width }) }
}

describe('formatText', () => {
  it('keeps every line of every tool and scenario within the width', async () => {
    for (const run of await everyRun()) {
      for (const width of [30, 40, 60, 80, 132]) {
        for (const full of [false, true]) {
          // The first line describes the run and is never wrapped, so that a text search finds it.
          const [, ...lines] = formatText(run, { width, full }).split('\n')
          const wide = lines.filter((line) => columns(line) > width)
          expect(wide, `${run.tool} in ${run.scenario} at ${width}`).toEqual([])
        }
      }
    }
  })

  it('shows each mail server, its address and its outcome in full in the figure, at any width', async () => {
    const names = ['mail.example', 'a-very-long-name-of-a-department.university-of-somewhere.example']
    for (const { name } of sampled(scenarios))
      for (const input of names) {
        const run = await createToolbox({ seed: `text ${name}`, scenario: name, at: FIXED_TIME }).run(
          'mx-record',
          input,
        )
        if (run.plot?.kind !== 'exchanges') continue
        for (const width of [30, 40, 60, 66, 80]) {
          const figure = formatText(run, { width }).split('Fig. 1')[1]?.split('Findings')[0] ?? ''
          expect(figure, `${name} at ${width}`).not.toContain('…')
          // A name that is longer than the line continues on the next one.
          const words = figure.replaceAll(/\s+/g, '')
          for (const { exchange, address, outcome, to } of run.plot.exchanges) {
            expect(words, `${name} at ${width}`).toContain(exchange)
            expect(words).toContain(address)
            const seconds = /accepts,([\d.]+)s/.exec(words)?.[1] ?? ''
            if (outcome === 'open') expect(Number(seconds)).toBeCloseTo(to / 1000, 0)
            else expect(words).toContain(outcome === 'silent' ? 'noansweron25' : 'nottried')
          }
        }
      }
  })

  it('shows that the run is simulated in its first and in its last line', async () => {
    const run = await createToolbox({ seed: 'k3f9', scenario: 'mx-down', at: FIXED_TIME }).run(
      'mx-record',
      'mail.example',
    )
    const lines = formatText(run).trimEnd().split('\n')
    expect(lines[0]).toBe('SIMULATED · netbox-sim/3 · seed k3f9 · scenario mx-down · no server was contacted')
    expect(lines.slice(-2)).toEqual([
      'seed k3f9 · scenario mx-down · at 2026-01-01T00:00:00Z',
      'simulated by netbox-sim/3 · no server was contacted',
    ])
    expect(formatText(run, { mark: false })).not.toContain('SIMULATED')
    expect(formatText(run, { mark: false })).toContain('simulated by netbox-sim/3')
  })

  it('shows verdict, every figure, the caption and every finding with its advice', async () => {
    for (const run of await everyRun()) {
      const text = formatText(run, { width: 400 })
      const parts = [
        run.verdict.sentence,
        run.verdict.detail,
        run.plot.caption,
        ...run.figures.flatMap(({ label, value }) => [label, value]),
        ...run.findings.flatMap(({ title, detail, advice }) => [title, detail, advice]),
      ]
      for (const part of parts) expect(text, run.tool).toContain(part.replaceAll(/\s+/g, ' '))
    }
  })

  it('shows every answer of a traceroute, from 30 columns on', async () => {
    const withRoute = scenarios.filter(
      ({ findings: { traceroute = {} } }) => !('trace-unresolved' in traceroute) && !('trace-special' in traceroute),
    )
    for (const { name } of sampled(withRoute)) {
      const { hops, text } = await tracerouteAt(name)
      expect(hops, name).not.toEqual([])
      for (let width = 30; width <= 80; width++) {
        const figure = text(width).split('Fig. 1')[1]?.split('Findings')[0] ?? ''
        const shown = figure.split('\n').filter((line) => /^ *\d+ {2}/.test(line))
        const answers = shown.map((line) => line.split(/ +/).slice(-3))
        expect(answers, `${name} at ${width}`).toEqual(
          hops.map(({ times }) => times.map((value) => value?.toFixed(1) ?? '*')),
        )
      }
    }
  })

  it('cuts no note of a key figure, at any width', async () => {
    for (const run of await everyRun()) {
      const words = formatText(run, { width: 30 }).replaceAll(/\s+/g, '')
      for (const { note = '' } of run.figures) expect(words, run.tool).toContain(note.replaceAll(/\s+/g, ''))
    }
  })

  it('writes plain ASCII when asked', async () => {
    for (const run of await everyRun()) {
      expect(formatText(run, { glyphs: 'ascii', full: true })).toMatch(/^[\n\x20-\x7e]+$/)
    }
  })

  it('adds only color: without it the text is the same', async () => {
    for (const run of await everyRun()) {
      const painted = formatText(run, { paint: (role, text) => `<${role}>${text}</${role}>` })
      expect(painted.replaceAll(/<\/?(?:critical|warning|info|pass|strong|dim|signal|machine|simulated)>/g, '')).toBe(
        formatText(run),
      )
    }
  })

  it('appends the whole result on request', async () => {
    const run = await createToolbox({ seed: 'k3f9', at: FIXED_TIME }).run('ping-test', '203.0.113.80')
    const text = formatText(run, { full: true })
    for (const key of Object.keys(run.result)) expect(text).toContain(key)
  })
})

describe('reportSections', () => {
  it('returns the parts whose lines form the whole report, in its order', async () => {
    for (const run of await everyRun()) {
      for (const glyphs of ['unicode', 'ascii'] as const) {
        const parts = reportSections(run, { width: 60, glyphs })
        const whole = formatText(run, { width: 60, glyphs, full: true }).split('\n')
        expect(
          Object.values(parts).every((lines) => lines.length > 0),
          run.tool,
        ).toBe(true)
        expect(Object.values(parts).flat(), run.tool).toEqual(
          whole.filter((line) => line !== '' && line !== 'Findings' && line !== 'Result'),
        )
      }
    }
  })
})

describe('resultFileName', () => {
  it('is the tool id, the time stamp of the execution id, and .txt', async () => {
    for (const { id, placeholder } of tools) {
      const run = await fixedWorld().run(id, placeholder)
      expect(resultFileName(run)).toBe(`${id}-${run.executionId.replace('exec_', '')}.txt`)
    }
  })

  it('contains no character that a file system forbids', async () => {
    for (const { id, placeholder } of tools) {
      expect(resultFileName(await fixedWorld().run(id, placeholder))).toMatch(/^[a-z0-9-]+\.txt$/)
    }
  })
})
