import type { QueryOf, ResponseOf, RunRecord } from '@netbox/contract'
import { findTool, scenarios, severities, tools } from '@netbox/core'
import { csvText, verificationLabels } from '@netbox/product'
import { useState } from 'react'
import { Link } from 'wouter'
import { ExportBar } from '../../components/history/export-bar.tsx'
import { Button, ButtonLink, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { SearchField, SelectField } from '../../components/ui/field.tsx'
import { CloseGlyph, DownloadGlyph, BackGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Letter } from '../../components/ui/glyphs/status-glyph.tsx'
import { PageHead } from '../../components/ui/page-head.tsx'
import { Pager } from '../../components/ui/records.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { saveFile } from '../../lib/page/clipboard.ts'
import { comparePath } from '../../lib/runs/run-links.ts'
import { useUnsavedRuns } from '../../lib/runs/own-runs.ts'
import { EXPORT_PAGE, useData, useLastPage } from '../../lib/session/data.tsx'
import { LONGEST_SEARCH, useListQuery } from '../../lib/page/list-query.ts'
import { loadViewerApi, useViewer, type Viewer } from '../../lib/session/viewer.ts'
import { runHistoryTexts as texts } from '../../texts/run-history.ts'
import { DayBars, firstLine, type Letters, RunList } from './run-list.tsx'
import { activeFilters, everyRun, readRunQuery, type RunQuery } from './run-query.ts'

const columns = ['created_at', 'tool', 'input', 'severity', 'sentence', 'seed', 'scenario', 'at'] as const

/** Saves runs as a file, with everything needed to repeat them. */
const saveRunsAs = (format: 'csv' | 'json', runs: readonly RunRecord[]): void => {
  const name = `netbox-history-${new Date().toISOString().slice(0, 10)}.${format}`
  const rows = () => [columns, ...runs.map((run) => columns.map((column) => run[column]))]
  if (format === 'csv') saveFile(name, csvText(rows()), 'text/csv')
  else saveFile(name, `${JSON.stringify(runs, null, 2)}\n`, 'application/json')
}

const formats = [
  [verificationLabels.exportCsv, (runs: readonly RunRecord[]) => saveRunsAs('csv', runs)],
  [texts.exportJson, (runs: readonly RunRecord[]) => saveRunsAs('json', runs)],
] as const

type Days = ResponseOf<'runs.days'>['data']

const toolOptions = [['', texts.allTools], ...tools.map(({ id, name }) => [id, name] as const)] as const

const scenarioOptions = [
  ['', texts.anyScenario],
  ...scenarios.map(({ name }) => [name, texts.scenarioName(name)] as const),
] as const

const requestOf = (
  { q, tool, severity, scenario, day }: RunQuery,
  page: number,
  limit: number,
): QueryOf<'runs.list'> => ({
  page,
  limit,
  q,
  ...(tool === undefined ? {} : { tool }),
  ...(severity === undefined ? {} : { severity }),
  ...(scenario === undefined ? {} : { scenario }),
  ...(day === undefined ? {} : { from: day, to: day }),
})

const Filters = ({ wanted, text, setText, ask }: ReturnType<typeof useListQuery<RunQuery>>) => (
  <search className="grid grid-cols-[minmax(0,1fr)_190px_190px_190px] gap-4 max-xl:grid-cols-3 max-md:grid-cols-2 max-xl:[&>:first-child]:col-span-full">
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
    <SelectField
      label={texts.scenario}
      value={wanted.scenario ?? ''}
      options={scenarioOptions}
      onChange={({ currentTarget: { value } }) => ask({ scenario: value === '' ? undefined : value })}
    />
  </search>
)

/** Returns the words of a filter. */
const filterWords = ({ q, tool = '', severity, scenario = '', day = '' }: RunQuery) => ({
  q,
  tool: findTool(tool)?.name ?? tool,
  severity: texts.severities.find(([value]) => value === severity)?.[1].toLowerCase() ?? '',
  scenario: texts.scenarioName(scenario),
  day,
})

/** The active filters, each of which can be removed. */
const FilterChips = ({ wanted, ask }: Pick<ReturnType<typeof useListQuery<RunQuery>>, 'wanted' | 'ask'>) => {
  const active = activeFilters(wanted)
  const words = filterWords(wanted)
  if (active.length === 0) return null
  return (
    <>
      {active.map((name) => (
        <button
          key={name}
          type="button"
          className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-sm border border-rule-2 bg-transparent px-2 text-sm wrap-anywhere text-ink-2 hover:bg-tint [&>svg]:size-3 [&>svg]:flex-none"
          aria-label={texts.removeFilter(words[name])}
          onClick={() => ask({ [name]: everyRun[name] })}
        >
          {words[name]}
          <CloseGlyph />
        </button>
      ))}
      <TextButton className="sm" onClick={() => ask(everyRun)}>
        {texts.clear}
      </TextButton>
    </>
  )
}

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
    <section
      className="sticky bottom-4 z-2 mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border border-l-4 border-ink border-l-signal bg-sheet px-3.5 py-2.5 text-ui shadow-float"
      aria-label={texts.selected}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {inOrder.map((run) => (
          <span key={run.id} className="flex items-center gap-x-3">
            <Letter letter={letters.get(run.id) ?? 'A'} />
            <span>
              {`${run.created_at.slice(0, 10)} ${run.created_at.slice(11, 16)}`}{' '}
              <span className="muted wrap-anywhere">{`${findTool(run.tool)?.name ?? run.tool}, ${firstLine(run.input)}`}</span>
            </span>
          </span>
        ))}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <TextButton className="sm" onClick={clear}>
          {texts.clearSelection}
        </TextButton>
        <Button isSmall onClick={() => saveRunsAs('json', inOrder)}>
          <DownloadGlyph />
          {texts.exportSelected(inOrder.length)}
        </Button>
        {second === undefined || !first.whole || !second.whole ? null : first.tool === second.tool ? (
          <ButtonLink isSmall variant="primary" href={comparePath(first, second)}>
            {texts.compare}
          </ButtonLink>
        ) : (
          <span className="sm muted">{texts.otherTool}</span>
        )}
      </div>
    </section>
  )
}

