import { showLimit } from '@netbox/core'
import { FREE_VERIFICATION_LIMIT } from '@netbox/product'
import { createElement, useEffect } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { useSession } from '../../lib/session-state.ts'
import { verificationTexts } from '../../texts/email-verification.ts'

const monthLeft = deferred('src/features/email-verification/month-left.tsx', async () =>
  import('./month-left.tsx').then(({ MonthLeft }) => MonthLeft),
)

/** The remaining verifications of this month on a paid plan. Until the number is known, `unlimited` appears. */
const OfMonth = () => {
  const MonthLeft = monthLeft.use()
  const { user } = useSession()
  useEffect(() => void monthLeft.load().catch(() => undefined), [])
  return MonthLeft === undefined || user === undefined ? showLimit(-1) : createElement(MonthLeft, { key: user.id })
}

/** The facts before the list is sent: the remaining verifications, and that no message is sent. */
export const Facts = ({ remaining }: { readonly remaining: number }) => (
  <dl>
    <div>
      <dt>{remaining === -1 ? verificationTexts.month : verificationTexts.remaining}</dt>
      <dd>{remaining === -1 ? <OfMonth /> : verificationTexts.remainingOf(remaining, FREE_VERIFICATION_LIMIT)}</dd>
    </div>
    <div>
      <dt>{verificationTexts.messageSent}</dt>
      <dd>{verificationTexts.never}</dd>
    </div>
    <div>
      <dt>{verificationTexts.cache}</dt>
      <dd>{verificationTexts.cacheTime}</dd>
    </div>
  </dl>
)
