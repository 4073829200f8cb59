import { checkAccess, findTool, type Tool, tools } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import { type ComponentType, createElement, type FormEvent, useEffect, useId, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { notLoaded, type Problem, problemOf, problemSaying } from '../../components/run/problem.ts'
import { WorldLine } from '../../components/run/world-line.tsx'
import { Stage, Trace } from '../../components/trace/trace.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { useSession } from '../../lib/session.ts'
import { deferred } from '../../lib/deferred.ts'
import type { ChosenWorld } from '../../lib/run-order.ts'
import { bulkPath } from '../../lib/share-link.ts'
import { useVisitor } from '../../lib/use-visitor.ts'
import { useWorld } from '../../lib/visit.ts'
import { bulkTexts as texts } from '../../texts/bulk.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { bulkList } from './bulk-list.ts'
import type { BulkReportProps } from './bulk-report.tsx'
import { Costs, ListField } from './list-field.tsx'
import { MOST_LINES, readList, type Row, takesLists } from './list-lines.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as fieldStyles from '../../components/ui/field.module.css'
import * as panelStyles from '../../components/ui/panel.module.css'
import * as heroStyles from '../../components/ui/hero.module.css'
import * as styles from './bulk.module.css'

/** The components of the security check, shared with single runs. */
export interface BulkProps {
  readonly isVerified: boolean
  readonly Captcha: ComponentType<{ readonly isSilent: boolean }>
  /** Shows a problem, or else the outcome of the security check. */
  readonly Problem: ComponentType<{ readonly id: string; readonly problem: Problem | undefined }>
}

// The code for runs loads with the first run, or just before it.
const report = deferred<BulkReportProps>('src/features/bulk/bulk-report.tsx', async () =>
  import('./bulk-report.tsx').then(({ BulkReport }) => BulkReport),
)

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

const Workspace = ({ tool, isVerified, Captcha, Problem: ProblemPlace }: BulkProps & { readonly tool: Tool }) => {
  const visitor = useVisitor(tool)
  const world = useWorld()
  const id = useId()
  const last = bulkList.use()
  const list = last?.tool === tool.id ? last : undefined
  const [text, setText] = useState(list?.text ?? '')
  const { problem, setProblem, run } = useLists(tool, visitor)
  const rows = readList(tool, text)
  const runs = rows.filter(({ state }) => state === 'waiting').length
  const access = accessOf(tool, { ...visitor, captcha: true })
  const canRun = accessOf(tool, { ...visitor, captcha: isVerified }).allowed && list?.isRunning !== true
  const { remaining } = visitor.usage
  const isRun = list?.text === text
  const done = isRun ? list.rows.filter(({ state }) => state === 'done').length : 0
  const Report = report.use()
  const hasList = list !== undefined
  useEffect(() => {
    if (isVerified) import('./run-list.ts').catch(() => undefined)
  }, [isVerified])
  useEffect(() => {
    if (isVerified || hasList) report.load().catch(() => hasList && setProblem(notLoaded))
  }, [isVerified, hasList, setProblem])
  const start = (): void => {
    if (rows.length > MOST_LINES) return setProblem(problemSaying(texts.tooMany(rows.length, MOST_LINES)))
    if (runs === 0)
      return setProblem({ ...problemSaying(texts.noLines, [toolRunTexts.example(tool.placeholder)]), isOfInput: true })
    if (canRun) run(text, rows, world)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    start()
  }
  return (
    <Trace>
      <Stage
        name={texts.ask}
        node="source"
        facts={[toolRunTexts.left(visitor.usage)]}
        line={list === undefined ? 'none' : 'drawn'}
      >
        <div className={panelStyles.card}>
          <div className={panelStyles.pad}>
            <div className={panelStyles.panelH}>
              <h2>{tool.name}</h2>
              {rows.length === 0 ? null : (
                <span className={chipStyles.chip} data-chip>
                  {texts.read(rows.length, rows.length - runs)}
                </span>
              )}
            </div>
            <form noValidate onSubmit={submit}>
              <div className={styles.bulkAsk}>
                <div>
                  <ToolChoice tool={tool} signedIn={visitor.signedIn} />
                  <ListField
                    tool={tool}
                    text={text}
                    problem={problem?.isOfInput === true ? id : undefined}
                    onText={(typed) => {
                      setText(typed)
                      setProblem(undefined)
                    }}
                    onRun={start}
                  />
                </div>
                <div>
                  <Costs done={done} toCome={isRun ? runs - done : runs} usage={visitor.usage} />
                  {!isRun && remaining >= 0 && runs > remaining && access.allowed ? (
                    <p className={`${fieldStyles.hint} ${styles.hint}`}>{texts.beyond(runs, remaining)}</p>
                  ) : null}
                </div>
              </div>
              <div className={styles.bulkGo}>
                {tool.picker === undefined ? null : <Captcha isSilent={visitor.plan !== 'free'} />}
                <button className={`${buttonStyles.btn} ${buttonStyles.go}`} disabled={!canRun || rows.length === 0}>
                  {texts.start(runs)}
                </button>
              </div>
              <ProblemPlace id={id} problem={problem} />
            </form>
            <WorldLine onAbsent={() => setProblem(notLoaded)} />
          </div>
        </div>
        {access.allowed ? null : (
          <p className={panelStyles.access}>
            {access.message}
            <Link href={accessNotices.upgrade_required.href}>{accessNotices.upgrade_required.link}</Link>
          </p>
        )}
      </Stage>
      {list === undefined || Report === undefined
        ? null
        : createElement(Report, {
            tool,
            list,
            onAgain: canRun ? () => run(list.text, list.rows.map(waitingAgain), list.world) : undefined,
          })}
    </Trace>
  )
}

/** Runs one tool for each line of a list. */
export const Bulk = (props: BulkProps) => {
  const { user } = useSession()
  const tool = useChosenTool(user !== undefined)
  return (
    <>
      <section className={`${heroStyles.hero} ${heroStyles.asked}`}>
        <div className={`wrap ${heroStyles.heroGrid}`}>
          <h1>{texts.heading(tool.name)}</h1>
          <p className="sm muted">{texts.lede}</p>
        </div>
      </section>
      <div className="wrap">
        <Workspace key={tool.id} {...props} tool={tool} />
      </div>
    </>
  )
}
