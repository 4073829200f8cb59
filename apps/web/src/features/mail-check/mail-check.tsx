import { checkAccess, findTool, type MailCheck as Checked, mailSteps, type PlanId, type Refusal } from '@netbox/core'
import { labels } from '@netbox/product'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { useSearch } from 'wouter'
import { AskProblem, Captcha, useCaptcha } from '../../components/run/captcha.tsx'
import { notLoaded, type Problem, problemOf } from '../../components/run/problem.tsx'
import { useLinkedWorld, useTypedText, WorldLine } from '../../components/run/tool-form.tsx'
import { Stage, StageList } from '../../components/stages/stage-list.tsx'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { PartBoundary } from '../../components/ui/page-boundary.tsx'
import { QuestionHead } from '../../components/ui/page-head.tsx'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import { useWorld } from '../../lib/world/visit.ts'
import { namesCheck } from '../../lib/world/names-check.ts'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { useTodaysRuns, useVisitor } from '../../lib/runs/local-usage.ts'
import { mailCheckTexts as texts } from '../../texts/mail-check.ts'
import { type Again, type HeldCheck, heldCheck } from './held-check.ts'

const EXAMPLES = ['shop.example', 'postlane.example']

const Report = lazyPart(async () => (await import('./mail-report.tsx')).MailReport)

const firstTool = () => {
  const tool = findTool('mx-record')
  if (tool === undefined) throw new Error('The catalogue has no mx-record.')
  return tool
}

/** Returns how many more checks of this cost today's limits allow; undefined if nothing limits them. */
const checksLeft = ({ steps }: Checked, plan: PlanId, used: Readonly<Record<string, number>>): number | undefined => {
  const left = mailSteps.flatMap(({ id, tool: name }) => {
    const tool = findTool(name)
    const cost = steps.find((step) => step.id === id)?.runs.length ?? 0
    if (tool === undefined || tool.limits[plan] < 0 || cost === 0) return []
    return [Math.floor(Math.max(0, tool.limits[plan] - (used[name] ?? 0)) / cost)]
  })
  return left.length === 0 ? undefined : Math.min(...left)
}

const costOf = (held: HeldCheck | undefined, enough: number | undefined): string[] => {
  if (held === undefined) return [texts.costs]
  const cost = texts.cost(held.check.steps.flatMap(({ runs }) => runs).length)
  return held.isRunning || enough === undefined ? [cost] : [cost, texts.enough(enough)]
}

const Workspace = () => {
  const isVerified = useCaptcha() === 'verified'
  // The first step's tool: the check has the same access and input.
  const tool = firstTool()
  const { plan, subject, signedIn } = useVisitor(tool)
  const used = useTodaysRuns(subject)
  const world = useWorld()
  const held = heldCheck.use()
  const id = useId()
  const typed = useTypedText()
  const { field } = typed
  const [problem, setProblem] = useState<Problem>()
  useLinkedWorld(typed, setProblem, 'domain')
  const isRunning = held?.isRunning === true
  const enough = held === undefined ? undefined : checksLeft(held.check, plan, used)
  const canRun = checkAccess({ tool, plan, signedIn, surface: 'home', captcha: isVerified }).allowed
  const check = (domain: string, ...rest: [ChosenWorld, Again?]): void => {
    setProblem(undefined)
    import('./run-mail-check.ts')
      .then(async ({ runMailCheck }) => runMailCheck({ plan, subject, surface: 'home' }, domain, ...rest))
      .then((refusal) => refusal !== undefined && setProblem(problemOf(refusal, { tool, input: domain })))
      .catch(() => setProblem(notLoaded))
  }
  const search = useSearch()
  const repeat = useEffectEvent((refusal: Refusal | undefined) => {
    if (refusal !== undefined) setProblem(problemOf(refusal, { tool, input: field.current?.value ?? '' }))
  })
  useEffect(() => {
    if (!namesCheck(location)) return
    import('./run-mail-check.ts')
      .then(async ({ repeatMailCheck }) => repeatMailCheck(search, history.state))
      .then(repeat)
      .catch(() => setProblem(notLoaded))
  }, [search])
  useEffect(() => {
    // The check starts at once after the click, without a download in between.
    if (isVerified)
      void Promise.all([import('./run-mail-check.ts'), import('./mail-report.tsx')]).catch(() => undefined)
  }, [isVerified])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (canRun && !isRunning) check(field.current?.value ?? '', world)
  }
  return (
    <StageList>
      <Stage name={texts.ask} node="source" facts={costOf(held, enough)} line={held === undefined ? 'none' : 'drawn'}>
        <Card title={texts.title} aside={signedIn ? undefined : <span className="quiet sm">{texts.noLogin}</span>}>
          <form className="flex flex-wrap items-end gap-x-3 gap-y-3.5" noValidate onSubmit={submit}>
            <div className="min-w-0 flex-[1_1_20rem]">
              <TextField
                ref={field as RefObject<HTMLInputElement | null>}
                id="tool-input"
                label={texts.domain}
                name="domain"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={labels.inputPlaceholder('domain')}
                blamedBy={problem?.isOfInput === true ? id : undefined}
                autoComplete="off"
                onInput={() => {
                  typed.read()
                  setProblem(undefined)
                }}
              />
            </div>
            <Captcha isSilent={plan !== 'free'} />
            <Button
              variant="primary"
              type="submit"
              className="max-xl:order-2"
              disabled={!canRun}
              aria-disabled={isRunning}
            >
              {isRunning ? labels.running : texts.check}
            </Button>
            <div className="w-full max-xl:order-1 empty:hidden">
              <AskProblem id={id} problem={problem} />
            </div>
          </form>
          <p className="muted sm mt-2.5">
            {texts.examples}{' '}
            {EXAMPLES.map((example, index) => (
              <span key={example}>
                {index === 0 ? '' : ', '}
                <TextButton
                  className="mono"
                  onClick={() => {
                    typed.write(example)
                    setProblem(undefined)
                  }}
                >
                  {example}
                </TextButton>
              </span>
            ))}
          </p>
          <WorldLine />
        </Card>
      </Stage>
      <PartBoundary>
        {held === undefined ? null : (
          <Report held={held} onRetry={(step) => check(held.check.domain, held.world, { check: held.check, step })} />
        )}
      </PartBoundary>
    </StageList>
  )
}

/**
 * The page that checks why mail to a domain doesn't arrive, step by step in one world. One passed security check is enough for all steps, and
 * for single runs.
 */
export const MailCheck = () => (
  <>
    <QuestionHead title={texts.heading} lede={texts.lede} />
    {/* Keeps the space of the report for the address until the report arrives. */}
    <div className="wrap in-data-check:min-h-[200vh]">
      <Workspace />
    </div>
  </>
)
