import { loadApi } from '../../lib/api.ts'
import type { Failure } from '../../lib/failure.ts'
import { openPaymentPage } from '../../lib/payment-page.ts'
import { useRequest } from '../../lib/use-request.ts'
import { billingNotices, billingTexts } from '../../texts/billing.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import * as buttonStyles from '../ui/button.module.css'
import * as styles from './manage-subscription.module.css'

const noticeOf = ({ code, message }: Failure) =>
  code === 'not_subscribed' ? billingNotices.nothingToManage : billingNotices.notOpened(message)

const openPortal = async (): Promise<void> => openPaymentPage(await (await loadApi()).call('subscription.portal'))

/** Opens the payment provider's page on which a subscription is changed or cancelled. */
export const ManageSubscription = () => {
  const { isBusy, failure, send } = useRequest()
  return (
    <div className={styles.manage}>
      <button
        type="button"
        className={`${buttonStyles.btn} sm`}
        aria-disabled={isBusy}
        onClick={() => void send(openPortal)}
      >
        {isBusy ? billingTexts.manageBusy : billingTexts.manage}
      </button>
      <p className="muted sm">{billingTexts.manageHint}</p>
      <FormAlert notice={failure === undefined ? undefined : noticeOf(failure)} />
    </div>
  )
}
