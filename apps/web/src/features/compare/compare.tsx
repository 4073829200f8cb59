import { findTool, scenarioChoices } from '@netbox/core'
import { createElement, type ReactNode, useId } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { ReportSkeleton } from '../../components/report/report-skeleton.tsx'
import type { Replay } from '../../components/run/replay-link.ts'
import { useReplay } from '../../components/run/use-replay.ts'
import { Stage, Trace } from '../../components/trace/trace.tsx'
import { SwapGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { Letter } from '../../components/ui/glyphs/letter.tsx'
import { deferred } from '../../lib/deferred.ts'
import { useRecentRuns } from '../../lib/recent-runs.ts'
import { showClock } from '../../lib/run-order.ts'
import { comparePath, runPath } from '../../lib/share-link.ts'
import { useCode } from '../../lib/use-code.ts'
import { compareTexts as texts } from '../../texts/compare.ts'
import type { ComparisonReportProps } from './comparison-report.tsx'
import * as reportStyles from '../../components/report/report.module.css'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as fieldStyles from '../../components/ui/field.module.css'
import * as panelStyles from '../../components/ui/panel.module.css'
import * as heroStyles from '../../components/ui/hero.module.css'
import * as styles from './compare.module.css'

const report = deferred<ComparisonReportProps>('src/features/compare/comparison-report.tsx', async () =>
  import('./comparison-report.tsx').then(({ ComparisonReport }) => ComparisonReport),
)

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

const useChoices = (a: Replay | null | undefined) => {
  const recent = useRecentRuns()
  const run = a?.run
  const all = recent.map((one): Choice => [runPath(one), nameOf(one)])
  const ofTool = recent
    .filter(({ tool }) => run === undefined || tool === run.tool)
    .map((one): Choice => [runPath(one), nameOf(one)])
  const scenarios =
    run === undefined
      ? []
      : scenarioChoices(run.scenario)
          .filter(({ name }) => name !== run.scenario)
          .map(({ name, title }): Choice => [runPath({ ...run, scenario: name }), `${name}: ${title}`])
  return { all, ofTool, scenarios }
}

interface PickProps {
  readonly letter: 'A' | 'B'
  readonly path: string | undefined
  readonly replay: Replay | null | undefined
  readonly groups: readonly (readonly [name: string, choices: readonly Choice[]])[]
  readonly onPick: (path: string) => void
}

const Pick = ({ letter, path, replay, groups, onPick }: PickProps) => {
  const id = useId()
  const run = replay?.run
  const isListed = groups.some(([, choices]) => choices.some(([listed]) => listed === path))
  return (
    <div className={styles.pickrun}>
      <Letter letter={letter} />
      <div className={fieldStyles.field}>
        <label htmlFor={id}>{texts.run(letter)}</label>
        <div className={fieldStyles.choice}>
          <select
            id={id}
            className={fieldStyles.input}
            value={path ?? ''}
            onChange={({ target: { value } }) => value !== '' && onPick(value)}
          >
            {path === undefined ? <option value="">{texts.noRun}</option> : null}
            {path === undefined || isListed ? null : (
              <option value={path}>{run === undefined ? path : nameOf(run)}</option>
            )}
            {groups.map(([name, choices]) =>
              choices.length === 0 ? null : (
                <optgroup key={name} label={name}>
                  {choices.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </optgroup>
              ),
            )}
          </select>
        </div>
        {run === undefined ? null : (
          <p className={`${reportStyles.seed} ${styles.seed}`}>
            <span>
              seed <b>{run.seed}</b>
            </span>
            <span>
              scenario <b>{run.scenario}</b>
            </span>
            <span>
              at <b>{showClock(run.at)}</b>
            </span>
          </p>
        )}
      </div>
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

const Report = (props: ComparisonReportProps) => {
  const { Component, isAbsent } = useCode(report)
  if (Component !== undefined) return createElement(Component, props)
  return (
    <Stage name={texts.report} node="absent" line="none">
      {isAbsent ? <p role="alert">{texts.notLoaded}</p> : <ReportSkeleton label={texts.making} />}
    </Stage>
  )
}

const Hint = ({ pair: { a, b } }: { readonly pair: Pair }): ReactNode => {
  if (a !== undefined && b !== undefined) return null
  if (a !== undefined) return <p className={fieldStyles.hint}>{texts.chooseB}</p>
  return (
    <p className={fieldStyles.hint}>
      {texts.nothing}{' '}
      <Link href={comparePath({ ...example, scenario: 'healthy' }, { ...example, scenario: 'mx-down' })}>
        {texts.example}
      </Link>
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
      <section className={`${heroStyles.hero} ${heroStyles.asked}`}>
        <div className={`wrap ${heroStyles.heroGrid}`}>
          <h1>{texts.heading}</h1>
          <p className="sm muted">{texts.lede}</p>
        </div>
      </section>
      <div className="wrap">
        <Trace>
          <Stage name={texts.ask} node="source" facts={['A and B']} line={isReady ? 'drawn' : 'none'}>
            <div className={panelStyles.card}>
              <div className={panelStyles.pad}>
                <div className={panelStyles.panelH}>
                  <h2>{tool === undefined ? texts.choose : texts.runsOf(tool.name)}</h2>
                </div>
                <div className={styles.pair}>
                  <Pick
                    letter="A"
                    path={pair.a}
                    replay={a}
                    groups={[[texts.recent, all]]}
                    onPick={(path) => pick({ a: path })}
                  />
                  <button
                    type="button"
                    className={`${buttonStyles.btn} sm ${styles.swap}`}
                    aria-label={texts.swap}
                    disabled={pair.a === undefined || pair.b === undefined}
                    onClick={() => pick({ a: pair.b, b: pair.a })}
                  >
                    <SwapGlyph />
                  </button>
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
                    <p className={panelStyles.refusal} key={problem}>
                      <Status severity={isReady ? 'warning' : 'critical'}>{problem}</Status>
                    </p>
                  ))}
                </div>
              </div>
            </div>
          </Stage>
          {isReady ? <Report a={one} b={other} /> : null}
        </Trace>
      </div>
    </>
  )
}
