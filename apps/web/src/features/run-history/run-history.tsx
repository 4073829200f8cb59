import type { QueryOf, ResponseOf, RunRecord } from '@netbox/contract'
import { severities, tools } from '@netbox/core'
import { toasts } from '@netbox/product'
import { useState } from 'react'
import { Link } from 'wouter'
import { DownloadGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { BackGlyph } from '../../components/ui/glyphs/section-glyphs.tsx'
import { Pager } from '../../components/ui/pager.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { SearchField } from '../../components/ui/search-field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { EXPORT_PAGE, MOST_EXPORTED, readForExport } from '../../lib/read-for-export.ts'
import { comparePath } from '../../lib/share-link.ts'
import { toast } from '../../lib/toasts.ts'
import { useUnsavedRuns } from '../../lib/unsaved-runs.ts'
import { useData } from '../../lib/use-data.ts'
import { useRequest } from '../../lib/use-request.ts'
import { loadViewerApi, useViewer, type Viewer } from '../../lib/viewer.ts'
import { runHistoryTexts as texts } from '../../texts/run-history.ts'
import { DayBars } from './day-bars.tsx'
import { saveRunsAs } from './export-runs.ts'
import { Letter, type Letters, RunList } from './run-list.tsx'
import { isFiltered, LONGEST_SEARCH, type RunQuery, useRunQuery } from './run-query.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as textButton from '../../components/ui/text-button.module.css'
import * as styles from './run-history.module.css'

const PAGE = 50

type Days = ResponseOf<'runs.days'>['data']

const toolOptions = [['', texts.allTools], ...tools.map(({ id, name }) => [id, name] as const)] as const

const requestOf = ({ q, tool, severity, day }: RunQuery, page: number, limit: number): QueryOf<'runs.list'> => ({
  page,
  limit,
  q,
  ...(tool === undefined ? {} : { tool }),
  ...(severity === undefined ? {} : { severity }),
  ...(day === undefined ? {} : { from: day, to: day }),
})

const readRuns = async (query: QueryOf<'runs.list'>) =>
  (await (await loadViewerApi()).call('runs.list', { query })).data

/** Saves all matching runs as a file. */
const ExportButtons = ({ wanted, total }: { readonly wanted: RunQuery; readonly total: number }) => {
  const { isBusy, send } = useRequest(() => toast('critical', { title: texts.exportFailed, message: '' }))
  const save = (format: 'csv' | 'json') => () =>
    void send(async () => {
      const found = await readForExport<RunRecord>(
        async (page) => readRuns(requestOf(wanted, page, EXPORT_PAGE)),
        () => undefined,
      )
      saveRunsAs(format, found)
      toast('pass', toasts.downloaded)
    })
  return (
    <div className={styles.rhExports}>
      {total > MOST_EXPORTED ? <p className="quiet sm">{texts.exportLimit(MOST_EXPORTED)}</p> : null}
      {(['csv', 'json'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className={`${buttonStyles.btn} sm`}
          disabled={isBusy || total === 0}
          onClick={save(format)}
        >
          <DownloadGlyph />
          {format === 'csv' ? texts.exportCsv : texts.exportJson}
        </button>
      ))}
    </div>
  )
}

const Filters = ({ wanted, text, setText, ask }: ReturnType<typeof useRunQuery>) => (
  <search className={styles.rhFilters}>
    <SearchField label={texts.search} maxLength={LONGEST_SEARCH} value={text} onSearch={setText} />
    <SelectField
      label={texts.tool}
      value={wanted.tool ?? ''}
      options={toolOptions}
      onChange={({ currentTarget: { value } }) => ask({ tool: value === '' ? undefined : value })}
    />
    <SelectField
      label={texts.severity}
      value={wanted.severity ?? ''}
      options={texts.severities}
      onChange={({ currentTarget: { value } }) => ask({ severity: severities.find((known) => known === value) })}
    />
  </search>
)

const Nothing = ({ wasFiltered }: { readonly wasFiltered: boolean }) => (
  <div>
    <p>
      <b>{wasFiltered ? texts.noneFound : texts.none}</b>
    </p>
    <p className="muted">{wasFiltered ? texts.noneFoundHint : texts.noneHint}</p>
  </div>
)

/** Returns the selected runs, at most two, and their letters: the older one is A. */
const useSelection = () => {
  const [selected, setSelected] = useState<readonly RunRecord[]>([])
  const inOrder = selected.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
  const letters: Letters = new Map(inOrder.map(({ id }, at) => [id, at === 0 ? 'A' : 'B']))
  const select = (run: RunRecord): void =>
    setSelected((now) =>
      now.some(({ id }) => id === run.id) ? now.filter(({ id }) => id !== run.id) : [...now, run].slice(-2),
    )
  return { inOrder, letters, select, clear: () => setSelected([]) }
}

const SelectionBar = ({ inOrder, letters, clear }: ReturnType<typeof useSelection>) => {
  const [first, second] = inOrder
  if (first === undefined) return null
  return (
    <section className={styles.rhSelbar} aria-label={texts.selected}>
      <p>
        {inOrder.map((run) => (
          <span key={run.id}>
            <Letter letter={letters.get(run.id) ?? 'A'} />
            {`${run.created_at.slice(0, 10)} ${run.created_at.slice(11, 16)}`}
          </span>
        ))}
      </p>
      <div>
        <button type="button" className={`${textButton.textbtn} sm`} onClick={clear}>
          {texts.clearSelection}
        </button>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => saveRunsAs('json', inOrder)}>
          <DownloadGlyph />
          {texts.exportSelected(inOrder.length)}
        </button>
        {first?.whole && second?.whole ? (
          <Link className={`${buttonStyles.btn} sm ${buttonStyles.go}`} href={comparePath(first, second)}>
            {texts.compare}
          </Link>
        ) : null}
      </div>
    </section>
  )
}

