import { createElement, useEffect, useRef, useState } from 'react'
import { Router, useLocation } from 'wouter'
import { PublicLayout } from './components/layouts/public-layout.tsx'
import { PageBoundary } from './components/ui/page-boundary.tsx'
import { deferred } from './lib/deferred.ts'
import { HYDRATED } from './lib/hydrated.ts'
import { loadCode } from './lib/load-code.ts'
import { focusHeading, lastArrival } from './lib/navigation.ts'
import { showPageFailure } from './lib/page-failure.ts'
import { closePalette, hideKeys, useKeys, usePalette } from './lib/palette.ts'
import { useToasts } from './lib/toasts.ts'
import { loadedPage, loadPage, type PageModule } from './routes/load-page.ts'
import { routeOf } from './routes/routes.ts'

interface Shown {
  readonly path: string
  readonly module: PageModule
}

const shownAt = (path: string): Shown | undefined => {
  const module = loadedPage(routeOf(path).page)
  return module === undefined ? undefined : { path, module }
}

/** Returns the page of a path. While its code loads, or if it fails to load, the previous page stays. */
const usePage = (path: string): Shown | undefined => {
  const [shown, show] = useState(() => shownAt(path))
  const isThere = shown?.path === path
  const next = isThere ? undefined : shownAt(path)
  if (next !== undefined) show(next)
  useEffect(() => {
    if (isThere) return undefined
    let isWanted = true
    const load = async () => loadPage(routeOf(path), path)
    loadCode(load, () => isWanted).then(
      () => isWanted && show(shownAt(path)),
      () => isWanted && showPageFailure(true),
    )
    return () => {
      isWanted = false
      showPageFailure(false)
    }
  }, [isThere, path])
  return next ?? shown
}

/** Sets the title, the metadata, the scroll position and the focus after a navigation, as the browser does when it loads a page. */
const useArrival = (shown: Shown | undefined): void => {
  const before = useRef<Shown>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = shown
    if (shown === undefined || last === undefined || last.path === shown.path) return
    document.title = routeOf(shown.path).title
    import('./routes/head.ts').then(
      ({ replaceHead }) => before.current === shown && replaceHead(shown.path),
      // Offline, the page works without its metadata.
      () => undefined,
    )
    // After Back or Forward, the browser restores only the scroll position.
    if (lastArrival() === 'history') return focusHeading()
    if (lastArrival() !== 'link') return
    scrollTo(0, 0)
    if (last.module !== shown.module) focusHeading()
  }, [shown])
}

const palette = deferred('src/features/palette/palette.tsx', async () =>
  import('./features/palette/palette.tsx').then(({ Palette }) => Palette),
)

const PalettePlace = () => {
  const { isOpen } = usePalette()
  const Palette = palette.use()
  useEffect(() => {
    if (isOpen) palette.load().catch(closePalette)
  }, [isOpen])
  return isOpen && Palette !== undefined ? createElement(Palette) : null
}

const keysDialog = deferred('src/features/keys/keys-dialog.tsx', async () =>
  import('./features/keys/keys-dialog.tsx').then(({ KeysDialog }) => KeysDialog),
)

const KeysPlace = () => {
  const isShown = useKeys()
  const KeysDialog = keysDialog.use()
  useEffect(() => {
    if (isShown) keysDialog.load().catch(hideKeys)
  }, [isShown])
  return isShown && KeysDialog !== undefined ? createElement(KeysDialog) : null
}

const toaster = deferred('src/components/ui/toaster.tsx', async () =>
  import('./components/ui/toaster.tsx').then(({ Toaster }) => Toaster),
)

const ToastPlace = () => {
  const hasToasts = useToasts().length > 0
  const Toaster = toaster.use()
  useEffect(() => {
    // A failure is ignored, because the page shows each message too.
    if (hasToasts) toaster.load().catch(() => undefined)
  }, [hasToasts])
  return Toaster === undefined ? null : createElement(Toaster)
}

/** Announces that the boundary around it is hydrated. */
const Hydrated = () => {
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED)), [])
  return null
}

const Place = () => {
  const [path] = useLocation()
  const shown = usePage(path)
  useArrival(shown)
  if (shown === undefined) return null
  const { Page, Layout = PublicLayout } = shown.module
  return (
    <Layout>
      <PageBoundary path={shown.path}>
        <Page path={shown.path} />
        <Hydrated />
      </PageBoundary>
    </Layout>
  )
}

/** The site. The server passes the path; a browser reads it from the address. */
export const App = ({ ssrPath }: { readonly ssrPath?: string }) => (
  // Pages are prerendered without a query, so they are hydrated without one; the next render has the query.
  <Router ssrSearch="" {...(ssrPath === undefined ? {} : { ssrPath })}>
    <PageBoundary>
      <Place />
      <PalettePlace />
      <KeysPlace />
      <ToastPlace />
    </PageBoundary>
  </Router>
)
