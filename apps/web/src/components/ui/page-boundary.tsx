import { Component, type ReactNode } from 'react'
import { showPageFailure } from '../../lib/page-failure.ts'

interface PageBoundaryProps {
  /** The path of the page. After an error, a change of the path renders the page again. */
  readonly path?: string
  readonly children: ReactNode
}

interface PageBoundaryState {
  readonly hasFailed?: boolean
  readonly path?: string | undefined
}

/**
 * Shows a message if the code of a page fails, so that the rest of the site stays usable. React accepts error boundaries only as classes,
 * and the package that wraps them adds 0.4 kB to every page.
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

  override componentDidCatch(): void {
    showPageFailure(true)
  }

  override render(): ReactNode {
    return this.state.hasFailed === true ? null : this.props.children
  }
}
