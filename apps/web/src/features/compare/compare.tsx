import type { ResponseOf } from '@netbox/contract'
import { findTool, scenarioChoices } from '@netbox/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { ReportSkeleton } from '../../components/report/state-sheets.tsx'
import { SeedLine } from '../../components/report/sheet.tsx'
import type { Replay } from '../../components/run/replay-link.ts'
import { useReplay } from '../../components/run/use-replay.ts'
import { Stage, StageList } from '../../components/stages/stage-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { SelectField } from '../../components/ui/field.tsx'
import { SwapGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Letter, Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { PartBoundary } from '../../components/ui/page-boundary.tsx'
import { QuestionHead } from '../../components/ui/page-head.tsx'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import { MAX_RECENT_RUNS, useRecentRuns } from '../../lib/runs/own-runs.ts'
import { showClock } from '../../lib/world/world.ts'
import { comparePath, runPath } from '../../lib/runs/run-links.ts'
import { loadAccount } from '../../lib/session/load-account.ts'
import { useSession } from '../../lib/session/session.ts'
import { compareTexts as texts } from '../../texts/compare.ts'
import type { ComparisonReportProps } from './comparison-report.tsx'

const ComparisonReport = lazyPart(async () => (await import('./comparison-report.tsx')).ComparisonReport)

// The paths of the two runs, from a link.
type Pair = Readonly<Record<'a' | 'b', string | undefined>>

const pathTo = ({ a, b }: Pair): string => {
  const query = new URLSearchParams({ ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) }).toString()
  return query === '' ? '/compare' : `/compare?${query}`
}

const example = {
  tool: 'mx-record',
  input: 'mail.example',
  seed: 'k3f9',
  at: '2026-11-20T08:14:00.000Z',
} as const

/** A run that can be chosen: its path, and its name. */
type Choice = readonly [path: string, name: string]

const nameOf = ({ tool, input, scenario, seed }: { tool: string; input: string; scenario: string; seed: string }) =>
  `${tool} ${input.split('\n', 1)[0]} · ${scenario} · ${seed}`

