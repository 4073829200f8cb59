import { showLimit } from '@netbox/core'
import { FREE_VERIFICATION_LIMIT } from '@netbox/product'
import { verificationTexts } from '../../texts/email-verification.ts'

/** The facts before the list is sent: the number of addresses that still fit, and that no message is sent. */
export const Facts = ({ remaining }: { readonly remaining: number }) => (
  <dl>
    <div>
      <dt>{verificationTexts.remaining}</dt>
      <dd>
        {remaining === -1 ? showLimit(remaining) : verificationTexts.remainingOf(remaining, FREE_VERIFICATION_LIMIT)}
      </dd>
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
