import { type VerificationStatus, verificationStatuses } from '@netbox/product'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'

/** The shown part of the history, as stored in the address. */
export interface HistoryQuery {
  readonly page: number
  readonly status: VerificationStatus | undefined
  /** The text that addresses contain; empty for all. */
  readonly q: string
}

/** The longest search text, in characters. */
export const LONGEST_SEARCH = 320

const LAST_PAGE = 1_000_000
// Line breaks, which a one-line search can't contain, and characters that a request can't contain.
const UNCLEAN = /[\p{Cc}\p{Surrogate}]+/gu

const pageOf = (text: string | null): number => {
  const page = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 1
  return Math.max(1, Math.min(LAST_PAGE, page))
}

/** Normalizes a search for requests and the address. */
export const cleanSearch = (text: string): string =>
  text.replaceAll(UNCLEAN, ' ').trim().slice(0, LONGEST_SEARCH).trim()

/** Reads the query from the page's address. Invalid values are ignored. */
export const readHistoryQuery = (search: string): HistoryQuery => {
  const params = new URLSearchParams(search)
  return {
    page: pageOf(params.get('page')),
    status: verificationStatuses.find((status) => status === params.get('status')),
    q: cleanSearch(params.get('q') ?? ''),
  }
}

/** Writes the address of a part of the history, without default values. */
export const historyPath = ({ page, status, q }: HistoryQuery): string => {
  const said = new URLSearchParams()
  if (page > 1) said.set('page', String(page))
  if (status !== undefined) said.set('status', status)
  if (q !== '') said.set('q', q)
  const query = said.toString()
  return query === '' ? VERIFICATIONS_PATH : `${VERIFICATIONS_PATH}?${query}`
}
