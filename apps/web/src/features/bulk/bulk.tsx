import { checkAccess, findTool, type Tool, tools, type Usage } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import { type FormEvent, memo, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { AskProblem, Captcha, useCaptcha } from '../../components/run/captcha.tsx'
import { notLoaded, type Problem, problemOf, problemSaying } from '../../components/run/problem.tsx'
import { runByKey, type TypedText, useLinkedWorld, useTypedText, WorldLine } from '../../components/run/tool-form.tsx'
import { Stage, StageList } from '../../components/stages/stage-list.tsx'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Chip } from '../../components/ui/chips.tsx'
import { Field, fieldParts, SelectField } from '../../components/ui/field.tsx'
import { PartBoundary } from '../../components/ui/page-boundary.tsx'
import { QuestionHead } from '../../components/ui/page-head.tsx'
import { useSession } from '../../lib/session/session.ts'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { useWorld } from '../../lib/world/visit.ts'
import { bulkPath } from '../../lib/runs/run-links.ts'
import { useVisitor } from '../../lib/runs/local-usage.ts'
import { bulkTexts as texts } from '../../texts/bulk.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { bulkList, exampleLines, MOST_LINES, readList, type Row, takesLists } from './list.ts'

// The code for runs loads with the first run, or just before it.
const BulkReport = lazyPart(async () => (await import('./bulk-report.tsx')).BulkReport)

// Each finished run changes the day's counters, which the report doesn't show.
const Report = memo(BulkReport)
const warmUp = (): void => {
  BulkReport.preload().catch(() => undefined)
  import('./run-list.ts').catch(() => undefined)
}

type Visitor = ReturnType<typeof useVisitor>

const first: Tool['id'] = 'mx-record'

/** Returns the tool that the address selects. During prerendering and hydration, there is no query yet. */
const useChosenTool = (signedIn: boolean): Tool => {
  const id = new URLSearchParams(useSearch()).get('tool')
  const chosen = tools.find((tool) => tool.id === id && takesLists(tool, signedIn)) ?? findTool(first)
  if (chosen === undefined) throw new Error(`The catalogue has no ${first}.`)
  return chosen
}

const ToolChoice = ({ tool, signedIn }: { readonly tool: Tool; readonly signedIn: boolean }) => {
  const [, navigate] = useLocation()
  return (
    <SelectField
      label={texts.tool}
      value={tool.id}
      options={tools.filter((one) => takesLists(one, signedIn)).map(({ id, name }) => [id, name] as const)}
      onChange={({ target }) => {
        const chosen = findTool(target.value)
        if (chosen !== undefined) navigate(bulkPath(chosen))
      }}
    />
  )
}

interface ListFieldProps {
  readonly tool: Tool
  readonly typed: TypedText
  /** The id of the message about a refused list. */
  readonly problem: string | undefined
  readonly onEdit: () => void
  readonly onRun: () => void
}

/** The list, with its line numbers. */
const ListField = ({ tool, typed, problem, onEdit, onRun }: ListFieldProps) => {
  const { field: place, initial, text } = typed
  const numbers = useRef<HTMLOListElement>(null)
  const alignNumbers = (): void => {
    if (numbers.current !== null) numbers.current.style.translate = `0 ${-(place.current?.scrollTop ?? 0)}px`
  }
  // A text from before hydration may be scrolled already.
  useEffect(alignNumbers)
  const hint = (
    <>
      {texts.exampleHint}{' '}
      <TextButton
        onClick={() => {
          typed.write(exampleLines(tool))
          onEdit()
        }}
      >
        {texts.example}
      </TextButton>
    </>
  )
  const field = fieldParts({ id: 'tool-input', blamedBy: problem, hint: text.trim() === '' ? hint : undefined })
  return (
    <Field className="mt-4" label={texts.list(tool.input.type)} field={field}>
      <div className="grid grid-cols-[44px_minmax(0,1fr)] overflow-hidden rounded-md border border-control bg-well typed-in">
        <div className="relative overflow-hidden bg-tint" aria-hidden="true">
          <ol
            className="absolute inset-x-0 top-0 py-2.5 pr-2.5 text-right font-mono text-sm leading-6 text-ink-2"
            ref={numbers}
          >
            {Array.from({ length: Math.max(8, text.split('\n').length) }, (_, at) => (
              <li key={at}>{at + 1}</li>
            ))}
          </ol>
        </div>
        <textarea
          {...field.attributes}
          ref={place as RefObject<HTMLTextAreaElement | null>}
          className="min-h-24 w-full min-w-0 resize-y border-0 bg-transparent px-3 py-2.5 font-mono text-ui leading-6 text-ink outline-0"
          rows={8}
          wrap="off"
          defaultValue={initial}
          autoComplete="off"
          placeholder={tool.placeholder}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={runByKey(true, onRun)}
          onChange={() => {
            typed.read()
            onEdit()
          }}
          onScroll={alignNumbers}
        />
      </div>
    </Field>
  )
}

interface CostsProps {
  /** The number of counted runs of the list. */
  readonly done: number
  readonly toCome: number
  readonly usage: Usage
}

