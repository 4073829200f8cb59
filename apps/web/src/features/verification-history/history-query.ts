import type { QueryOf } from '@netbox/contract'
import { type VerificationStatus, verificationStatuses } from '@netbox/product'
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

/** Returns the request for a page of the history. */
export const requestOf = ({ status, q }: HistoryQuery, page: number, limit: number): QueryOf<'email.history'> => ({
  page,
  limit,
  q,
  ...(status === undefined ? {} : { status }),
})
