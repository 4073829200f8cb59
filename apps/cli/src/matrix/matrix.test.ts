import type { ScenarioText } from '@netbox/core'
import type { FirstDifference } from '@netbox/simulated-internet/namespace'
import { describe, expect, it } from 'vitest'
import { unpainted } from '../output/terminal.ts'
import { compareOutcomes } from './expectations.ts'
import { faultsNamed } from './faults.ts'
import { type CommandRun, type Matrix, type MatrixPlan, measureMatrix, type RunIn } from './matrix.ts'
import { matrixDocument, matrixJunit, matrixMarkdown } from './matrix-reports.ts'
import { matrixLines, rowsOf, runningLines } from './table.ts'

const silent = { at: 'mx1.shop.example:25', came: 'no answer' }

const run = (changes: Partial<CommandRun> & { difference?: FirstDifference } = {}): CommandRun => {
  const { difference, ...rest } = changes
  const questions = { first: ['shop.example MX', 'mx1.shop.example:25'], count: 2, names: 2 }
  return {
    code: 0,
    milliseconds: 1900,
    isHung: false,
    output: '',
    met: { difference, questions, scenarios: {} },
    ...rest,
  }
}

const plan = (changes: Partial<MatrixPlan> = {}): MatrixPlan => ({
  faults: faultsNamed(['mail', 'dnssec-bogus']),
  runsAll: false,
  hasPairs: false,
  repeat: 1,
  jobs: 2,
  limit: undefined,
  baselineLimit: 60_000,
  ...changes,
})

/** A command whose run is scripted for each scenario. The others aren't met. */
const scripted =
  (runs: Readonly<Record<string, readonly CommandRun[]>>): RunIn =>
  async (scenario, compare) => {
    if (scenario !== 'healthy') return runs[scenario]?.[counts.get(scenario) ?? 0] ?? run()
    const met = compare.map((fault) => [fault, fault in runs ? silent : null] as const)
    return run({ met: { ...run().met, scenarios: Object.fromEntries(met) } })
  }

const counts = new Map<string, number>()

const mailer = {
  'mx-down': [
    run({
      code: 1,
      difference: silent,
      output: 'FAILED t.py::test_retry - x\nFAILED t.py::test_queue - x\n2 failed, 7 passed in 1s\n',
    }),
  ],
  greylisting: [run({ milliseconds: 4000, difference: { at: 'mx1.shop.example:25', came: '451 4.7.1' } })],
  'dnssec-bogus': [
    run({ code: 143, isHung: true, milliseconds: 30_000, difference: { at: 'shop.example MX', came: 'SERVFAIL' } }),
  ],
}

const measured = async (runIn: RunIn = scripted(mailer), changes: Partial<MatrixPlan> = {}): Promise<Matrix> => {
  const result = await measureMatrix(plan(changes), runIn, () => undefined)
  if ('run' in result) throw new Error('The baseline failed.')
  return result
}

const outcomesIn = (matrix: Matrix): Record<string, string> =>
  Object.fromEntries(rowsOf(matrix).map(({ fault, outcome }) => [fault, outcome]))

