import { labels } from '@netbox/product'
import { createElement, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { clearKeptStores } from '../../lib/kept-store.ts'
import { failureTexts } from '../../texts/failures.ts'

const reload = () => location.reload()

const clearAndReload = () => {
  clearKeptStores()
  reload()
}

interface PageFailureProps {
  /** `stopped`: its code failed. `absent`: its code did not arrive. */
  readonly reason: 'stopped' | 'absent'
}

/** Stands in place of a page that can't be shown: what happened, and the ways on. */
export const PageFailure = ({ reason }: PageFailureProps) => (
  <section className="wrap page-failure" role="alert">
    <h1>{failureTexts[reason]}</h1>
    <p>{failureTexts[`${reason}Why`]}</p>
    <p className="page-failure-ways">
      <button type="button" className="btn go" onClick={reload}>
        {failureTexts.reload}
      </button>
      {reason === 'stopped' ? (
        <button type="button" className="btn" onClick={clearAndReload}>
          {failureTexts.clear}
        </button>
      ) : null}
      {/* A link of the browser's: what failed here may fail in the router too. */}
      <a className="btn" href="/">
        {failureTexts.home}
      </a>
    </p>
  </section>
)

const stopped = () => createElement(PageFailure, { reason: 'stopped' })

interface PageBoundaryProps {
  /** A page of another path is tried anew. */
  readonly path?: string
  readonly children: ReactNode
}

/** Shows a page, or a sentence in its place when its code fails. */
export const PageBoundary = ({ path, children }: PageBoundaryProps) => (
  <ErrorBoundary fallbackRender={stopped} resetKeys={[path]}>
    {children}
  </ErrorBoundary>
)

/** Stands in place of a part of a page whose code could not be loaded. */
export const AbsentPart = ({ onRetry }: { readonly onRetry: () => void }) => (
  <p className="wrap absent-part" role="alert">
    {failureTexts.absentPart}{' '}
    <button type="button" className="btn sm" onClick={onRetry}>
      {labels.retry}
    </button>
  </p>
)
