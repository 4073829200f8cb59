import { type ExchangesPlot, findScenario, findTool, type ToolRun } from '@netbox/core'
import { labels } from '@netbox/product'
import type { ReactNode } from 'react'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { Tally } from '../../components/report/sheet.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Input } from '../../components/ui/field.tsx'
import { StatusGlyph, AbsentGlyph, SourceGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { repeatRun } from '../../components/run/perform-run.ts'
import { ORIGIN } from '../../lib/page/page-start.ts'
import { runPath } from '../../lib/runs/run-links.ts'
import { startTexts } from '../../texts/start.ts'

const { example: texts } = startTexts

type Exchange = ExchangesPlot['exchanges'][number]

const INPUT = 'mail.example'
const SEED = 'k3f9'
const AT = '2026-01-01T00:00:00.000Z'

/** The two worlds of the switch. What belongs to one world is hidden while the other is chosen. */
const sides = {
  healthy: 'in-[[data-example]:has([value=mx-down]:checked)]:hidden',
  'mx-down': 'in-[[data-example]:has([value=healthy]:checked)]:hidden',
}
type Side = keyof typeof sides

/** A run of the example in one of the two worlds. */
interface ExampleRun {
  readonly side: Side
  readonly run: ToolRun
}

const toneOf = ({ outcome }: Exchange): string =>
  outcome === 'open' ? 'pass' : outcome === 'not-tried' ? 'quiet' : 'crit'

const seconds = (milliseconds: number): string => `${Number((milliseconds / 1000).toFixed(1))} s`

const wordsOf = ({ outcome, to }: Exchange): string =>
  outcome === 'open' ? texts.accepts(seconds(to)) : outcome === 'not-tried' ? texts.notTried : texts.silent(seconds(to))

const Glyph = ({ x, children }: { readonly x: string; readonly children: ReactNode }) => (
  <svg x={x} y="9" width="18" height="18" overflow="visible">
    <g transform="translate(-9)">{children}</g>
  </svg>
)

/** A sender's attempt at one mail server, in per cent of the width: a wait as dashes, an answer as a line. */
const Attempt = ({
  exchange,
  most,
  follows,
}: {
  readonly exchange: Exchange
  readonly most: number
  readonly follows: boolean
}) => {
  const { outcome, from, to } = exchange
  const at = (time: number): string => `${(time / most) * 52}%`
  const isTried = outcome !== 'not-tried'
  return (
    <svg className="w-full overflow-visible" height="36" aria-hidden="true">
      {/* Every end is some pixels to the right, so that it never covers the source. */}
      <g transform="translate(35)">
        {follows ? (
          <line x1={at(from)} x2={at(from)} y1="-9" y2="18" stroke="var(--color-signal)" strokeWidth="2" />
        ) : null}
        {isTried ? (
          <line
            x1={from === 0 ? -26 : at(from)}
            x2={at(to)}
            y1="18"
            y2="18"
            stroke={outcome === 'open' ? 'var(--color-signal)' : 'var(--color-crit)'}
            strokeWidth={outcome === 'open' ? 3 : 2}
            strokeDasharray={outcome === 'open' ? undefined : '7 5'}
          />
        ) : null}
        {isTried && from === 0 ? (
          <Glyph x="-26">
            <SourceGlyph />
          </Glyph>
        ) : null}
        <Glyph x={at(to)}>
          {isTried ? <StatusGlyph severity={outcome === 'open' ? 'pass' : 'critical'} /> : <AbsentGlyph />}
        </Glyph>
        <text
          className={`text-sm ${isTried ? 'font-semibold' : ''} ${toneOf(exchange)}`}
          fill="currentColor"
          x={at(to)}
          dx="16"
          y="22.5"
        >
          {wordsOf(exchange)}
        </text>
      </g>
    </svg>
  )
}

const Ladder = ({ exchanges, most }: { readonly exchanges: readonly Exchange[]; readonly most: number }) => (
  <ul className="border-t border-rule">
    {exchanges.map((exchange, at) => (
      <li
        key={exchange.exchange}
        className="grid items-center border-b border-rule sm:grid-cols-[9.5rem_minmax(0,1fr)] max-sm:pt-1.5"
      >
        <code className="font-medium">{exchange.exchange}</code>
        <span className="vh">{wordsOf(exchange)}</span>
        <Attempt exchange={exchange} most={most} follows={at > 0 && exchange.outcome !== 'not-tried'} />
      </li>
    ))}
  </ul>
)

const exchangesOf = ({ plot }: ToolRun): readonly Exchange[] => (plot.kind === 'exchanges' ? plot.exchanges : [])

/** The answer in one world: its verdict in a sentence, the tally, the line, two figures. */
const Answer = ({ side, run, most }: ExampleRun & { readonly most: number }) => (
  <div className={sides[side]}>
    <h2 className="mb-2 text-2xl max-md:text-xl">{run.verdict.sentence}</h2>
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1">
      <Tally findings={run.findings} />
    </ul>
    <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_9rem] max-md:gap-4">
      <Ladder exchanges={exchangesOf(run)} most={most} />
      <dl className="grid content-between gap-3 max-md:grid-cols-2">
        {run.figures.slice(0, 2).map(({ label, value, unit }) => (
          <div key={label} className="border-0 border-l-2 border-rule-2 pl-3">
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="font-display text-xl leading-head">
              {value} <small className="font-sans text-xs text-ink-2">{unit}</small>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </div>
)

const CHOICE =
  'boxed-choice holds-focus flex items-center gap-2 px-3 py-1.5 has-checked:inset-ring-1 has-checked:inset-ring-signal'

const Choice = ({
  side,
  isChecked,
  children,
}: {
  readonly side: Side
  readonly isChecked: boolean
  readonly children: ReactNode
}) => (
  <label className={CHOICE}>
    <input
      className="m-0 size-4 flex-none accent-signal outline-0"
      type="radio"
      name="scenario"
      value={side}
      defaultChecked={isChecked}
    />
    {children}
  </label>
)

const COMMAND = `netbox mx-record ${INPUT}`

// The service replaces the origin of the built page, and boot.ts writes the browser's own.
const origin = import.meta.env.SSR ? ORIGIN : location.origin

/** A command that gets netbox from this site. */
const OwnOrigin = ({ around: [before, after] }: { readonly around: readonly [before: string, after: string] }) => (
  <>
    <span className="text-on-ink-2">$</span> {before}
    <span data-origin>{origin}</span>
    {`${after}\n`}
  </>
)

/** The same run as a command for the terminal, in continuous integration. */
const Command = ({ runs }: { readonly runs: readonly ExampleRun[] }) => (
  <pre
    className="mt-3 border border-on-ink-rule bg-ink-panel px-4 py-3.5 text-xs leading-read whitespace-pre-wrap text-on-ink focus-visible:outline-offset-0"
    tabIndex={0}
    role="region"
    aria-label={texts.command}
  >
    <OwnOrigin around={texts.service} />
    {runs.map(({ side, run }) => {
      const isCritical = run.findings.some(({ severity }) => severity === 'critical')
      return (
        <span key={side} className={sides[side]}>
          <span className="text-on-ink-2">$</span> {COMMAND}{' '}
          <span className="text-on-ink-signal">{`--seed ${SEED}`}</span>
          {' \\\n  '}
          <span className="text-on-ink-signal">{`--scenario ${side} --fail-on critical`}</span>
          {'\n'}
          <span className={isCritical ? 'text-on-ink-crit' : 'text-on-ink-pass'}>{run.verdict.severity}</span>
          {`  ${run.verdict.sentence}\n`}
          <span className="text-on-ink-2">{isCritical ? texts.fails : texts.passes}</span>
        </span>
      )
    })}
  </pre>
)

/**
 * One real report in a world without faults and in one with a fault, made when the site is built. The switch works by styles alone. The form
 * opens the tool with the chosen fault.
 */
const Example = ({ runs }: { readonly runs: readonly ExampleRun[] }) => {
  const tool = findTool('mx-record')
  const most = Math.max(...runs.flatMap(({ run }) => exchangesOf(run).map(({ to }) => to)))
  const [before = '', after = ''] = texts.of(tool?.name ?? '')
  return (
    <form
      className="grid border border-t-2 border-rule border-t-ink bg-sheet xl:grid-cols-[minmax(0,1fr)_27.5rem]"
      action={`/${tool?.path ?? ''}`}
      aria-label={texts.label}
      data-example
    >
      <div className="min-w-0 px-6 pt-4 pb-5 max-md:px-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-ink-2">
            {before}
            <code>{INPUT}</code>
            {after}
          </p>
          <SimulatedMark />
        </div>
        <fieldset className="mt-1.5 mb-3.5 flex flex-wrap items-center gap-y-1.5 max-md:grid">
          <legend className="float-left mr-3 p-0 text-sm font-semibold">{texts.fault}</legend>
          <Choice side="healthy" isChecked={false}>
            {texts.none}
          </Choice>
          <Choice side="mx-down" isChecked>
            <span>
              {findScenario('mx-down')?.title} <code className="text-ink-2">mx-down</code>
            </span>
          </Choice>
        </fieldset>
        {runs.map(({ side, run }) => (
          <Answer key={side} side={side} run={run} most={most} />
        ))}
      </div>
      <div className="min-w-0 border-rule px-6 pt-4 pb-5 max-xl:border-t max-md:px-4 xl:border-l">
        <div className="mb-1.5 flex items-baseline justify-between gap-3">
          <h2 className="text-lg">{texts.yourself}</h2>
          {runs.map(({ side, run }) => (
            <a key={side} className={`text-sm ${sides[side]}`} href={runPath(run)}>
              {texts.report}
            </a>
          ))}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <Input aria-label={tool?.input.type ?? ''} name="input" defaultValue={INPUT} autoComplete="off" />
          <Button variant="primary" type="submit" name="seed" value={SEED}>
            {labels.analyze}
          </Button>
        </div>
        <p className="mt-2.5 text-sm text-ink-2 in-data-world:hidden">
          {texts.world} <code className="text-ink">{SEED}</code> · {texts.kept} ·{' '}
          {/* Without a seed, the first run draws a world. */}
          <button className="border-0 bg-transparent p-0 font-sans text-sm text-signal underline underline-offset-3 hover:text-signal-hover">
            {texts.newWorld}
          </button>
        </p>
        {/* A chosen world stays: boot.ts sends nothing of the example's own world, and has the words of the chosen one. */}
        <p className="mt-2.5 text-sm text-ink-2 [:root:not([data-world])_&]:hidden" data-chosen-world>
          {texts.world} <code className="text-ink before:content-(--world-seed)" />{' '}
          <code className="text-ink before:content-(--world-faults)" />{' '}
          <span className="before:content-(--world-rest)" /> · {texts.kept}
        </p>
        <Command runs={runs} />
        <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {texts.links.map(([name, href]) => (
            <a key={href} href={href}>
              {name}
            </a>
          ))}
        </p>
      </div>
    </form>
  )
}

const runIn = async (side: Side): Promise<ExampleRun> => {
  const tool = findTool('mx-record')
  const state =
    tool && (await repeatRun({ tool, surface: 'home' }, { input: INPUT, seed: SEED, scenario: side, at: AT }))
  if (state?.run === undefined || state.run === null) throw new Error(`The example has no run in the world '${side}'.`)
  return { side, run: state.run }
}

/** Makes the two reports of the example, and returns the component that shows them. */
export const makeExample = async () => {
  const runs = [await runIn('healthy'), await runIn('mx-down')]
  return () => <Example runs={runs} />
}
