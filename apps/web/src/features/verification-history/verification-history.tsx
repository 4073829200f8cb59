import type { VerificationHistoryEntry } from '@netbox/contract'
import { statusAppearance, toCsv, verificationLabels, verificationStatuses } from '@netbox/product'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { ExportBar } from '../../components/history/export-bar.tsx'
import { EmptyStages } from '../../components/report/state-sheets.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { SearchField, SelectField } from '../../components/ui/field.tsx'
import { BackGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { PageHead } from '../../components/ui/page-head.tsx'
import { Pager, Records, Timestamp } from '../../components/ui/records.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import {
  codesOf,
  Confidence,
  replyOf,
  ResultMarks,
  StatusMark,
  whyOf,
} from '../../components/verification/verification.tsx'
import { LONGEST_SEARCH, useListQuery } from '../../lib/page/list-query.ts'
import { EXPORT_PAGE, useData, useLastPage } from '../../lib/session/data.tsx'
import { saveFile } from '../../lib/page/clipboard.ts'
import { loadViewerApi, useViewer } from '../../lib/session/viewer.ts'
import { verificationTexts, historyTexts } from '../../texts/email-verification.ts'
import { type HistoryQuery, readHistoryQuery, requestOf } from './history-query.ts'

/** The number of results on a page. Source: spec §9. */
const PAGE = 50

const statuses = verificationStatuses.map((status) => [status, statusAppearance(status).label] as const)

const saveResults = (results: readonly VerificationHistoryEntry[]): void => {
  const { fileName, text } = toCsv(results, { date: new Date() })
  saveFile(fileName, text, 'text/csv')
}

const Filters = ({ wanted, text, setText, ask }: ReturnType<typeof useListQuery<HistoryQuery>>) => (
  <search className="grid grid-cols-[minmax(0,420px)_minmax(0,220px)] gap-x-4 gap-y-3 max-md:grid-cols-1">
    <SearchField label={historyTexts.search} maxLength={LONGEST_SEARCH} value={text} onSearch={setText} />
    <SelectField
      label={historyTexts.status}
      value={wanted.status ?? ''}
      onChange={({ currentTarget }) =>
        ask({ status: verificationStatuses.find((status) => status === currentTarget.value) })
      }
      options={[['', historyTexts.allStatuses], ...statuses]}
    />
  </search>
)

/** Words below the value of a cell; in a block, beside it. */
const Aside = ({ className = '', children }: { readonly className?: string; readonly children: ReactNode }) => (
  <small className={`block text-xs text-ink-2 @max-[820px]:ml-2 @max-[820px]:inline-block ${className}`}>
    {children}
  </small>
)

const NextTry = ({ at, now }: { readonly at: string | null; readonly now: number }) => {
  if (at === null) return null
  if (Date.parse(at) <= now) return <Aside>{historyTexts.againDue}</Aside>
  return (
    <Aside>
      {historyTexts.again} <time dateTime={at}>{at.slice(11, 16)} UTC</time>
    </Aside>
  )
}

const Row = ({ entry, now }: { readonly entry: VerificationHistoryEntry; readonly now: number }) => (
  <tr>
    <th className="w-[36%]" scope="row">
      <code className="block text-sm font-medium wrap-anywhere">{entry.email}</code>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-sans text-xs text-ink-2">
        {whyOf(entry)}
        <ResultMarks {...entry} />
      </span>
    </th>
    <td>
      <StatusMark status={entry.status} />
    </td>
    <td>
      <Confidence value={entry.confidence} />
    </td>
    <td>
      <code className="text-sm whitespace-nowrap" title={replyOf(entry)}>
        {codesOf(entry) ?? verificationTexts.noReply}
      </code>
      {entry.smtp_server === null ? null : (
        <Aside className="max-w-[22ch] truncate font-mono align-middle">{entry.smtp_server}</Aside>
      )}
    </td>
    <td className="whitespace-nowrap" data-head={historyTexts.triedHead}>
      {historyTexts.tried(entry.verification_attempts)}
      <NextTry at={entry.next_try_at} now={now} />
    </td>
    <td className="mono whitespace-nowrap">
      <Timestamp at={entry.created_at} />
    </td>
  </tr>
)

interface HistoryTableProps {
  readonly entries: readonly VerificationHistoryEntry[]
  readonly isLoading: boolean
}

