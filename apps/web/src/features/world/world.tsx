import { freshSeed, MINUTE } from '@netbox/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import type { Problem } from '../../components/run/problem.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { PartBoundary } from '../../components/ui/page-boundary.tsx'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { QuestionHead } from '../../components/ui/page-head.tsx'
import { fieldsOf } from '../../lib/page/storage.ts'
import { anyWorld, type ChosenWorld, isChosenWorld, keptWorld, LONGEST_SEED, readWorld } from '../../lib/world/world.ts'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import { showPageFailure } from '../../lib/page/load-code.ts'
import { useWorld } from '../../lib/world/visit.ts'
import { useNow, useSettled } from '../../lib/page/time.ts'
import { worldTexts as texts } from '../../texts/world.ts'
import type { checkWorld, CheckedWorld, WorldDraft } from './check-world.ts'
import { type DraftProps, Faults, Option, Pair, rowsOf } from './faults.tsx'
import { domainsOf, isTime, rowsOfScenario, scenarioOfRows } from './fault-rows.ts'
import { OwnFacts } from './own-facts.tsx'
import { ThisWorld, usePreview } from './this-world.tsx'

// Few links have a problem, and the code for problems of runs is large.
const ProblemLines = lazyPart(async () => (await import('../../components/run/problem.tsx')).ProblemLines)

const DayLine = lazyPart(async () => (await import('./day-line.tsx')).DayLine)

const keptDraft = (): unknown => fieldsOf(history.state)['draft']

/** Loads the day line for a world, a kept draft or a link with faults, so that nothing moves when it appears. */
export const loadDayLine = async (): Promise<void> => {
  const isGiven =
    typeof location === 'object' && (new URLSearchParams(location.search).has('scenario') || keptDraft() !== undefined)
  if (isGiven || keptWorld().scenario !== anyWorld.scenario) await DayLine.preload().catch(() => undefined)
}

/** Returns the parts of a draft, also if core would refuse them. */
const partsOf = ({ seed, faults, at, facts }: WorldDraft): ChosenWorld => ({
  seed,
  scenario: typeof faults === 'string' ? faults : scenarioOfRows(faults),
  at,
  world: facts,
})

const draftOf = ({ seed = '', scenario, at, world }: ChosenWorld): WorldDraft => ({
  seed,
  faults: rowsOfScenario(scenario) ?? scenario,
  at,
  facts: world,
})

const unchecked: CheckedWorld = { isInDocument: false, problems: {} }

interface Core {
  readonly checkWorld: typeof checkWorld
}

/** Checks the draft with core, whose code loads once the visitor does something on the page. The world of the visit is valid. */
const useChecked = (draft: WorldDraft | undefined, world: ChosenWorld, isWanted: boolean): CheckedWorld => {
  const [core, setCore] = useState<Core>()
  useEffect(() => {
    if (isWanted) import('./check-world.ts').then(setCore, () => showPageFailure(true))
  }, [isWanted])
  if (draft === undefined) return { world, isInDocument: false, problems: {} }
  return core?.checkWorld(draft) ?? unchecked
}

/**
 * Reads the draft that was kept before a reload, or else the world of a link to this page. It becomes the draft; the world of the visit stays
 * until "Use this world".
 */
const useFirstDraft = (onRead: (draft: WorldDraft, problem: Problem | undefined) => void): void => {
  const search = useSearch()
  const latest = useRef(onRead)
  useEffect(() => {
    const kept = keptDraft()
    if (kept !== undefined) latest.current(draftOf(readWorld({ world: kept })), undefined)
    let isWanted = kept === undefined && search !== ''
    const read = async (): Promise<void> => {
      const [{ readShareLink }, { linkProblem }] = await Promise.all([
        import('../../components/run/read-share-link.ts'),
        import('../../components/run/problem.tsx'),
      ])
      const { problems = [], remark: _remark, input: _input, ...world } = (await readShareLink(location.search)) ?? {}
      if (isWanted) latest.current(draftOf({ ...anyWorld, ...world }), linkProblem(problems))
    }
    if (isWanted) read().catch(() => isWanted && showPageFailure(true))
    return () => {
      isWanted = false
    }
  }, [search])
}

/** Keeps the draft in the entry of the browser's history, so that a reload and Back restore it. */
const useKeptDraft = (draft: WorldDraft | undefined): void => {
  const settled = useSettled(draft)
  useEffect(() => {
    // While the next page loads, the entry already belongs to it.
    if (settled === undefined || !/^\/world\/?$/.test(location.pathname)) return
    history.replaceState({ ...fieldsOf(history.state), draft: partsOf(settled) }, '')
  }, [settled])
}