describe('measureMatrix', () => {
  it('runs only faults that change an answer of the healthy run', async () => {
    const ran: string[] = []
    const runIn: RunIn = async (scenario, compare, limit) => {
      ran.push(scenario)
      return scripted(mailer)(scenario, compare, limit)
    }
    const matrix = await measured(runIn)
    expect(ran).toEqual(['healthy', 'mx-down', 'dnssec-bogus', 'greylisting'])
    expect(outcomesIn(matrix)).toMatchObject({
      'mx-down': 'failed',
      greylisting: 'survived',
      'dnssec-bogus': 'hung',
      'spf-permerror': 'not-met',
    })
    expect(await measured(runIn, { runsAll: true })).toMatchObject({ limit: 30_000 })
    expect(new Set(ran).size).toBe(matrix.faults.length + 1)
  })

  it('runs a fault that the record of the healthy run can’t rule out', async () => {
    const runIn: RunIn = async (scenario) =>
      run({
        met: { ...run().met, scenarios: { 'mx-down': 'unknown' } },
        ...(scenario === 'healthy' ? {} : { code: 3 }),
      })
    const matrix = await measured(runIn, { faults: ['mx-down'] })
    expect(rowsOf(matrix)).toMatchObject([{ outcome: 'failed', code: 3, hasRun: true }])
  })

  it('says that it can’t say anything if the command fails in the healthy world', async () => {
    const failed = run({ code: 2 })
    expect(
      await measureMatrix(
        plan(),
        async () => failed,
        () => undefined,
      ),
    ).toEqual({ run: failed })
  })

  it('calls different outcomes of the same run unstable', async () => {
    let count = 0
    const runIn: RunIn = async (scenario, compare, limit) =>
      scenario === 'healthy'
        ? scripted(mailer)(scenario, compare, limit)
        : run({ code: count++ === 1 ? 1 : 0, difference: silent })
    const [row] = rowsOf(await measured(runIn, { faults: ['mx-down'], repeat: 3 }))
    expect(row).toMatchObject({ outcome: 'unstable', passed: [2, 3] })
  })

  it('adds pairs of faults that were met, without those that contradict each other', async () => {
    const matrix = await measured(scripted({ ...mailer, 'catch-all': [run({ difference: silent })] }), {
      hasPairs: true,
    })
    const pairs = matrix.faults.filter((fault) => fault.includes('+'))
    expect(pairs).toContain('mx-down+greylisting')
    // Both decide how mail servers treat unknown senders.
    expect(pairs).not.toContain('greylisting+catch-all')
    expect(matrix.rows.size).toBe(matrix.faults.length)
  })
})

const frame = { jobs: 2, hasUsualLimit: true, milliseconds: 24_000 }
const style = { width: 80, glyphs: 'unicode', isPlain: false, paint: unpainted, isVerbose: false } as const

describe('the table', () => {
  it('has the sentence and the cells first at 80 columns', async () => {
    const lines = matrixLines(await measured(), frame, style)
    expect(lines.slice(0, 9)).toEqual([
      '●──■──✖  One fault breaks it, one hangs it.',
      '         ✔ 1 survived  ✖ 1 failed  ▣ 1 hung  ○ 9 not met',
      '',
      '         mail   ✖ ○ ○ ○ ✔ ○ ○ ○ ○ ○ ○',
      '         names  ▣',
      '',
      'Fault                   Outcome     Time  First met at          What came',
      '✔ healthy               passed     1.9 s  2 names, 2 questions',
      '',
    ])
    expect(lines.slice(9, 16)).toEqual([
      '✖ mx-down               FAILED     1.9 s  mx1.shop.example:25   no answer',
      '  2 of 9 tests: test_retry, test_queue',
      '▣ dnssec-bogus          HUNG      30.0 s  shop.example MX       SERVFAIL',
      '  stopped at the limit: 10 × the healthy run, at least 30 s',
      '',
      '✔ greylisting           survived   4.0 s  mx1.shop.example:25   451 4.7.1',
      '',
    ])
    expect(lines[16]).toMatch(/^○ not met, not run: spf-permerror, dmarc-none/)
    expect(lines.every((line) => line.length <= 80)).toBe(true)
  })

  it('has rows by group and the failing tests at 120 columns', async () => {
    const lines = matrixLines(await measured(), frame, { ...style, width: 120 })
    expect(lines[0]).toMatch(/^●──■──✖ {2}One fault breaks it, one hangs it\. {30,}12 faults, 2 at a time, 24\.0 s$/)
    expect(lines).toContain('Mail')
    expect(lines).toContain(
      '✖ mx-down               FAILED     1.9 s  mx1.shop.example:25   no answer               2 of 9 tests: test_retry, test_…',
    )
    expect(lines.every((line) => line.length <= 120)).toBe(true)
  })

  it('has words alone if it is plain', async () => {
    const text = matrixLines(await measured(), frame, { ...style, isPlain: true }).join('\n')
    expect(text).toMatch(
      /^One fault breaks it, one hangs it\.\n1 survived, 1 failed, 1 hung, 9 not met\n\nFault {17,}Outcome/,
    )
    expect(text).not.toMatch(/[✔✖▣○●]/)
    expect(text).toMatch(/^not met: spf-permerror, /m)
  })

  it('keeps the places of rows while it runs', async () => {
    const matrix = { ...(await measured()), running: new Map<ScenarioText, number>([['catch-all', 0]]) }
    const rows = new Map(matrix.rows)
    rows.delete('catch-all')
    const lines = runningLines({ ...matrix, rows }, frame, style, 1200)
    expect(lines[0]).toBe('●──■╌╌○  11 of 12 faults, 2 at a time, about 6 s left')
    expect(lines.join('\n')).toContain('■ catch-all             running    1.2 s')
  })
})