const Found = ({
  query,
  days,
}: {
  readonly query: ReturnType<typeof useRunQuery>
  readonly days: Days | undefined
}) => {
  const { wanted, ask } = query
  const runs = useData('runs.list', { query: requestOf(wanted, wanted.page, PAGE) })
  const selection = useSelection()
  const value = runs.value?.data
  const wasFiltered = isFiltered(wanted)
  return (
    <>
      <section
        className={`${panel.card} ${panel.pad} ${styles.rhSheet}`}
        aria-label={texts.list}
        aria-busy={runs.isLoading}
      >
        <Filters {...query} />
        <p className={styles.rhFound} role="status">
          {value === undefined ? '' : texts.found(value.total, Math.max(days?.total ?? 0, value.total))}
          {wasFiltered ? (
            <button
              type="button"
              className={`${textButton.textbtn} sm`}
              onClick={() => ask({ q: '', tool: undefined, severity: undefined, day: undefined })}
            >
              {texts.clear}
            </button>
          ) : null}
        </p>
        <PartState of={runs} failed={texts.failed} lines={8} />
        {value === undefined ? null : value.total === 0 ? (
          <Nothing wasFiltered={wasFiltered} />
        ) : (
          <>
            <RunList runs={value.items} letters={selection.letters} onSelect={selection.select} />
            <Pager label={texts.pages} {...value} onPage={(page) => ask({ page })} />
          </>
        )}
      </section>
      <SelectionBar {...selection} />
    </>
  )
}

const Unsaved = ({ subject }: { readonly subject: string }) => {
  const waiting = useUnsavedRuns().filter((run) => run.subject === subject).length
  return waiting === 0 ? null : (
    <p className={styles.rhUnsaved} role="status">
      {texts.unsaved(waiting)}
    </p>
  )
}

const History = ({ viewer: { user, actor } }: { readonly viewer: Viewer }) => {
  const query = useRunQuery()
  const days = useData('runs.days', {})
  const value = days.value?.data
  return (
    <>
      <header className={styles.rhHead}>
        <div>
          <p className={styles.back}>
            <Link href="/dashboard">
              <BackGlyph />
              {texts.back}
            </Link>
          </p>
          <h1>{actor === undefined ? texts.title : texts.titleViewed}</h1>
          <p className="muted">{value === undefined ? '\u00A0' : texts.lead(value.total, value.since)}</p>
        </div>
        <ExportButtons wanted={query.wanted} total={value?.total ?? 0} />
      </header>
      {actor === undefined ? <Unsaved subject={user.id} /> : null}
      <PartState of={days} failed={texts.failed} />
      {value === undefined ? null : (
        <DayBars days={value.days} chosen={query.wanted.day} onChoose={(day) => query.ask({ day })} />
      )}
      <Found query={query} days={value} />
    </>
  )
}

/** The searchable runs of an account: by text, tool, severity and day. */
export const RunHistory = () => {
  const viewer = useViewer()
  return viewer === undefined ? null : <History key={viewer.user.id} viewer={viewer} />
}
