import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { labels } from '@netbox/product'
import { loginPath } from '../features/auth/entry-paths.ts'
import { useSession } from '../lib/session.ts'
import { pageHeads } from '../texts/page-names.ts'
import { type PageName, routeOf } from './routes.ts'

const heads: Readonly<Partial<Record<PageName, { readonly title?: string; readonly lead?: string }>>> = pageHeads

interface GuardProps {
  readonly path: string
  readonly children: ReactNode
}

/** Shows a page to signed-in users. Until the session is verified, it shows the page's heading; visitors are redirected to the sign-in page. */
export const Guard = ({ path, children }: GuardProps) => {
  const { status, user } = useSession()
  const [, go] = useLocation()
  useEffect(() => {
    // Sign-out has already started another navigation, which must not be replaced.
    if (status === 'anonymous' && location.pathname === path)
      go(loginPath(`${path}${location.search}`), { replace: true })
  }, [status, path, go])
  if (user !== undefined) return children
  const { page, name } = routeOf(path)
  const { title = name, lead } = heads[page] ?? {}
  return (
    <>
      <h1 className="mb-1.5 text-3xl leading-tight tracking-hero">{title}</h1>
      {lead === undefined ? null : <p className="mb-5 text-ink-2">{lead}</p>}
      <p role="status">{labels.loading}</p>
    </>
  )
}
