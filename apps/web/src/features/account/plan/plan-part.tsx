import type { User } from '@netbox/contract'
import { planName } from '@netbox/core'
import { labels } from '@netbox/product'
import { Link } from 'wouter'
import { ManageSubscription } from '../../../components/billing/manage-subscription.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { loadViewerApi } from '../../../lib/viewer.ts'
import { accountTexts } from '../../../texts/account.ts'
import { Section } from '../section.tsx'

const { plan: texts } = accountTexts

interface PlanPartProps {
  readonly user: User
  /** Whether users view their own account; an admin who views another's can't open anything. */
  readonly isOwn: boolean
}

/** The user, the plan, and its end. */
export const PlanPart = ({ user: { id, email, plan }, isOwn }: PlanPartProps) => {
  // If the plan changes while the page is open, its end changes too.
  const subscription = useLoaded(`${id} ${plan}`, async (signal) => {
    const { data } = await (await loadViewerApi()).call('subscription.status', { signal })
    return data
  })
  const { value } = subscription
  const end = value?.subscription_end ?? null
  return (
    <Section title={texts.title} lead={texts.lead}>
      <dl className="acc-facts">
        <div>
          <dt>{texts.email}</dt>
          <dd className="mono">{email}</dd>
        </div>
        <div>
          <dt>{texts.plan}</dt>
          <dd>
            <span className="chip solid mono">{planName(plan).toUpperCase()}</span>
          </dd>
        </div>
        <div>
          <dt>{texts.end}</dt>
          <dd>
            {value === undefined && subscription.isLoading ? labels.loading : null}
            {value === undefined ? null : end === null ? (
              plan === 'free' ? (
                texts.noPlanEnd
              ) : (
                texts.noEnd
              )
            ) : (
              <Moment at={end} />
            )}
          </dd>
        </div>
      </dl>
      <PartState of={{ ...subscription, isLoading: false }} failed={texts.failed} />
      <div className="acc-plan">
        <Link className="btn sm" href="/pricing">
          {labels.managePlan}
        </Link>
        {isOwn && plan !== 'free' ? <ManageSubscription /> : null}
      </div>
    </Section>
  )
}
