import { type ReactNode, useEffect } from 'react'
import { useLocation, Link } from 'wouter'
import { toast } from '../../lib/page/toasts.ts'
import { endViewAs, leaveViewAs, useViewedAs, useViewer, type Viewer } from '../../lib/session/viewer.ts'
import { dashboardNotices, dashboardTexts } from '../../texts/dashboard.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { OfflineHint, SkipLink, Brand } from './frame.tsx'
import { ViewerCache } from '../../lib/session/data.tsx'
import { WorldStrip } from './world-strip.tsx'
import { dashboardCategories, dashboardTools, DAY } from '@netbox/core'
import { dashboardEntries, labels } from '@netbox/product'
import { sitePages } from '../../texts/site-pages.ts'
import { DownGlyph, type Section, SectionGlyph } from '../ui/glyphs/line-glyphs.tsx'

const sections = ['overview', ...dashboardCategories] as const
// The product's own entries, below the specification's entries.
const personal = ['history', 'account'] as const

const names: Readonly<Record<Section, string>> = {
  ...dashboardEntries,
  history: sitePages.history.name,
  account: sitePages.account.name,
  admin: sitePages.admin.name,
}

const pathOf = (section: Section): string => {
  if (section === 'overview') return '/dashboard'
  return section === 'admin' ? '/admin' : `/dashboard/${section}`
}

const countOf = (section: Section): string => {
  const category = dashboardCategories.find((one) => one === section)
  if (category === undefined) return ''
  const count = dashboardTools(category).length
  return count === 0 ? dashboardTexts.soon : String(count)
}

// The entries are stops on a line; the current one is the signal.
const ENTRY = [
  'relative grid h-control grid-cols-[16px_20px_minmax(0,1fr)_auto] items-center gap-3 pr-5 pl-6 leading-ui no-underline focus-visible:-outline-offset-2',
  'before:z-1 before:border-2 max-xl:before:hidden [&>svg]:text-md',
  'max-xl:grid-cols-[20px_minmax(0,1fr)] max-xl:pl-4',
].join(' ')
const OTHER =
  'font-medium text-ink-2 hover:bg-press before:ml-[3px] before:size-2.5 before:border-control before:bg-tint hover:text-ink-2'
const CURRENT = [
  'border-y border-rule bg-sheet font-semibold text-ink hover:text-ink [&>svg]:text-signal',
  'before:ml-px before:size-3.5 before:rounded-full before:border-signal before:bg-signal',
  'max-xl:after:absolute max-xl:after:inset-y-0 max-xl:after:left-0 max-xl:after:border-l-4 max-xl:after:border-signal',
  'forced-colors:outline-2 forced-colors:-outline-offset-2',
].join(' ')

const Entry = ({ section, isCurrent }: { readonly section: Section; readonly isCurrent: boolean }) => {
  const hint = dashboardTexts.hints[section]
  return (
    <li className="max-xl:not-first:border-t max-xl:not-first:border-rule">
      <Link
        className={`${ENTRY} ${isCurrent ? CURRENT : OTHER}`}
        href={pathOf(section)}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <SectionGlyph section={section} />
        <span className="min-w-0">
          {names[section]}
          {hint === '' ? null : (
            <small className="block truncate text-xs font-normal text-ink-2 max-xl:hidden">{hint}</small>
          )}
        </span>
        <em className="font-mono text-xs font-normal not-italic max-xl:hidden">{countOf(section)}</em>
      </Link>
    </li>
  )
}

const LIST =
  'relative before:absolute before:top-[22px] before:bottom-[22px] before:left-[31px] before:w-0.5 before:bg-rule-2 max-xl:before:hidden'

// A narrow screen shows the current section in a closed row; the list follows the details element, and opens with it.
const Row = ({ section }: { readonly section: Section | undefined }) => (
  <details className="xl:hidden">
    <summary className="flex min-h-[52px] no-marker items-center gap-2.5 border-y border-rule bg-sheet px-4 font-semibold [&>svg]:text-md [&>svg]:text-signal [details[open]_&>svg:last-child]:rotate-180">
      {section === undefined ? null : <SectionGlyph section={section} />}
      <span className="flex-1">{section === undefined ? dashboardTexts.navigation : names[section]}</span>
      <DownGlyph />
    </summary>
  </details>
)

