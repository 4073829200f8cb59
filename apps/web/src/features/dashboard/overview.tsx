import { type PlanId, dashboardTools } from '@netbox/core'
import { useEffect, useState, type ReactNode } from 'react'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { loadAccount } from '../../lib/session/load-account.ts'
import { currentSession } from '../../lib/session/session.ts'
import { useCheckoutReturn } from '../../components/billing/subscription.tsx'
import { billingNotices, billingTexts } from '../../texts/billing.ts'
import type { Today, User } from '@netbox/contract'
import { dashboardEntries, labels } from '@netbox/product'
import { Link } from 'wouter'
import { unsavedRunsOf, useUnsavedRuns } from '../../lib/runs/own-runs.ts'
import { useData } from '../../lib/session/data.tsx'
import { useNow } from '../../lib/page/time.ts'
import { useViewer, type Viewer } from '../../lib/session/viewer.ts'
import { dashboardTexts, overviewTexts } from '../../texts/dashboard.ts'
import { Allowance } from './allowance.tsx'
import { DayFigure } from './day-figure.tsx'
import { DayAwaited, PartFailed } from './day-states.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatCards } from './stat-cards.tsx'

/** The waits between checks, in milliseconds: the events of a payment usually arrive within seconds, but may be late. */
const WAITS = [1000, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000] as const
/** A user who already has a plan waits only for a better one, so this many checks are enough. */
const ENOUGH = 4

/** The options of waiting for a plan. */
interface AwaitPlanOptions {
  /** Requests the plan from the service; may reject. */
  readonly check: () => Promise<void>
  /** Returns whether there is a plan now. */
  readonly hasPlan: () => boolean
  /** Rejects when the wait is cancelled. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Checks for a paid plan at growing intervals, for about a minute. */
export const awaitPlan = async ({ check, hasPlan, wait }: AwaitPlanOptions): Promise<void> => {
  for (const [checks, milliseconds] of WAITS.entries()) {
    // A failed check is ignored: a later one may succeed.
    await check().catch(() => undefined)
    if (hasPlan() && checks >= ENOUGH) return
    await wait(milliseconds)
  }
  await check().catch(() => undefined)
}

const hasPlan = (): boolean => (currentSession().user?.plan ?? 'free') !== 'free'
const check = async (): Promise<void> => (await loadAccount()).keeper.refreshPlan()

const waitUntilGone =
  (signal: AbortSignal) =>
  async (milliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new DOMException('The wait was cancelled.', 'AbortError'))
      })
    })

/** Waits for the paid plan. Returns whether the wait has ended without one. A new `round` starts the wait again. */
const usePlanAwaited = (isAwaited: boolean, round: number): boolean => {
  const [endedRound, end] = useState<number>()
  useEffect(() => {
    if (!isAwaited) return undefined
    const controller = new AbortController()
    awaitPlan({ check, hasPlan, wait: waitUntilGone(controller.signal) }).then(
      () => end(round),
      // The component was removed, so there is nothing to show.
      () => undefined,
    )
    return () => controller.abort()
  }, [isAwaited, round])
  return endedRound === round
}

/** Shows the outcome to a user who returns from a payment, as soon as it is known. */
export const CheckoutArrival = ({ plan }: { readonly plan: PlanId }) => {
  const isBack = useCheckoutReturn() === 'success'
  const [round, setRound] = useState(0)
  const isOver = usePlanAwaited(isBack, round)
  if (!isBack) return null
  const waiting = isOver ? billingNotices.late : billingNotices.waiting
  return (
    <div className="mb-7">
      <FormAlert
        severity={plan === 'free' ? 'info' : 'pass'}
        notice={plan === 'free' ? waiting : billingNotices.paid(plan)}
      >
        {isOver && plan === 'free' ? (
          <Button isSmall onClick={() => setRound(round + 1)}>
            {billingTexts.lookAgain}
          </Button>
        ) : null}
      </FormAlert>
    </div>
  )
}

const WORD = /^\p{L}{2,}$/u