/** Compares the runs of a list with the daily limit. */
const Costs = ({ done, toCome, usage }: CostsProps) => {
  const before = { ...usage, remaining: usage.remaining + done }
  const after = { ...usage, remaining: Math.max(0, usage.remaining - toCome) }
  return (
    <dl>
      {(
        [
          [texts.runs, String(done + toCome)],
          [texts.before, texts.left(before)],
          [texts.after, texts.left(after)],
          [texts.refusedLines, texts.free],
        ] as const
      ).map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-3 border-b border-rule py-2 text-ui">
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-mono text-sm font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

// Core applies the same access rules as to single runs. Tools outside the picker are part of the dashboard, which needs no security check.
const accessOf = (
  tool: Tool,
  { plan, signedIn, captcha }: Pick<Visitor, 'plan' | 'signedIn'> & { readonly captcha: boolean },
) =>
  tool.picker === undefined
    ? checkAccess({ tool, plan, signedIn, surface: 'dashboard' })
    : checkAccess({ tool, plan, signedIn, surface: 'home', captcha })

/** Runs lists for a visitor, and shows why one can't start. */
const useLists = (tool: Tool, { plan, subject }: Visitor) => {
  const [problem, setProblem] = useState<Problem>()
  const run = (text: string, rows: readonly Row[], world: ChosenWorld): void => {
    setProblem(undefined)
    const surface = tool.picker === undefined ? 'dashboard' : 'home'
    import('./run-list.ts')
      .then(async ({ runList }) => runList({ tool, plan, subject, surface }, { text, rows, world }))
      .then((refusal) => refusal !== undefined && setProblem(problemOf(refusal, { tool, input: text })))
      .catch(() => setProblem(notLoaded))
  }
  return { problem, setProblem, run }
}

const waitingAgain = (row: Row): Row =>
  row.state === 'failed' || row.state === 'not-run' ? { line: row.line, input: row.input, state: 'waiting' } : row

const Workspace = ({ tool }: { readonly tool: Tool }) => {
  const isVerified = useCaptcha() === 'verified'
  const visitor = useVisitor(tool)
  const world = useWorld()
  const id = useId()
  const last = bulkList.use()
  const list = last?.tool === tool.id ? last : undefined
  const typed = useTypedText(list?.text)
  const { text } = typed
  const { problem, setProblem, run } = useLists(tool, visitor)
  const rows = useMemo(() => readList(tool, text), [tool, text])
  const runs = rows.filter(({ state }) => state === 'waiting').length
  const access = accessOf(tool, { ...visitor, captcha: true })
  const canRun = accessOf(tool, { ...visitor, captcha: isVerified }).allowed && list?.isRunning !== true
  const { remaining } = visitor.usage
  useLinkedWorld(typed, setProblem)
  const isRun = list?.text === text
  const done = isRun ? list.rows.filter(({ state }) => state === 'done').length : 0
  useEffect(() => {
    if (isVerified) warmUp()
  }, [isVerified])
  const start = (): void => {
    if (rows.length > MOST_LINES) return setProblem(problemSaying(texts.tooMany(rows.length, MOST_LINES)))
    if (runs === 0)
      return setProblem({ ...problemSaying(texts.noLines, [toolRunTexts.example(tool.placeholder)]), isOfInput: true })
    if (canRun && remaining !== 0) run(text, rows, world)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    start()
  }
  return (
    <StageList>
      <Stage
        name={texts.ask}
        node="source"
        facts={[toolRunTexts.left(visitor.usage)]}
        line={list === undefined ? 'none' : 'drawn'}
      >
        <Card
          isTask
          title={tool.name}
          aside={rows.length === 0 ? null : <Chip>{texts.read(rows.length, rows.length - runs)}</Chip>}
        >
          <form noValidate onSubmit={submit}>
            <div className="grid grid-cols-[minmax(0,1fr)_260px] gap-8 max-lg:grid-cols-1 max-lg:gap-3">
              <div>
                <ToolChoice tool={tool} signedIn={visitor.signedIn} />
                <ListField
                  tool={tool}
                  typed={typed}
                  problem={problem?.isOfInput === true ? id : undefined}
                  onEdit={() => setProblem(undefined)}
                  onRun={start}
                />
              </div>
              <div>
                <Costs done={done} toCome={isRun ? runs - done : runs} usage={visitor.usage} />
                {!isRun && remaining >= 0 && runs > remaining && access.allowed ? (
                  <p className="sm muted mt-2">{texts.beyond(runs, remaining)}</p>
                ) : null}
              </div>
            </div>
            <div className="mt-4 mb-3 flex flex-wrap gap-3 max-md:grid [&>div]:min-w-[206px]">
              {tool.picker === undefined ? null : <Captcha isSilent={visitor.plan !== 'free'} />}
              <Button type="submit" variant="primary" disabled={!canRun || rows.length === 0 || remaining === 0}>
                {texts.start(runs)}
              </Button>
            </div>
            <AskProblem id={id} problem={problem} />
          </form>
          <WorldLine />
        </Card>
        {access.allowed ? null : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border border-t-0 border-rule px-6 py-3 text-ui max-md:px-4">
            {access.message}
            <Link href={accessNotices.upgrade_required.href}>{accessNotices.upgrade_required.link}</Link>
          </p>
        )}
      </Stage>
      <PartBoundary>
        {list === undefined ? null : (
          <Report
            tool={tool}
            list={list}
            onAgain={
              canRun && remaining !== 0 ? () => run(list.text, list.rows.map(waitingAgain), list.world) : undefined
            }
          />
        )}
      </PartBoundary>
    </StageList>
  )
}

/** Runs one tool for each line of a list. One passed security check is enough for all of them, and for single runs. */
export const Bulk = () => {
  const { user } = useSession()
  const tool = useChosenTool(user !== undefined)
  return (
    <>
      <QuestionHead title={texts.heading(tool.name)} lede={texts.lede} />
      <div className="wrap">
        {/* No key: a list that is typed before hydration, when the address is unknown, stays. */}
        <Workspace tool={tool} />
      </div>
    </>
  )
}
