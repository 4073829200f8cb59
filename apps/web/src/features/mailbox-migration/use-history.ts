import type { Migration, Page } from '@netbox/contract'
import { useEffect } from 'react'
import useSWRInfinite from 'swr/infinite'
import { loadApi } from '../../lib/api.ts'
import { type Failure, failureOf } from '../../lib/failure.ts'

/** The loaded requests, and the actions on their list. */
export interface History {
  /** Undefined until the first page is loaded. */
  readonly items: readonly Migration[] | undefined
  /** The number of all requests. */
  readonly total: number
  readonly isLoading: boolean
  readonly failure: Failure | undefined
  readonly retry: () => void
  readonly more: () => void
}

// Removes repeated requests: a request that is recorded between the loading of two pages moves a row to the second page.
const withoutRepetitions = (pages: readonly Page<Migration>[]): Migration[] => [
  ...new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item]))).values(),
]

/** Loads the requests of a user, newest first, page by page. Loads them again after each recorded request. */
export const useHistory = (userId: string, recorded: Migration | undefined): History => {
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<Page<Migration>, unknown>(
    (index: number) => ['migrations.list', userId, index + 1] as const,
    // Requests are recorded for the signed-in user, even while an admin views another user's dashboard.
    async ([, , page]: readonly [string, string, number]) =>
      (await (await loadApi()).call('migrations.list', { query: { page } })).data,
    // A new request shifts the rows of every page.
    { revalidateAll: true },
  )
  useEffect(() => {
    if (recorded !== undefined) void mutate()
  }, [recorded, mutate])
  return {
    items: data === undefined ? undefined : withoutRepetitions(data),
    total: data?.at(-1)?.total ?? 0,
    isLoading: isValidating,
    failure: error === undefined || isValidating ? undefined : failureOf(error),
    retry: () => void mutate(),
    more: () => void setSize((data?.length ?? 0) + 1),
  }
}
