import type { User } from '@netbox/contract'
import { labels } from '@netbox/product'
import { Link } from 'wouter'
import { useNow } from '../../lib/use-now.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { nameOf, untilMidnight } from './greeting.ts'

/** Greets whose dashboard it is, and says which plan they have. */
export const Welcome = ({ user: { email, plan } }: { readonly user: User }) => {
  const now = new Date(useNow(30_000))
  const name = nameOf(email)
  return (
    <section className="welcome">
      <div>
        <h1>{[overviewTexts.greeting(now.getHours()), ...(name === undefined ? [] : [name])].join(', ')}</h1>
        <p className="muted">{overviewTexts.plan(email, plan, untilMidnight(now))}</p>
      </div>
      <Link className="btn go" href="/pricing">
        {labels.upgradePlan}
      </Link>
    </section>
  )
}
