import type { User } from '@netbox/contract'
import { parsePlan, planName } from '@netbox/core'
import { labels } from '@netbox/product'
import type { ReactNode } from 'react'
import { ManageSubscription } from '../../components/billing/subscription.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Chip } from '../../components/ui/chips.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { PageHead } from '../../components/ui/page-head.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { Timestamp } from '../../components/ui/records.tsx'
import { useData } from '../../lib/session/data.tsx'
import { useViewer } from '../../lib/session/viewer.ts'
import { accountTexts } from '../../texts/account.ts'
import { DataPart } from './data.tsx'
import { PasswordPart } from './password.tsx'
import { FactorPart } from './second-factor.tsx'
import { Section } from './section.tsx'
import { SessionsPart } from './sessions.tsx'
import { TokensPart } from './tokens.tsx'

const { plan: texts } = accountTexts

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-2">{name}</dt>
    <dd className="mt-0.5 flex min-h-7 items-center wrap-anywhere">{children}</dd>
  </div>
)

interface PlanPartProps {
  readonly user: User
  /** Whether users view their own account. An admin who views another user's account gets no links. */
  readonly isOwn: boolean
}

/** The user, the plan, and when it renews or ends. */
const PlanPart = ({ user: { email, plan }, isOwn }: PlanPartProps) => {
  const subscription = useData('subscription.status', {})
  const value = subscription.value?.data
  const end = value?.subscription_end ?? null
  const next = parsePlan(value?.subscription_next_tier ?? '') ?? null
  return (
    <Section title={texts.title} lead={texts.lead}>
      <dl className="mb-4.5 grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,2fr)] gap-x-6 gap-y-3.5 max-md:grid-cols-1">
        <Fact name={texts.email}>
          <span className="mono">{email}</span>
        </Fact>
        <Fact name={texts.plan}>
          <Chip variant="solid" isMono>
            {planName(plan).toUpperCase()}
          </Chip>
        </Fact>
        <Fact name={value?.subscription_renews !== true ? texts.end : next === null ? texts.renewal : texts.change}>
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
        </Fact>
      </dl>
      <PartState of={{ ...subscription, isLoading: false }} failed={texts.failed} />
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink isSmall href="/pricing">
          {labels.managePlan}
        </ButtonLink>
        {isOwn && plan !== 'free' ? <ManageSubscription /> : null}
      </div>
    </Section>
  )
}

const OwnParts = ({ user }: { readonly user: User }) => {
  const sessions = useData('account.sessions', {})
  return (
    <>
      <PasswordPart user={user} onChanged={sessions.reload} />
      <FactorPart user={user} onChanged={sessions.reload} />
      <SessionsPart sessions={sessions} />
      <TokensPart user={user} />
      <DataPart user={user} />
    </>
  )
}

/** The page of the user's own account. An admin who views the account of another user sees only the plan, and no personal data. */
export const Account = () => {
  const viewer = useViewer()
  if (viewer === undefined) return null
  const { user, actor } = viewer
  return (
    <div className="grid max-w-[1080px] grid-cols-1 gap-7">
      <PageHead title={accountTexts.title} lead={accountTexts.lead} />
      {/* If the plan changes while the page is open, its end changes too, so the part is created again. */}
      <PlanPart key={user.plan} user={user} isOwn={actor === undefined} />
      {actor === undefined ? (
        <OwnParts user={user} />
      ) : (
        <p>
          <Status severity="info" isSentence>
            {accountTexts.viewing(user.email)}
          </Status>
        </p>
      )}
    </div>
  )
}
