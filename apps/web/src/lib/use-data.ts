import type { CallArguments, CallOptions, EndpointId, ResponseOf } from '@netbox/contract'
import useSWR from 'swr'
import { loadApi } from './api.ts'
import { type Failure, failureOf } from './failure.ts'
import { loadViewerApi, useViewer } from './viewer.ts'

/** Data of the service. During a reload, the last value stays. */
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
  /** Loads again when the user comes back to the tab. */
  readonly revalidateOnFocus?: boolean
}

// Admins read the admin panel as themselves, also while they view the dashboard as another user.
const apiFor = async (id: EndpointId) => (id.startsWith('admin.') ? loadApi() : loadViewerApi())

/** Loads data of the service for the current viewer. Without an id it waits, because the request still lacks other data. */
export const useData = <Id extends EndpointId>(
  id: Id | undefined,
  options: Omit<CallOptions<Id>, 'signal'>,
  { onFailure, ...settings }: DataSettings = {},
): Loaded<ResponseOf<Id>> => {
  const viewer = useViewer()
  // If the plan changes while the page is open, the data changes too.
  const key =
    id === undefined || viewer === undefined ? null : [id, options, viewer.user.id, viewer.user.plan, viewer.actor?.id]
  const { data, error, isValidating, mutate } = useSWR<ResponseOf<Id>, unknown>(
    key,
    // The options match the call of this endpoint, but the type of the arguments is too general to show it.
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