const Seed = ({ draft: { seed }, checked, onChange }: DraftProps) => (
  <Card
    isTask
    title={seed.trim() === '' ? texts.noWorld : texts.worldOf(seed)}
    aside={
      // At the end of the line, the mark keeps its place when the name appears.
      <span className="ml-auto">
        <SimulatedMark />
      </span>
    }
  >
    <div className="grid grid-cols-[200px_auto_minmax(0,1fr)] items-start gap-x-5 gap-y-3 max-xl:grid-cols-[minmax(0,1fr)_auto]">
      <TextField
        label={texts.seed}
        value={seed}
        maxLength={LONGEST_SEED}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={checked.problems.seed}
        onChange={({ currentTarget }) => onChange({ seed: currentTarget.value })}
      />
      <Button className="mt-label" onClick={() => onChange({ seed: freshSeed() })}>
        {texts.newWorld}
      </Button>
      <p className="sm muted mt-label max-w-text max-xl:col-span-full max-xl:mt-0">{texts.seedHint}</p>
    </div>
  </Card>
)

const clockText = (at: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(at) ? `${at.slice(0, 10)} ${at.slice(11, 16)}` : at

/** Reads `2026-11-22 10:42`, and any time that core reads. */
const atOfText = (text: string): string => text.trim().replace(/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)Z?$/, '$1T$2:00Z')

const clockOf = (at: string | undefined, now: number): number => {
  const time = Date.parse(at ?? '')
  return Number.isNaN(time) ? now : time
}

const minuteOfDay = (time: number): number => Math.floor(time / MINUTE) % 1440

const Time = ({ draft, checked, onChange, now }: DraftProps & { readonly now: number }) => {
  const name = useId()
  const [text, setText] = useState<string>()
  const { rows } = rowsOf(draft)
  const set = (typed: string) => {
    setText(typed)
    onChange({ at: atOfText(typed) })
  }
  return (
    <Card title={texts.timeTitle}>
      <Pair legend={texts.clock}>
        <Option
          name={name}
          title={texts.clocks.now[0]}
          note={texts.clocks.now[1]}
          isChosen={draft.at === undefined}
          onChoose={() => onChange({ at: undefined })}
        />
        <Option
          name={name}
          title={texts.clocks.fixed[0]}
          note={texts.clocks.fixed[1]}
          isChosen={draft.at !== undefined}
          onChoose={() => set(clockText(new Date(now).toISOString()))}
        />
      </Pair>
      {draft.at === undefined ? null : (
        <div className="mb-3.5 max-w-form">
          <TextField
            label={texts.at}
            value={text ?? clockText(draft.at)}
            autoComplete="off"
            spellCheck={false}
            error={checked.problems.at === undefined ? undefined : texts.noTime}
            hint={texts.atHint}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        </div>
      )}
      {rows.length === 0 ? (
        <p className="sm muted">{texts.noRows}</p>
      ) : (
        <PartBoundary>
          <DayLine
            rows={rows}
            now={minuteOfDay(clockOf(draft.at, now))}
            onChange={(changed) => onChange({ faults: { ...rowsOf(draft), rows: changed } })}
          />
        </PartBoundary>
      )}
    </Card>
  )
}

/** Returns the domain whose mail the page checks until the visitor names one: the first that the draft is about. */
const domainOf = ({ facts, faults }: WorldDraft): string => {
  const stated = Object.keys(facts?.domains ?? {}).find((name) => !/^[_*]/.test(name))
  const [faulty] = typeof faults === 'string' ? [] : faults.rows.flatMap(({ where }) => domainsOf(where))
  return stated ?? faulty ?? 'shop.example'
}

/** The page that chooses the world of the next runs. */
export const World = () => {
  const world = useWorld()
  const now = useNow(20_000)
  const [edited, edit] = useState<WorldDraft>()
  const [problem, setProblem] = useState<Problem>()
  const draft = edited ?? draftOf(world)
  useFirstDraft((read, found) => {
    edit(read)
    setProblem(found)
  })
  useKeptDraft(edited)
  const [isTouched, touch] = useState(false)
  const isWanted = isTouched || edited !== undefined || isChosenWorld(world)
  const checked = useChecked(edited, world, isWanted)
  const [typed, type] = useState<string>()
  const domain = typed ?? domainOf(draft)
  const effect = usePreview(checked.world, domain, { now, isWanted })
  const { rows } = rowsOf(draft)
  const props = { draft, checked, onChange: (change: Partial<WorldDraft>) => edit({ ...draft, ...change }) }
  return (
    <>
      <QuestionHead title={texts.heading} lede={texts.lede} />
      <div className="wrap" onFocus={() => touch(true)} onPointerEnter={() => touch(true)}>
        <PartBoundary>
          {problem === undefined ? null : <ProblemLines id="link-problem" problem={problem} />}
        </PartBoundary>
        <div className="mt-8 mb-8 grid grid-cols-[minmax(0,1fr)_360px] items-start gap-x-8 gap-y-6 max-lg:grid-cols-1">
          <div className="grid min-w-0 gap-6">
            <Seed {...props} />
            <Faults {...props} />
            <OwnFacts
              facts={draft.facts}
              domain={domain}
              preview={effect.preview}
              onChange={(facts) => props.onChange({ facts })}
            />
            <Time {...props} now={now} />
          </div>
          <ThisWorld
            {...effect}
            checked={checked}
            isRead={rows.every(({ from, until }) => isTime(from) && isTime(until))}
            domain={domain}
            onDomain={type}
            now={now}
          />
        </div>
      </div>
    </>
  )
}
