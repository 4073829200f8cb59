import { labels } from '@netbox/core'
import { Link, useLocation } from 'wouter'
import { useGuard } from '../features/auth/use-guard.ts'
import { signOut } from '../lib/session.ts'
import { dashboardTexts } from '../texts/dashboard.ts'
import type { PageProps } from './load-page.ts'
import './dashboard-page.css'

/** The page at `/dashboard`, for who is signed in. */
export const Page = ({ path }: PageProps) => {
  const user = useGuard(path)
  const [, go] = useLocation()
  const leave = () => {
    go('/')
    void signOut()
  }
  return (
    <section className="wrap page-head dash">
      <h1>{labels.dashboard}</h1>
      {user === undefined ? (
        <p role="status">{labels.loading}</p>
      ) : (
        <>
          <p className="dash-who">
            {dashboardTexts.signedInAs} <b>{user.email}</b>{' '}
            <span className="chip solid">{user.plan.toUpperCase()}</span>
          </p>
          <p className="muted">{dashboardTexts.soon}</p>
          <ul>
            {dashboardTexts.links.map(({ href, name }) => (
              <li key={href}>
                <Link href={href}>{name}</Link>
              </li>
            ))}
          </ul>
          <button type="button" className="btn" onClick={leave}>
            {labels.signOut}
          </button>
        </>
      )}
    </section>
  )
}
