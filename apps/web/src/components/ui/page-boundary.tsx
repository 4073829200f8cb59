import { Component, type ReactNode, Suspense, type ComponentType, useEffect } from 'react'
import { failPage, showPageFailure } from '../../lib/page/load-code.ts'
import { lazyPart } from '../../lib/page/lazy-part.ts'

interface PageBoundaryProps {
  /** The path of a page that can't be used without its children. After an error, a change of the path renders the page again. */
  readonly path?: string
  /** Shown in place of failed children; without it, the page shows that a part of it failed. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

interface PageBoundaryState {
  readonly hasFailed?: boolean
  readonly path?: string | undefined
}

/**
 * Shows a message if its children fail or their code is missing, so that the rest of the site stays usable. React accepts error boundaries
 * only as classes.
 */
// oxlint-disable-next-line eslint-js/no-restricted-syntax
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = {}

  static getDerivedStateFromError = (): PageBoundaryState => ({ hasFailed: true })

  static getDerivedStateFromProps = ({ path }: PageBoundaryProps, state: PageBoundaryState): PageBoundaryState | null =>
    path === state.path ? null : { path, hasFailed: false }

  override componentDidUpdate({ path }: PageBoundaryProps): void {
    if (path !== this.props.path) showPageFailure(false)
  }

  override componentDidCatch(error: unknown): void {
    const { path, instead } = this.props
    if (path !== undefined) void failPage(error)
    else if (instead === undefined) showPageFailure(true)
  }

  override render(): ReactNode {
    return this.state.hasFailed === true ? this.props.instead : this.props.children
  }
}

interface PartBoundaryProps extends Pick<PageBoundaryProps, 'instead' | 'children'> {
  /** Shown while the code loads. */
  readonly fallback?: ReactNode
}

/** The place of a part that loads on demand. */
export const PartBoundary = ({ instead, fallback = null, children }: PartBoundaryProps) => (
  <PageBoundary instead={instead}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </PageBoundary>
)

interface PrerenderedPart {
  /** Selects the prerendered element. */
  readonly element: string
  readonly fallback: ReactNode
  readonly load: () => Promise<ComponentType>
}

/**
 * Declares a part of a prerendered page that works without its code: links, forms, choices. React leaves the part unchanged until the
 * visitor leaves the page: then the code loads, so that the page is complete on return.
 */
export const prerenderedPart = ({ element, fallback, load }: PrerenderedPart): ComponentType => {
  let leave: () => void = () => undefined
  const hasLeft = new Promise<void>((resolve) => (leave = resolve))
  const Part = lazyPart(async () => {
    if (!import.meta.env.SSR && document.querySelector(element) !== null) await hasLeft
    return load()
  })
  // The element is created only once, so that React does not render it again while its code loads.
  const place = (
    <PartBoundary fallback={fallback}>
      <Part />
    </PartBoundary>
  )
  return () => {
    useEffect(() => leave, [])
    return place
  }
}
