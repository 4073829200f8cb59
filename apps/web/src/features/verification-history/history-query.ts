import type { Client, Page, QueryOf, VerificationHistoryEntry } from '@netbox/contract'
import { type VerificationStatus, verificationStatuses } from '@netbox/product'
import { useEffect } from 'react'
import { useData } from '../../lib/session/data.tsx'
import { type ListQuery, readListQuery } from '../../lib/page/list-query.ts'

/** The shown part of the history, as stored in the address. */
export interface HistoryQuery extends ListQuery {
  readonly status: VerificationStatus | undefined
}

/** Reads the query from the page's address. Invalid values are ignored. */
export const readHistoryQuery = (search: string): HistoryQuery => {
  const params = new URLSearchParams(search)
  return {
    status: verificationStatuses.find((status) => status === params.get('status')),
    ...readListQuery(params),
  }
}

/** The number of results on a page. Source: spec §9. */
const PAGE = 50

/** The filter of results for the service. */
export type Filter = Pick<HistoryQuery, 'status' | 'q'>

const filterOf = ({ status, q }: Filter) => ({ q, ...(status === undefined ? {} : { status }) })

type Wanted = { readonly filter: Filter; readonly page: number; readonly limit: number; readonly signal: AbortSignal }

/** Reads a page of the history of the user whose dashboard is shown. */
export const readHistory = async (
  api: Pick<Client, 'call'>,
  { filter, page, limit, signal }: Wanted,
): Promise<Page<VerificationHistoryEntry>> => {
  const query: Partial<QueryOf<'email.history'>> = { ...filterOf(filter), page, limit }
  return (await api.call('email.history', { query, signal })).data
}

/** Loads a part of the history. An address beyond the last page is redirected to the last page. */
export const useHistory = (wanted: HistoryQuery, correct: (page: number) => void) => {
  const { page } = wanted
  const history = useData('email.history', { query: { ...filterOf(wanted), page, limit: PAGE } })
  const { isLoading } = history
  const value = history.value?.data
  const last = value === undefined ? undefined : Math.max(1, Math.ceil(value.total / value.limit))
  const isBeyond = !isLoading && value?.page === page && last !== undefined && page > last
  useEffect(() => {
    if (isBeyond) correct(last)
    // Only new data may correct the page number, so the effect has no other dependencies.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isBeyond, last])
  return { history, value, isBeyond }
}
