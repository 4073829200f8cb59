import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Router, useLocation } from 'wouter'
import { PageBoundary, PartBoundary } from './components/ui/page-boundary.tsx'
import { HYDRATED, focusHeading } from './lib/page/page-start.ts'
import { lazyPart } from './lib/page/lazy-part.ts'
import { lastArrival, usePagePath, usePageSearch } from './lib/page/navigation.ts'
import { showPageFailure } from './lib/page/load-code.ts'
import { usePalette } from './lib/page/palette.ts'
import { useToasts } from './lib/page/toasts.ts'
import { pageAt } from './routes/pages.ts'
import { routeOf, type PageName } from './routes/routes.ts'
import { labels } from '@netbox/product'
import { loginPath } from './features/auth/entry-paths.ts'
import { useSession } from './lib/session/session.ts'
import { type SitePage, sitePages } from './texts/site-pages.ts'

const heads: Readonly<Partial<Record<PageName, SitePage>>> = sitePages

interface GuardProps {
  readonly path: string
  readonly children: ReactNode
}

/** Shows a page to signed-in users. Until the session is verified, it shows the page's heading; visitors are redirected to the sign-in page. */
const Guard = ({ path, children }: GuardProps) => {
  const { status, user } = useSession()
  const [, go] = useLocation()
  useEffect(() => {
    // Sign-out has already started another navigation, which must not be replaced.
    if (status === 'anonymous' && location.pathname === path)
      go(loginPath(`${path}${location.search}`), { replace: true })
  }, [status, path, go])
  if (user !== undefined) return children
  const { page, name } = routeOf(path)
  const { heading = name, lead } = heads[page] ?? {}
  return (
    <>
      <h1 className="mb-1.5 text-3xl leading-tight tracking-hero">{heading}</h1>
      {lead === undefined ? null : <p className="mb-5 text-ink-2">{lead}</p>}
      <p role="status">{labels.loading}</p>
    </>
  )
}

/** Sets the title, the metadata, the scroll position and the focus after a navigation, as the browser does when it loads a page. */
const useArrival = (path: string): void => {
  const before = useRef<string>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = path
    if (last === undefined || last === path) return
    const route = routeOf(path)
    document.title = route.title
    import('./routes/head.ts').then(
      ({ replaceHead }) => before.current === path && replaceHead(path),
      // Offline, the page works without its metadata.
      () => undefined,
    )
    // After Back or Forward, the browser restores only the scroll position.
    if (lastArrival() === 'history') return focusHeading()
    if (lastArrival() !== 'link') return
    scrollTo(0, 0)
    if (routeOf(last).page !== route.page) focusHeading()
  }, [path])
}

/** Announces that the boundary around it is hydrated. */
const Hydrated = () => {
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED)), [])
  return null
}

const Place = () => {
  const [path] = useLocation()
  useArrival(path)
  const { Page, Layout } = pageAt(path)
  const page = <Page path={path} />
  return (
    <Layout>
      <PageBoundary path={path}>
        {routeOf(path).frame === 'dashboard' ? <Guard path={path}>{page}</Guard> : page}
        <Hydrated />
      </PageBoundary>
    </Layout>
  )
}

const Palette = lazyPart(async () => (await import('./features/palette/palette.tsx')).Palette)
const Toaster = lazyPart(async () => (await import('./components/ui/toaster.tsx')).Toaster)

/** What appears over every page: the palette and the toasts. */
const Overlays = () => {
  const { isOpen } = usePalette()
  const hasToasts = useToasts().length > 0
  const [hadToasts, keepToaster] = useState(false)
  // Screen readers announce a toast only in a live region that exists before it, so the region stays. It is shown when its code is there, so
  // nothing waits for it.
  useEffect(() => {
    if (hasToasts)
      Toaster.preload().then(
        () => keepToaster(true),
        () => showPageFailure(true),
      )
  }, [hasToasts])
  return (
    <>
      <PartBoundary>{isOpen ? <Palette /> : null}</PartBoundary>
      <PartBoundary>{hadToasts ? <Toaster /> : null}</PartBoundary>
    </>
  )
}

const pageLocation = { hook: usePagePath, searchHook: usePageSearch }

/** The site. The server passes the path; a browser reads it from the address. */
export const App = ({ ssrPath }: { readonly ssrPath?: string }) => (
  // Pages are prerendered without a query, so they are hydrated without one; the next render has the query.
  <Router {...pageLocation} ssrSearch="" {...(ssrPath === undefined ? {} : { ssrPath })}>
    <PartBoundary>
      <Place />
    </PartBoundary>
    <Overlays />
  </Router>
)
