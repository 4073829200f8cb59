import type { RunRecord } from '@netbox/contract'
import { DAY, findTool, MINUTE, severities, type Severity, usageOf } from '@netbox/core'
import { MONTHLY_VERIFICATIONS } from '@netbox/product'
import { callerOf, type MockAnswers } from './endpoint-handler.ts'
import { type MockUser, nextId } from './mock-data.ts'

const HALF_HOUR = 30 * MINUTE

const dayOf = (at: string): string => at.slice(0, 10)

const today = (): string => dayOf(new Date().toISOString())

/** Adds a run to the history of a user. */
export const addMockRun = ({ runs }: MockUser, run: Partial<RunRecord> = {}): RunRecord => {
  const added: RunRecord = {
    id: nextId(),
    tool: 'mx-record',
    input: 'shop.example',
    whole: true,
    seed: 'k3f9',
    scenario: 'random',
    at: '2026-11-20T08:00:00.000Z',
    severity: 'pass',
    sentence: 'Mail arrives on the first try.',
    created_at: new Date().toISOString(),
    ...run,
  }
  runs.unshift(added)
  return added
}

/** Counts a user's runs today: the number that the test has set, plus the runs in the history. */
const usageToday = ({ runs, usage, profile }: MockUser) => {
  const used = new Map(usage.map((row) => [row.tool, row.used]))
  for (const { tool, created_at } of runs) if (dayOf(created_at) === today()) used.set(tool, (used.get(tool) ?? 0) + 1)
  const reset = `${today()}T23:59:59.999Z`
  return [...used].map(([tool, count]) => {
    const { dailyLimit, remaining } = usageOf(count, findTool(tool)?.limits[profile.plan] ?? 0)
    return { tool, used: count, limit: dailyLimit, remaining, reset }
  })
}

/** Mocks the endpoints of the history of runs. Reported runs are stored unchanged. */
export const runAnswers: MockAnswers = {
  'usage.list': (call) => {
    const member = callerOf(call)
    const limit = MONTHLY_VERIFICATIONS[member.profile.plan]
    const used = member.stats.emails_verified
    return {
      plan: member.profile.plan,
      day: today(),
      reset: `${today()}T23:59:59.999Z`,
      usage: usageToday(member),
      verifications: { used, limit, remaining: limit < 0 ? limit : limit - used, reset: '2026-12-01T00:00:00.000Z' },
    }
  },
  'runs.report': (call) => {
    const member = callerOf(call)
    const outcomes = call.body.runs.map(({ id, tool, input, seed, scenario, at, ran_at }) => {
      if (member.runs.some((run) => run.id === id)) return { id, outcome: 'known' as const }
      addMockRun(member, { id, tool, input, seed, scenario, at, created_at: ran_at })
      return { id, outcome: 'recorded' as const }
    })
    return { data: { outcomes, now: new Date().toISOString(), day: today(), usage: usageToday(member) } }
  },
  'stats.today': (call) => {
    const runs = callerOf(call).runs.filter(({ created_at }) => dayOf(created_at) === today())
    const halfOf = ({ created_at }: RunRecord) => Math.floor(Date.parse(created_at) / HALF_HOUR) * HALF_HOUR
    const worst = runs.find(({ severity }) => severity === 'critical')
    return {
      data: {
        day: today(),
        now: new Date().toISOString(),
        reset: `${today()}T23:59:59.999Z`,
        total: runs.length,
        runs: [...new Set(runs.map(halfOf))].map((start) => {
          const own = runs.filter((run) => halfOf(run) === start)
          const countOf = (wanted: Severity) => own.filter(({ severity }) => severity === wanted).length
          const [critical, warning, info, pass] = [
            countOf('critical'),
            countOf('warning'),
            countOf('info'),
            countOf('pass'),
          ]
          return { start: new Date(start).toISOString(), critical, warning, info, pass }
        }),
        worst: worst === undefined ? null : { ...worst, severity: 'critical' },
        verifications: [],
        down: [],
      },
    }
  },
  'runs.list': (call) => {
    const { q, tool, severity, scenario = '', from, to, page, limit } = call.query
    const worst = severity === undefined ? severities : severities.slice(0, severities.indexOf(severity) + 1)
    const found = callerOf(call).runs.filter(
      (run) =>
        `${run.input}\n${run.sentence}\n${run.seed}\n${run.scenario}`.toLowerCase().includes(q.toLowerCase()) &&
        (tool === undefined || run.tool === tool) &&
        run.scenario.includes(scenario) &&
        worst.some((known) => known === run.severity) &&
        (from === undefined || dayOf(run.created_at) >= from) &&
        (to === undefined || dayOf(run.created_at) <= to),
    )
    return { data: { items: found.slice((page - 1) * limit, page * limit), page, limit, total: found.length } }
  },
  'runs.days': (call) => {
    const { runs } = callerOf(call)
    const days = Array.from({ length: 30 }, (_, index) => {
      const day = dayOf(new Date(Date.now() - (29 - index) * DAY).toISOString())
      const own = runs.filter(({ created_at }) => dayOf(created_at) === day)
      return {
        day,
        runs: own.length,
        worst: severities.find((known) => own.some((run) => run.severity === known)) ?? null,
      }
    })
    return { data: { total: runs.length, since: runs.at(-1)?.created_at ?? null, today: today(), days } }
  },
}
