import { severities } from '@netbox/core'
import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { choice, fields, instant, line } from '../entities/fields.ts'
import { pageOf, pageQuery } from '../entities/page.ts'
import { dayOfRuns, MAX_REPORTED_RUNS, reportedRun, reportOutcome, runRecord } from '../entities/run.ts'
import { toolUsage } from '../entities/subscription.ts'

/** Returns whether a date exists: the pattern of dates allows 31 April. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const day = () =>
  v.pipe(
    v.string('Must be text.'),
    v.isoDate('Must be a day like 2026-01-01.'),
    v.check(isDay, 'Must be a day like 2026-01-01.'),
  )

/** The endpoints of the account's history of runs. */
export const runEndpoints = [
  endpoint({
    id: 'runs.report',
    method: 'POST',
    path: '/runs',
    access: 'session',
    body: fields({
      runs: v.pipe(
        v.array(reportedRun, 'Must be a list of runs.'),
        v.maxLength(MAX_REPORTED_RUNS, `Must have at most ${MAX_REPORTED_RUNS} runs.`),
      ),
    }),
    example: {
      runs: [
        {
          id: '5f0c2c4e8f0e4a579d0a2b6f3a1f7c11',
          tool: 'mx-record',
          input: 'shop.example',
          seed: 'k3f9',
          scenario: 'mx-down',
          at: '2026-11-20T08:00:00.000Z',
          engine: 'netbox-sim/3',
          ran_at: '2026-11-20T08:00:01.000Z',
        },
      ],
    },
    response: v.object({
      data: v.object({ outcomes: v.array(reportOutcome), now: instant(), day: v.string(), usage: v.array(toolUsage) }),
    }),
    errors: ['rate_limited'],
    summary: 'Records runs that a browser has finished',
    description:
      'The service repeats each run from its seed and records its own verdict. Each run counts against the limit of the UTC day of `ran_at`. ' +
      'The service refuses runs beyond the limit, runs of another version of the simulation, and runs older than 7 days. ' +
      "Reporting a run again changes nothing. Returns today's usage. A user can send 300 reports in five minutes. In 24 hours, the service " +
      'stores at most 4 MB of long inputs and world documents for a user, and refuses further runs that have them (`rate_limited`).',
  }),
  endpoint({
    id: 'runs.list',
    method: 'GET',
    path: '/runs',
    access: 'bearer',
    scope: 'tools:read',
    query: v.object({
      ...pageQuery.entries,
      q: v.optional(line(320, 0), ''),
      tool: v.optional(line(64)),
      severity: v.optional(choice(severities)),
      scenario: v.optional(line(64)),
      from: v.optional(day()),
      to: v.optional(day()),
    }),
    response: v.object({ data: pageOf(runRecord) }),
    errors: [],
    summary: 'Lists your runs, newest first',
    description:
      'Contains runs over the API and in browsers from the last 90 days. `q` finds runs whose input, verdict, seed or scenario contains it, ignoring case; ' +
      '`severity` finds runs whose verdict is at least as bad; `scenario` finds runs whose scenario has this name, alone or with others; `from` and `to` limit the list to UTC days, both included.',
  }),
  endpoint({
    id: 'runs.days',
    method: 'GET',
    path: '/runs/days',
    access: 'bearer',
    scope: 'tools:read',
    response: v.object({
      data: v.object({ total: v.number(), since: v.nullable(instant()), today: v.string(), days: v.array(dayOfRuns) }),
    }),
    errors: [],
    summary: 'Counts your runs on each of the last 30 UTC days',
    description: '`days` ends with today. `total` is the number of stored runs, and `since` the time of the oldest.',
  }),
] as const
