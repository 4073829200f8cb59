import type { CallArguments, CallOptions, EndpointId, ResponseOf } from '@netbox/contract'
import { loadApi } from './load-account.ts'
import { type Failure, failureOf } from './requests.ts'
import { loadViewerApi, useViewer } from './viewer.ts'
import useSWR, { SWRConfig } from 'swr'
import { type ReactNode, useEffect } from 'react'

/** Data of the service. During a reload, the last value stays available. */
export interface Loaded<Value> {
  readonly value: Value | undefined
  readonly isLoading: boolean
  readonly failure: Failure | undefined
  readonly reload: () => void
  /** Changes the shown data, for example to the new state from the response to an action. */
  readonly change: (edit: (value: Value) => Value) => void
}

interface DataSettings {
  /** Called for each failed request, for example to show a toast. */
  readonly onFailure?: (failure: Failure) => void
  /** Whether to load the data again when the user comes back to the tab. */
  readonly revalidateOnFocus?: boolean
  /** Loads the data again after this time in milliseconds; 0 is never. */
  readonly refreshInterval?: number
}

// Admins use the admin panel with their own session, even while they view another user's dashboard.
const apiFor = async (id: EndpointId) => (id.startsWith('admin.') ? loadApi() : loadViewerApi())

/** Loads data of the service for the current viewer. Waits while there is no id, because the request still depends on other data. */
export const useData = <Id extends EndpointId>(
  id: Id | undefined,
  options: Omit<CallOptions<Id>, 'signal'>,
  { onFailure, ...settings }: DataSettings = {},
): Loaded<ResponseOf<Id>> => {
  const viewer = useViewer()
  // The plan is part of the key, so the data is loaded again if the plan changes.
  const key =
    id === undefined || viewer === undefined ? null : [id, options, viewer.user.id, viewer.user.plan, viewer.actor?.id]
  const { data, error, isValidating, mutate } = useSWR<ResponseOf<Id>, unknown>(
    key,
    // The options have the type that this endpoint needs, but TypeScript can't derive this from the general type of the arguments.
    async () => (await apiFor(id as Id)).call(id as Id, ...([options] as unknown as CallArguments<Id>)),
    { ...settings, onError: (reason) => onFailure?.(failureOf(reason)) },
  )
  return {
    value: data,
    isLoading: isValidating || (data === undefined && error === undefined),
    failure: error === undefined || isValidating ? undefined : failureOf(error),
    reload: () => void mutate(),
    change: (edit) => void mutate((value) => (value === undefined ? value : edit(value)), { revalidate: false }),
  }
}

/** Returns a loaded page of a list. An address beyond the last page is redirected to the last page. */
export const useLastPage = <Value extends { readonly page: number; readonly limit: number; readonly total: number }>(
  { value: response, isLoading }: Pick<Loaded<{ readonly data: Value }>, 'value' | 'isLoading'>,
  page: number,
  correct: (page: number) => void,
) => {
  const value = response?.data
  const last = value === undefined ? undefined : Math.max(1, Math.ceil(value.total / value.limit))
  const isBeyond = !isLoading && value?.page === page && last !== undefined && page > last
  useEffect(() => {
    if (isBeyond) correct(last)
    // Only new data may correct the page number, so the effect has no other dependencies.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isBeyond, last])
  return { value, isBeyond }
}

/** The maximum number of results in a file, so that spreadsheets and browsers can handle the file. */
export const MOST_EXPORTED = 10_000

/** The number of results in one request. */
export const EXPORT_PAGE = 200

/** A page of results, and the total number of results. */
export interface ResultPage<Entry> {
  readonly items: readonly Entry[]
  readonly total: number
}

/**
 * Reads results page by page, the newest first, up to a limit. New verifications shift older results to later pages, so results that were
 * already read are skipped.
 *
 * @param read - Reads a page of `EXPORT_PAGE` results; the first page is 1. An error ends the export.
 * @param onRead - Called with the number of read rows and the total.
 */
export const readForExport = async <Entry extends { readonly id: string }>(
  read: (page: number) => Promise<ResultPage<Entry>>,
  onRead: (done: number, all: number) => void,
  most = MOST_EXPORTED,
): Promise<Entry[]> => {
  const found = new Map<string, Entry>()
  for (let page = 1; found.size < most; page += 1) {
    const { items, total } = await read(page)
    for (const entry of items) if (found.size < most) found.set(entry.id, entry)
    onRead(found.size, Math.min(total, most))
    if (items.length < EXPORT_PAGE) break
  }
  return [...found.values()]
}

const settings = {
  provider: () => new Map(),
  // A page loads its data each time it opens; only pending requests are shared.
  dedupingInterval: 0,
  revalidateOnFocus: false,
  // After a failure, the page shows a Retry button.
  shouldRetryOnError: false,
  keepPreviousData: true,
}

/** Keeps loaded data for one viewer. Another viewer gets an empty cache; late responses go to the old one. */
export const ViewerCache = ({ children }: { readonly children: ReactNode }) => {
  const viewer = useViewer()
  if (viewer === undefined) return children
  return (
    <SWRConfig key={`${viewer.user.id} ${viewer.actor?.id}`} value={settings}>
      {children}
    </SWRConfig>
  )
}
