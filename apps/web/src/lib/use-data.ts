import type { CallArguments, CallOptions, EndpointId, ResponseOf } from '@netbox/contract'
import useSWR from 'swr'
import { loadApi } from './api.ts'
import { type Failure, failureOf } from './failure.ts'
import { loadViewerApi, useViewer } from './viewer.ts'

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