const Found = ({
  query,
  days,
}: {
  readonly query: ReturnType<typeof useListQuery<RunQuery>>
  readonly days: Days | undefined
}) => {
  const { wanted, ask, correct } = query
  // A page has as many runs as a list has lines at most, because the lines of a list are one row.
  const runs = useData('runs.list', { query: requestOf(wanted, wanted.page, EXPORT_PAGE) })
  const { value, isBeyond } = useLastPage(runs, wanted.page, correct)
  const selection = useSelection()
  return (
    <>
      <Card aria-label={texts.list} aria-busy={runs.isLoading}>
        <Filters {...query} />
        <p className="mt-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-ui" role="status">
          {value === undefined ? '' : texts.found(value.total, Math.max(days?.total ?? 0, value.total))}
        </p>
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          <FilterChips wanted={wanted} ask={ask} />
        </div>
        <PartState of={runs} failed={texts.failed} lines={8} />
        {value === undefined || isBeyond ? null : value.total === 0 ? (
          <Nothing wasFiltered={activeFilters(wanted).length > 0} />
        ) : (
          <>
            <RunList runs={value.items} letters={selection.letters} onSelect={selection.select} />
            <div className="mt-4 empty:hidden">
              <Pager label={texts.pages} {...value} onPage={(page) => ask({ page })} />
            </div>
          </>
        )}
      </Card>
      <SelectionBar {...selection} />
    </>
  )
}

const Unsaved = ({ subject }: { readonly subject: string }) => {
  const waiting = useUnsavedRuns().filter((run) => run.subject === subject).length
  return waiting === 0 ? null : (
    <p className="mt-4 border border-dashed border-control px-3.5 py-2.5 text-ui" role="status">
      {texts.unsaved(waiting)}
    </p>
  )
}

const History = ({ viewer: { user, actor } }: { readonly viewer: Viewer }) => {
  const query = useListQuery(readRunQuery)
  const days = useData('runs.days', {})
  const value = days.value?.data
  return (
    <>
      <PageHead
        back={
          <Link href="/dashboard">
            <BackGlyph />
            {texts.back}
          </Link>
        }
        title={actor === undefined ? texts.title : texts.titleViewed}
        lead={value === undefined ? '\u00A0' : texts.lead(value.total, value.since)}
      >
        <ExportBar
          key={JSON.stringify({ ...query.wanted, page: 1 })}
          total={value?.total ?? 0}
          read={async (page, signal) => {
            const part = requestOf(query.wanted, page, EXPORT_PAGE)
            return (await (await loadViewerApi()).call('runs.list', { query: part, signal })).data
          }}
          formats={formats}
        />
      </PageHead>
      {actor === undefined ? <Unsaved subject={user.id} /> : null}
      <PartState of={days} failed={texts.failed} />
      {value === undefined ? null : (
        <DayBars days={value.days} chosen={query.wanted.day} onChoose={(day) => query.ask({ day })} />
      )}
      <Found query={query} days={value} />
    </>
  )
}

/** The searchable runs of an account: by text, tool, severity, scenario and day. */
export const RunHistory = () => {
  const viewer = useViewer()
  return viewer === undefined ? null : <History key={viewer.user.id} viewer={viewer} />
}
