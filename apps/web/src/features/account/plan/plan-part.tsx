import type { User } from '@netbox/contract'
import { parsePlan, planName } from '@netbox/core'
import { labels } from '@netbox/product'
import { Link } from 'wouter'
import { ManageSubscription } from '../../../components/billing/manage-subscription.tsx'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { useData } from '../../../lib/use-data.ts'
import { accountTexts } from '../../../texts/account.ts'
import { Section } from '../section.tsx'
import * as button from '../../../components/ui/button.module.css'
import * as chipStyles from '../../../components/ui/chip.module.css'
import * as accountStyles from '../account.module.css'

const { plan: texts } = accountTexts

interface PlanPartProps {
  readonly user: User
  /** Whether users view their own account. An admin who views another user's account gets no links. */
  readonly isOwn: boolean
}

/** The user, the plan, and when it renews or ends. */
export const PlanPart = ({ user: { email, plan }, isOwn }: PlanPartProps) => {
  const subscription = useData('subscription.status', {})
  const value = subscription.value?.data
  const end = value?.subscription_end ?? null
  const next = parsePlan(value?.subscription_next_tier ?? '') ?? null
  return (
    <Section title={texts.title} lead={texts.lead}>
      <dl className={accountStyles.accFacts}>
        <div>
          <dt>{texts.email}</dt>
          <dd className="mono">{email}</dd>
        </div>
        <div>
          <dt>{texts.plan}</dt>
          <dd>
            <span className={`${chipStyles.chip} ${chipStyles.solid} mono`}>{planName(plan).toUpperCase()}</span>
          </dd>
        </div>
        <div>
          <dt>{value?.subscription_renews !== true ? texts.end : next === null ? texts.renewal : texts.change}</dt>
          <dd>
            {value === undefined && subscription.isLoading ? labels.loading : null}
            {value === undefined ? null : end === null ? (
              plan === 'free' ? (
                texts.noPlanEnd
              ) : (
                texts.noEnd
              )
            ) : (
              <Timestamp at={end} />
            )}
            {value?.subscription_past_due === true ? <p>{texts.pastDue}</p> : null}
            {next === null ? null : <p>{texts.next(planName(next))}</p>}
          </dd>
        </div>
      </dl>
      <PartState of={{ ...subscription, isLoading: false }} failed={texts.failed} />
      <div className={accountStyles.accPlan}>
        <Link className={`${button.btn} sm`} href="/pricing">
          {labels.managePlan}
        </Link>
        {isOwn && plan !== 'free' ? <ManageSubscription /> : null}
      </div>
    </Section>
  )
}