const PlanFoot = ({ user: { plan } }: Pick<Viewer, 'user'>) => (
  <div className="mx-6 mt-auto tall:sticky tall:bottom-6 mb-1 border-t-2 border-ink pt-3.5 text-sm text-balance text-ink-2 max-xl:hidden">
    <p className="font-semibold text-ink">{dashboardTexts.planOf(plan)}</p>
    <p>{dashboardTexts.limitsOf(plan)}</p>
    <p className="mt-1 text-ink-3">{dashboardTexts.enforcedOf(plan)}</p>
    {plan === 'enterprise' ? null : (
      <ButtonLink isSmall className="mt-3 w-full" href="/pricing">
        {labels.upgradePlan}
      </ButtonLink>
    )}
  </div>
)

/** The sections of the dashboard as stops on a line, with the plan at its end. */
export const SideNavigation = ({ viewer }: { readonly viewer: Viewer | undefined }) => {
  const [path] = useLocation()
  const own: readonly Section[] =
    viewer !== undefined && (viewer.actor ?? viewer.user).is_admin ? [...personal, 'admin'] : personal
  const current = [...sections, ...own].find((section) => pathOf(section) === path)
  return (
    <aside
      className="flex flex-col border-r border-rule bg-tint py-5 max-xl:border-r-0 max-xl:border-b max-xl:py-0 print:hidden"
      aria-label={dashboardTexts.side}
    >
      <div className="mb-6 self-start px-6 max-xl:mb-0 max-xl:px-4 max-xl:py-3.5">
        <Brand />
      </div>
      <Row key={path} section={current} />
      <nav
        className="max-xl:border-b-2 max-xl:border-ink max-xl:bg-sheet max-xl:[details:not([open])+&]:hidden"
        aria-label={dashboardTexts.navigation}
      >
        {[sections, own].map((list) => (
          <ul
            key={list[0]}
            className={`${LIST} not-first:mt-3.5 not-first:border-t not-first:border-rule-2 not-first:pt-3.5 max-xl:not-first:mt-0 max-xl:not-first:border-rule max-xl:not-first:pt-0`}
          >
            {list.map((section) => (
              <Entry key={section} section={section} isCurrent={section === current} />
            ))}
          </ul>
        ))}
      </nav>
      {viewer === undefined ? null : <PlanFoot user={viewer.user} />}
    </aside>
  )
}

// Browsers support timers of at most 24 days. A view lasts only minutes, but its stored end may be wrong.
const LONGEST = DAY

const useEnd = (expiresAt: number | undefined): void => {
  useEffect(() => {
    if (expiresAt === undefined) return undefined
    const end = () => {
      endViewAs()
      toast('info', dashboardNotices.viewEnded)
    }
    const timer = setTimeout(end, Math.min(LONGEST, Math.max(0, expiresAt - Date.now())))
    return () => clearTimeout(timer)
  }, [expiresAt])
}

/** Shows which user's dashboard an admin is viewing, with a link back. */
const ViewAsBanner = ({ email }: { readonly email: string }) => {
  const [, go] = useLocation()
  useEnd(useViewedAs()?.expiresAt)
  const exit = () => {
    void leaveViewAs()
    go('/admin')
  }
  return (
    <section
      className="flex items-center justify-between gap-x-5 gap-y-2 border-b border-band-edge bg-band px-10 py-2.5 text-ui text-band-ink max-xl:px-4 print:hidden [&_:focus-visible]:outline-on-ink-signal"
      aria-label={dashboardTexts.viewing}
    >
      <p className="min-w-0 wrap-anywhere">
        {dashboardTexts.viewing} <b className="font-mono font-medium">{email}</b>
        <span className="ml-3 text-band-ink-2 max-xl:ml-0 max-xl:block">{dashboardTexts.viewingWhat}</span>
      </p>
      <Button isSmall variant="band" onClick={exit}>
        {dashboardTexts.exit}
      </Button>
    </section>
  )
}

/** The frame of the pages behind sign-in. Personal parts appear when the user is known. */
export const DashboardLayout = ({ children }: { readonly children: ReactNode }) => {
  const viewer = useViewer()
  return (
    <div className="grid min-h-screen grid-cols-[248px_minmax(0,1fr)] max-xl:block">
      <SkipLink toInput />
      <SideNavigation viewer={viewer} />
      <div className="min-w-0">
        {viewer?.actor === undefined ? null : <ViewAsBanner email={viewer.user.email} />}
        <DashboardHeader viewer={viewer} />
        <WorldStrip className="[--spacing-edge:40px] [--container-page:100%] max-xl:[--spacing-edge:16px]" />
        <main
          className="max-w-[1320px] px-10 pt-9 pb-16 max-xl:px-4 max-xl:pt-6 max-xl:pb-12"
          id="content"
          tabIndex={-1}
        >
          <ViewerCache>{children}</ViewerCache>
        </main>
        <OfflineHint />
      </div>
    </div>
  )
}