/** Reads a first name from an address like `ana.ruiz@…`; undefined for other addresses, such as `info@…`. */
export const nameOf = (email: string): string | undefined => {
  const [first = '', last = ''] = email.split('@', 1).join('').split('.')
  if (!WORD.test(first) || !WORD.test(last)) return undefined
  return first.charAt(0).toUpperCase() + first.slice(1).toLowerCase()
}

const actions = ['network', 'dns', 'email', 'security'] as const

// One line runs through all four drawings: in each, it begins and ends at half the height.
const stations: Readonly<Record<(typeof actions)[number], ReactNode>> = {
  network: (
    <>
      <path d="M0 44h44V18h46v58h46V10h46v34h118" />
      <path className="fill-signal" d="M39 13h10v10H39zM85 71h10v10H85zM131 5h10v10h-10zM177 39h10v10h-10z" />
    </>
  ),
  dns: (
    <>
      <path d="M0 44h60l28-30h64l28 30h120M60 44l28 30h64l28-30M60 44h120" />
      <path
        className="fill-signal"
        d="M95 9h10v10H95zM135 9h10v10h-10zM115 39h10v10h-10zM95 69h10v10H95zM135 69h10v10h-10z"
      />
    </>
  ),
  email: (
    <>
      <path d="M0 44h70M138 44h162M176 30l16 14-16 14" />
      <path className="fill-sheet stroke-ink [stroke-width:1.8]" d="M76 20h62v48H76zM76 20l31 26 31-26" />
    </>
  ),
  security: (
    <>
      <path d="M0 44h40c16-40 40-40 56 0s40 40 56 0 40-40 56 0h92" />
      <path className="fill-sheet stroke-ink [stroke-width:1.8]" d="M40 44c16 40 40 40 56 0s40-40 56 0 40 40 56 0" />
      <path className="fill-signal" d="M35 39h10v10H35zM203 39h10v10h-10z" />
    </>
  ),
}

// On a phone, an action is a row.
const ROW = `max-md:grid-cols-[96px_minmax(0,1fr)_auto] max-md:items-center max-md:py-2 max-md:pr-4
  max-md:border-t max-md:border-rule max-md:first:border-t-0`

/** The four links from the overview to the tools, on one line. */
const QuickActions = () => (
  <section className="my-8" aria-labelledby="quick-actions">
    <h2 className="mb-3 text-lg" id="quick-actions">
      {overviewTexts.quickActions}
    </h2>
    <div className="grid grid-cols-4 overflow-hidden border border-t-2 border-rule border-t-ink bg-sheet max-md:grid-cols-1">
      {actions.map((id) => (
        <Link
          key={id}
          className={`grid content-start gap-x-3 gap-y-0.5 pb-4 text-ink no-underline row-link hover:text-ink ${ROW}`}
          href={`/dashboard/${id}`}
        >
          <svg
            className="mt-2.5 mb-1.5 h-[88px] w-full overflow-visible fill-none stroke-signal [stroke-width:2.2] max-md:row-span-2 max-md:my-0 max-md:h-12 [&>path]:[vector-effect:non-scaling-stroke]"
            viewBox="0 0 300 88"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {stations[id]}
          </svg>
          <b className="px-5 text-base font-semibold max-md:px-0">{dashboardEntries[id]}</b>
          <span className="px-5 text-sm text-ink-2 max-md:col-start-2 max-md:px-0">{overviewTexts.quick[id]}</span>
          <em className="px-5 font-mono text-xs text-ink-2 not-italic max-md:col-start-3 max-md:row-span-2 max-md:row-start-1 max-md:px-0">
            {overviewTexts.toolCount(dashboardTools(id).length)}
          </em>
        </Link>
      ))}
    </div>
  </section>
)

/** One sentence about today, and the latest critical run. */
const Sentence = ({ total, verifications, worst, runs }: Today) => (
  <>
    {overviewTexts.today(total, verifications.length)}
    {worst === null ? null : (
      <>
        {' '}
        <b className="text-crit">
          {overviewTexts.critical(runs.reduce((sum, { critical }) => sum + critical, 0))}
        </b>:{' '}
        <code>{worst.input}</code>, “{worst.sentence}”
      </>
    )}
  </>
)

