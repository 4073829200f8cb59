import type { Migration, Page } from '@netbox/contract'
import { labels } from '@netbox/product'
import { useEffect } from 'react'
import useSWRInfinite from 'swr/infinite'
import { ViewerCache } from '../../lib/session/data.tsx'
import { FailedSheet } from '../../components/report/state-sheets.tsx'
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { loadApi } from '../../lib/session/load-account.ts'
import { useSession } from '../../lib/session/session.ts'
import { type Failure, failureOf } from '../../lib/session/requests.ts'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { HistoryRow } from './history-row.tsx'
import { HistorySheet, LoadingRows } from './history-sheet.tsx'

/** The loaded requests, and the actions on their list. */
interface History {
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
const useHistory = (userId: string, recorded: Migration | undefined): History => {
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

const None = () => (
  <div className="border-t border-rule px-6 py-5 max-md:px-4">
    <p>
      <b>{migrationTexts.none}</b>
    </p>
    <p className="muted sm">{migrationTexts.noneWhy}</p>
  </div>
)

interface RowsProps extends Pick<History, 'total' | 'isLoading' | 'failure' | 'more'> {
  readonly items: readonly Migration[]
}

const Rows = ({ items, total, isLoading, failure, more }: RowsProps) => (
  <>
    <ul aria-label={migrationTexts.requests}>
      {items.map((migration) => (
        <HistoryRow key={migration.id} migration={migration} />
      ))}
    </ul>
    {items.length < total && failure === undefined ? (
      <div className="border-t border-rule bg-paper px-6 py-3.5 max-md:px-4">
        <Button isSmall aria-disabled={isLoading} onClick={more}>
          {isLoading ? labels.loading : migrationTexts.more}
        </Button>
      </div>
    ) : null}
  </>
)

interface OwnHistoryProps {
  readonly recorded: Migration | undefined
}

const UserHistory = ({ userId, recorded }: OwnHistoryProps & { readonly userId: string }) => {
  const history = useHistory(userId, recorded)
  const { items, total, failure, retry } = history
  const isEmpty = items === undefined || items.length === 0
  return (
    <Stage
      name={migrationTexts.history}
      node={isEmpty ? 'absent' : 'step'}
      facts={isEmpty ? [] : [migrationTexts.records(total), migrationTexts.newestFirst]}
      line={isEmpty ? 'none' : 'drawn'}
    >
      {isEmpty && failure !== undefined ? null : (
        <HistorySheet>
          {items === undefined ? <LoadingRows /> : isEmpty ? <None /> : <Rows {...history} items={items} />}
        </HistorySheet>
      )}
      {failure === undefined ? null : (
        <FailedSheet
          error={{ code: 'failed', title: migrationTexts.historyFailed, message: failure.message }}
          onRetry={retry}
        />
      )}
    </Stage>
  )
}

/** The requests of the signed-in user. */
export const OwnHistory = ({ recorded }: OwnHistoryProps) => {
  const { user } = useSession()
  return user === undefined ? null : (
    <ViewerCache>
      <UserHistory userId={user.id} recorded={recorded} />
    </ViewerCache>
  )
}
