import { severities, type Severity } from '@netbox/core'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSettled } from '../../lib/use-settled.ts'

/** The shown part of the history, as stored in the address. */
export interface RunQuery {
  readonly page: number
  readonly q: string
  readonly tool: string | undefined
  readonly severity: Severity | undefined
  /** The shown UTC day; undefined for all days. */
  readonly day: string | undefined
}

/** The longest search text, in characters. */
export const LONGEST_SEARCH = 320

// Line breaks, which a one-line search can't contain, and characters that a request can't contain.
const UNCLEAN = /[\p{Cc}\p{Surrogate}]+/gu

const cleanSearch = (text: string): string => text.replaceAll(UNCLEAN, ' ').trim().slice(0, LONGEST_SEARCH).trim()

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Reads the query of the page's address. Invalid values are ignored. */
const readRunQuery = (search: string): RunQuery => {
  const params = new URLSearchParams(search)
  const text = (name: string): string => params.get(name) ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(text('page')) ? Number(text('page')) : 1,
    q: cleanSearch(text('q')),
    tool: /^[a-z-]{1,64}$/.test(text('tool')) ? text('tool') : undefined,
    severity: severities.find((severity) => severity === text('severity')),
    day: isDay(text('day')) ? text('day') : undefined,
  }
}

const pathOf = (path: string, { page, ...filter }: RunQuery): string => {
  const said = new URLSearchParams(page > 1 ? { page: String(page) } : {})
  for (const [name, value] of Object.entries(filter)) if (value !== undefined && value !== '') said.set(name, value)
  return said.size === 0 ? path : `${path}?${said}`
}

/** Returns whether the query excludes runs. */
export const isFiltered = ({ q, tool, severity, day }: RunQuery): boolean =>
  q !== '' || tool !== undefined || severity !== undefined || day !== undefined

/** Keeps the shown part of the history in the address, so that links and the back button restore it. */
export const useRunQuery = () => {
  const [path, go] = useLocation()
  const wanted = readRunQuery(useSearch())
  const [text, setText] = useState(wanted.q)
  const settled = useSettled(text)
  const ask = (change: Partial<RunQuery>): void => {
    if (change.q !== undefined) setText(change.q)
    go(pathOf(path, { ...wanted, page: 1, ...change }))
  }
  useEffect(() => {
    if (settled === text && cleanSearch(settled) !== wanted.q)
      go(pathOf(path, { ...wanted, q: cleanSearch(settled), page: 1 }), { replace: true })
    // Only input may start a search, so the effect has no other dependencies.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled])
  return { wanted, text, setText, ask }
}
