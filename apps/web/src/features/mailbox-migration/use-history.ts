import type { Migration } from '@netbox/contract'
import { useEffect, useRef, useState } from 'react'
import { loadApi } from '../../lib/api.ts'
import { addedTo, type History, joined, nothingKnown } from './history.ts'

/** The user's requests, and the actions on their list. */
export interface UsedHistory extends History {
  /** Adds a new request at the front. */
  readonly add: (migration: Migration) => void
  readonly retry: () => void
  readonly more: () => void
}

/** Loads the requests of a user, newest first, a page at a time. */
export const useHistory = (userId: string | undefined): UsedHistory => {
  const [history, setHistory] = useState<History>(nothingKnown)
  const shown = useRef(userId)
  const load = async (page: number): Promise<void> => {
    const isWanted = (): boolean => shown.current === userId
    setHistory((known) => ({ ...known, phase: 'loading' }))
    try {
      const { data } = await (await loadApi()).call('migrations.list', { query: { page } })
      if (isWanted()) setHistory((known) => joined(known, data))
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      if (isWanted()) setHistory((known) => ({ ...known, phase: 'failed', error: message }))
    }
  }
  useEffect(() => {
    shown.current = userId
    setHistory(nothingKnown)
    if (userId !== undefined) void load(1)
    // Only a change of the user loads the list again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [userId])
  return {
    ...history,
    add: (migration) => setHistory((known) => addedTo(known, migration)),
    retry: () => void load(history.page + 1),
    more: () => void load(history.page + 1),
  }
}
