import { type Failure, useAction } from '../../lib/requests.ts'
import { openPaymentPage } from './payment.ts'
import { billingNotices, billingTexts } from '../../texts/billing.ts'
import { Button } from '../ui/button.tsx'
import { FormAlert } from '../ui/form-alert.tsx'

const noticeOf = ({ code, message }: Failure) =>
  code === 'not_subscribed' ? billingNotices.nothingToManage : billingNotices.notOpened(message)

/** Opens the payment provider's page on which a subscription is changed or cancelled. */
export const ManageSubscription = () => {
  const { isBusy, problem, perform } = useAction()
  const open = async (): Promise<void> =>
    perform(async (client) => openPaymentPage(await client.call('subscription.portal')), { onFailure: noticeOf })
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 [&>div:not(:empty)]:basis-full">
      <Button isSmall aria-disabled={isBusy} onClick={() => void open()}>
        {isBusy ? billingTexts.manageBusy : billingTexts.manage}
      </Button>
      <p className="text-sm text-ink-2">{billingTexts.manageHint}</p>
      <FormAlert notice={problem} />
    </div>
  )
}
