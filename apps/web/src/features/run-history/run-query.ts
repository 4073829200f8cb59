import { findScenario, severities, type Severity } from '@netbox/core'
import { type ListQuery, readListQuery } from '../../lib/page/list-query.ts'

/** The shown part of the history, as stored in the address. */
export interface RunQuery extends ListQuery {
  readonly tool: string | undefined
  readonly severity: Severity | undefined
  readonly scenario: string | undefined
  /** The shown UTC day; undefined for all days. */
  readonly day: string | undefined
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Reads the query of the page's address. Invalid values are ignored. */
export const readRunQuery = (search: string): RunQuery => {
  const params = new URLSearchParams(search)
  const text = (name: string): string => params.get(name) ?? ''
  return {
    ...readListQuery(params),
    tool: /^[a-z-]{1,64}$/.test(text('tool')) ? text('tool') : undefined,
    severity: severities.find((severity) => severity === text('severity')),
    scenario: findScenario(text('scenario'))?.name,
    day: isDay(text('day')) ? text('day') : undefined,
  }
}

/** A query without a filter. */
export const everyRun = { q: '', tool: undefined, severity: undefined, scenario: undefined, day: undefined } as const

/** The names of the filters of a query, in the order of the page. */
const filterNames = ['q', 'tool', 'severity', 'scenario', 'day'] as const

/** Returns the names of the filters that exclude runs. */
export const activeFilters = (query: RunQuery) => filterNames.filter((name) => query[name] !== everyRun[name])