/** Reads the latest runs of the signed-in user from the account, so that runs of other browsers can be chosen too. */
const useAccountRuns = () => {
  const { user } = useSession()
  const [runs, setRuns] = useState<ResponseOf<'runs.list'>['data']['items']>([])
  const id = user?.id
  useEffect(() => {
    if (id === undefined) return undefined
    const leaving = new AbortController()
    loadAccount()
      .then(async ({ client }) => client.call('runs.list', { query: { limit: MAX_RECENT_RUNS } }))
      .then(({ data }) => (leaving.signal.aborted ? undefined : setRuns(data.items.filter(({ whole }) => whole))))
      // Without a response, the runs of this browser remain.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [id])
  return id === undefined ? [] : runs
}

const useChoices = (a: Replay | null | undefined) => {
  const recent = [...useRecentRuns(), ...useAccountRuns()]
  const run = a?.run
  const choicesOf = (runs: typeof recent): Choice[] => [...new Map(runs.map((one) => [runPath(one), nameOf(one)]))]
  const all = choicesOf(recent)
  const ofTool = choicesOf(recent.filter(({ tool }) => run === undefined || tool === run.tool))
  const scenarios =
    run === undefined
      ? []
      : scenarioChoices(run.scenario)
          .filter(({ name }) => name !== run.scenario)
          .map(({ name, title }): Choice => [runPath({ ...run, scenario: name }), `${name}: ${title}`])
  return { all, ofTool, scenarios }
}

// The path of a run begins with its tool. A run of another tool can't be compared.
const isSameTool = (a: string, b: string | undefined): boolean => a.split('?', 1)[0] === b?.split('?', 1)[0]

interface PickProps {
  readonly letter: 'A' | 'B'
  readonly path: string | undefined
  readonly replay: Replay | null | undefined
  readonly groups: readonly (readonly [name: string, choices: readonly Choice[]])[]
  readonly onPick: (path: string) => void
}

const Pick = ({ letter, path, replay, groups, onPick }: PickProps) => {
  const run = replay?.run
  const isListed = groups.some(([, choices]) => choices.some(([listed]) => listed === path))
  const unlisted: Choice = path === undefined ? ['', texts.noRun] : [path, run === undefined ? path : nameOf(run)]
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span className="mt-label flex h-control items-center">
        <Letter letter={letter} />
      </span>
      <SelectField
        isMono
        label={texts.run(letter)}
        value={path ?? ''}
        options={isListed ? [] : [unlisted]}
        groups={groups}
        onChange={({ target: { value } }) => value !== '' && onPick(value)}
      />
      {run === undefined ? null : (
        <SeedLine
          className="col-start-2 mt-2"
          facts={[
            ['seed', run.seed],
            ['scenario', run.scenario],
            ['at', showClock(run.at)],
          ]}
        />
      )}
    </div>
  )
}

const problemsOf = (replays: readonly (Replay | null | undefined)[]): readonly string[] => {
  const [a, b] = replays
  if (a === null || b === null) return [texts.notLoaded]
  if (a?.run !== undefined && b?.run !== undefined && a.run.tool !== b.run.tool)
    return [texts.otherTool(findTool(a.run.tool)?.name ?? a.run.tool, findTool(b.run.tool)?.name ?? b.run.tool)]
  return [a, b].flatMap((replay) => [...(replay?.problems ?? []), replay?.remark ?? []].flat())
}

const ReportPlace = ({ children }: { readonly children: ReactNode }) => (
  <Stage name={texts.report} node="absent" line="none">
    {children}
  </Stage>
)

const absent = (
  <ReportPlace>
    <p role="alert">{texts.notLoaded}</p>
  </ReportPlace>
)

const toCome = (
  <ReportPlace>
    <ReportSkeleton label={texts.making} />
  </ReportPlace>
)

const Report = (props: ComparisonReportProps) => (
  <PartBoundary instead={absent} fallback={toCome}>
    <ComparisonReport {...props} />
  </PartBoundary>
)

const Hint = ({ pair: { a, b } }: { readonly pair: Pair }) => {
  if (a !== undefined && b !== undefined) return null
  return (
    <p className="sm quiet mt-1.5">
      {a === undefined ? (
        <>
          {texts.nothing}{' '}
          <Link href={comparePath({ ...example, scenario: 'healthy' }, { ...example, scenario: 'mx-down' })}>
            {texts.example}
          </Link>
        </>
      ) : (
        texts.chooseB
      )}
    </p>
  )
}

/** Compares two runs, given by their links, side by side. The comparison is not counted as a run. */
export const Compare = () => {
  const search = useSearch()
  // During prerendering and hydration, there is no query yet. Reads the original address, because the router decodes some of its escapes.
  const query = new URLSearchParams(search === '' ? '' : location.search)
  const pair: Pair = { a: query.get('a') ?? undefined, b: query.get('b') ?? undefined }
  const [, navigate] = useLocation()
  const replays = [useReplay(pair.a), useReplay(pair.b)] as const
  const [a, b] = replays
  const { all, ofTool, scenarios } = useChoices(a)
  const problems = problemsOf(replays)
  const pick = (change: Partial<Pair>) => navigate(pathTo({ ...pair, ...change }))
  const tool = a?.run === undefined ? undefined : findTool(a.run.tool)
  const [one, other] = [a?.run, b?.run]
  const isReady = one !== undefined && other !== undefined && one.tool === other.tool
  return (
    <>
      <QuestionHead title={texts.heading} lede={texts.lede} />
      <div className="wrap">
        <StageList>
          <Stage name={texts.ask} node="source" facts={['A and B']} line={isReady ? 'drawn' : 'none'}>
            <Card isTask title={tool === undefined ? texts.choose : texts.runsOf(tool.name)}>
              <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-1">
                <Pick
                  letter="A"
                  path={pair.a}
                  replay={a}
                  groups={[[texts.recent, all]]}
                  onPick={(path) => pick(isSameTool(path, pair.b) ? { a: path } : { a: path, b: undefined })}
                />
                <Button
                  isSquare
                  className="mt-label max-lg:mt-0 max-lg:justify-self-center"
                  aria-label={texts.swap}
                  disabled={pair.a === undefined || pair.b === undefined}
                  onClick={() => pick({ a: pair.b, b: pair.a })}
                >
                  <SwapGlyph />
                </Button>
                <Pick
                  letter="B"
                  path={pair.b}
                  replay={b}
                  groups={[
                    [texts.recent, ofTool],
                    [texts.scenarios, scenarios],
                  ]}
                  onPick={(path) => pick({ b: path })}
                />
              </div>
              <Hint pair={pair} />
              <div role="alert">
                {problems.map((problem) => (
                  <p className="mt-1.5" key={problem}>
                    <Status isSentence severity={isReady ? 'warning' : 'critical'}>
                      {problem}
                    </Status>
                  </p>
                ))}
              </div>
            </Card>
          </Stage>
          {isReady ? <Report a={one} b={other} /> : null}
        </StageList>
      </div>
    </>
  )
}