describe('the reports of a matrix', () => {
  const reportOf = (matrix: Matrix) => ({
    matrix,
    command: ['pytest'],
    seed: 'k3f9',
    document: undefined,
    isEnclosed: true,
    shrink: (fault: string) => `netbox shrink --scenario ${fault} -- pytest`,
    again: (fault: string) => `netbox serve --scenario ${fault} -- pytest`,
    changes: undefined,
  })

  it('have a failure for each fault that breaks or hangs the command, and skip those that are not met', async () => {
    const junit = matrixJunit(reportOf(await measured()))
    expect(junit).toContain('tests="12" failures="2" errors="0" skipped="9"')
    expect(junit).toContain(
      '<failure type="failed" message="failed, first met at mx1.shop.example:25: no answer">test_retry',
    )
  })

  it('are one JSON document, and a Markdown table with the worst first', async () => {
    const matrix = await measured()
    expect(matrixDocument(reportOf(matrix))).toMatchObject({
      simulated: true,
      matrix: 1,
      counts: { survived: 1, failed: 1, hung: 1, unstable: 0 },
      healthy: { time: 1900, names: 2, questions: 2 },
    })
    expect(matrixMarkdown(reportOf(matrix))).toMatch(/\| mx-down \| FAILED .*\n\| dnssec-bogus \| HUNG/)
  })

  it('compare with the expected outcomes: worse, better, new', async () => {
    const rows = rowsOf(await measured())
    const expected = Object.fromEntries(rows.map(({ fault, outcome }) => [fault, outcome]))
    expect(compareOutcomes(rows, { seed: 'k3f9', outcomes: expected })).toEqual([])
    const { 'mx-down': _new, ...others } = expected
    const changes = compareOutcomes(rows, {
      seed: 'k3f9',
      outcomes: { ...others, greylisting: 'failed', 'spf-permerror': 'survived' },
    })
    expect(changes.map(({ row, isWorse }) => [row.fault, isWorse])).toEqual([
      ['mx-down', true],
      // The command no longer meets it, so nobody knows whether it survives it.
      ['spf-permerror', true],
      ['greylisting', false],
    ])
  })
})

describe('faultsNamed', () => {
  it('accepts names, groups and combinations, in the order of the catalogue', () => {
    expect(faultsNamed(['lists'])).toEqual(['block-listed', 'block-lists-refuse', 'block-list-dead'])
    expect(faultsNamed(['greylisting+mx-down', 'greylisting', 'mx-down'])).toEqual([
      'mx-down',
      'greylisting',
      'mx-down+greylisting',
    ])
  })

  it('refuses an unknown name with the nearest one', () => {
    expect(() => faultsNamed(['mx-dwn'])).toThrow(
      "'mx-dwn' is not a fault or a group of faults. Did you mean 'mx-down'?",
    )
    expect(() => faultsNamed(['healthy'])).toThrow(/is not a fault/)
  })
})