/** The results of a page, each as on the verification screen. */
const HistoryTable = ({ entries, isLoading }: HistoryTableProps) => {
  const [now] = useState(() => Date.now())
  return (
    <Records
      className="mb-4"
      aria-label={historyTexts.table}
      aria-busy={isLoading}
      columns={Object.values(historyTexts.columns)}
    >
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} now={now} />
      ))}
    </Records>
  )
}

interface NoResultsProps {
  readonly isFiltered: boolean
  readonly isOwn: boolean
  /** Shows the whole history again. */
  readonly onAll: () => void
}

const hintOf = ({ isFiltered, isOwn }: Pick<NoResultsProps, 'isFiltered' | 'isOwn'>): string => {
  if (isFiltered) return historyTexts.noneFoundHint
  return isOwn ? historyTexts.noneHint : historyTexts.noneViewed
}

/** Replaces the results if there are none yet, or if none match. */
const NoResults = ({ isFiltered, isOwn, onAll }: NoResultsProps) => (
  <div className="pt-3.5 pb-1">
    <EmptyStages />
    <h2 className="mt-3.5 mb-1.5 text-xl">{isFiltered ? historyTexts.noneFound : historyTexts.none}</h2>
    <p className="max-w-text text-ui text-ink-2">{hintOf({ isFiltered, isOwn })}</p>
    {isFiltered ? (
      <Button isSmall className="mt-3.5" onClick={onAll}>
        {historyTexts.clear}
      </Button>
    ) : null}
  </div>
)

const Results = ({
  query,
  isOwn,
}: {
  readonly query: ReturnType<typeof useListQuery<HistoryQuery>>
  readonly isOwn: boolean
}) => {
  const { wanted, ask, correct } = query
  const history = useData('email.history', { query: requestOf(wanted, wanted.page, PAGE) })
  const { value, isBeyond } = useLastPage(history, wanted.page, correct)
  const isFiltered = wanted.status !== undefined || wanted.q !== ''
  const hasNothing = value?.total === 0 && !isFiltered
  return (
    <Card aria-label={historyTexts.table}>
      <Filters {...query} />
      <div className="mt-4.5 mb-3.5 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 has-[[role=status]:empty:only-child]:hidden">
        <p className="quiet sm empty:hidden" role="status">
          {value === undefined || hasNothing ? '' : historyTexts.found(value.total)}
        </p>
        {value?.items.some(({ simulated }) => simulated) === true ? <SimulatedMark /> : null}
        {value === undefined || value.total === 0 ? null : (
          <ExportBar
            key={`${wanted.status} ${wanted.q}`}
            total={value.total}
            read={async (page, signal) => {
              const part = requestOf(wanted, page, EXPORT_PAGE)
              return (await (await loadViewerApi()).call('email.history', { query: part, signal })).data
            }}
            formats={[[verificationLabels.exportCsv, saveResults]]}
          />
        )}
      </div>
      <PartState of={history} failed={historyTexts.failed} lines={8} />
      {value === undefined || isBeyond ? null : value.items.length === 0 ? (
        <NoResults isFiltered={isFiltered} isOwn={isOwn} onAll={() => ask({ status: undefined, q: '' })} />
      ) : (
        <>
          <HistoryTable entries={value.items} isLoading={history.isLoading} />
          <Pager label={historyTexts.pages} {...value} onPage={(page) => ask({ page })} />
        </>
      )}
    </Card>
  )
}

const History = ({ isOwn }: { readonly isOwn: boolean }) => {
  const query = useListQuery(readHistoryQuery)
  return (
    <>
      <div className="mb-6">
        <PageHead
          back={
            <Link href="/dashboard/email">
              <BackGlyph />
              {historyTexts.back}
            </Link>
          }
          title={historyTexts.title}
          lead={isOwn ? historyTexts.lead : historyTexts.leadViewed}
        >
          {isOwn ? (
            <ButtonLink variant="primary" href="/email-validation">
              {historyTexts.verifyMore}
            </ButtonLink>
          ) : null}
        </PageHead>
      </div>
      <Results query={query} isOwn={isOwn} />
    </>
  )
}

/** The searchable verified addresses of a user: by status and by a part of the address, page by page. */
export const VerificationHistory = () => {
  const viewer = useViewer()
  return viewer === undefined ? null : <History key={viewer.user.id} isOwn={viewer.actor === undefined} />
}