interface WelcomeProps {
  readonly user: User
  readonly today: Today | undefined
  /** The number of runs of this browser that the account does not have yet. */
  readonly unsaved: number
}

/** Greets the user, and shows today's events and the plan. */
const Welcome = ({ user: { email, plan }, today, unsaved }: WelcomeProps) => {
  const now = new Date(useNow(30_000))
  const name = nameOf(email)
  return (
    <section className="mb-7 flex items-end justify-between gap-6 max-xl:block">
      <div>
        <h1 className="mb-1.5 text-3xl tracking-hero">
          {[overviewTexts.greeting(now.getHours()), ...(name === undefined ? [] : [name])].join(', ')}
        </h1>
        <p className="text-pretty text-ink-2 wrap-anywhere max-md:min-h-[3lh]">
          {today === undefined ? '\u00A0' : <Sentence {...today} />}
        </p>
        {unsaved === 0 ? null : (
          <p className="mt-2 border border-dashed border-control px-3 py-1.5 text-ui" role="status">
            {overviewTexts.unsaved(unsaved)}
          </p>
        )}
      </div>
      <div className="grid justify-items-end gap-1.5 text-right max-xl:mt-4 max-xl:justify-items-start max-xl:text-left">
        <p className="wrap-anywhere">
          <code>{email}</code>
        </p>
        <p className="muted sm">
          {dashboardTexts.planOf(plan)}: {dashboardTexts.limitsOf(plan)}
        </p>
        <p className="muted sm">{dashboardTexts.enforcedOf(plan)}</p>
        {plan === 'enterprise' ? null : (
          <ButtonLink variant="primary" href="/pricing">
            {labels.upgradePlan}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/**
 * Saves the runs of this browser in the account, and returns whether that is done. Only then does the page load its numbers, so that all of
 * them agree.
 */
const useSavedRuns = (subject: string, isOwn: boolean): boolean => {
  const [isSaved, setSaved] = useState(() => !isOwn || unsavedRunsOf(subject).length === 0)
  useEffect(() => {
    if (isSaved) return
    const save = async () => (await import('../../lib/runs/save-runs.ts')).saveRuns()
    // If the runs can't be saved, the page shows the account's numbers without them.
    save()
      .catch(() => undefined)
      .finally(() => setSaved(true))
  }, [isSaved])
  return isSaved
}

const Sheets = ({ viewer: { user, actor } }: { readonly viewer: Viewer }) => {
  const isOwn = actor === undefined
  const isSaved = useSavedRuns(user.id, isOwn)
  const today = useData(isSaved ? 'stats.today' : undefined, {})
  const value = today.value?.data
  const unsaved = useUnsavedRuns().filter(({ subject }) => isOwn && subject === user.id).length
  return (
    <>
      {isOwn ? <CheckoutArrival plan={user.plan} /> : null}
      <Welcome user={user} today={value} unsaved={unsaved} />
      <PartFailed name={overviewTexts.day} failure={today.failure} onRetry={today.reload} />
      {value === undefined && today.isLoading ? <DayAwaited /> : null}
      {value === undefined ? null : <DayFigure today={value} />}
      <StatCards isSaved={isSaved} downToday={value?.down ?? []} />
      <QuickActions />
      <div className="grid grid-cols-[minmax(0,1.9fr)_minmax(300px,1fr)] items-stretch gap-6 max-xl:grid-cols-1">
        <RecentActivity isSaved={isSaved} isOwn={isOwn} />
        <Allowance user={user} isOwn={isOwn} />
      </div>
    </>
  )
}

/** The first page of the dashboard: the greeting, the day, the numbers, quick actions, recent activity and the allowance. */
export const Overview = () => {
  const viewer = useViewer()
  return viewer === undefined ? null : <Sheets key={viewer.user.id} viewer={viewer} />
}
