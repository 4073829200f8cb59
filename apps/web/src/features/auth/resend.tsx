import { loginMessages, type Notice } from '@netbox/product'
import { useState } from 'react'
import { loadApi } from '../../lib/api.ts'
import { accountNotice } from '../../lib/failure.ts'
import { useRequest } from '../../lib/use-request.ts'
import { authTexts } from '../../texts/auth.ts'
import * as textButton from '../../components/ui/text-button.module.css'
import * as styles from './auth.module.css'

const resend = async (email: string): Promise<void> => {
  await (await loadApi()).call('auth.resend', { body: { email } })
}

/** Sends the confirmation again; the response is the same for every address. */
export const useResend = () => {
  const request = useRequest()
  const [sentTo, setSentTo] = useState<string>()
  const send = async (email: string): Promise<void> => {
    setSentTo(undefined)
    if (await request.send(async () => resend(email))) setSentTo(email)
  }
  const { failure, isBusy } = request
  const problem: Notice | undefined =
    failure === undefined ? undefined : accountNotice(authTexts.recover.failed)(failure)
  return { isBusy, sentTo, problem, send }
}

/** The button that sends the mail again, and the outcome. */
export const Resend = ({
  state: { isBusy, sentTo, problem },
  label = loginMessages.sendAgain,
  onSend,
}: {
  readonly state: ReturnType<typeof useResend>
  readonly label?: string
  readonly onSend: () => void
}) => (
  <>
    <button type="button" className={textButton.textbtn} aria-disabled={isBusy} onClick={onSend}>
      {isBusy ? authTexts.resend.busy : label}
    </button>
    <span role="status" className={styles.resendSaid}>
      {sentTo === undefined ? null : authTexts.resend.done(sentTo)}
      {problem?.message}
    </span>
  </>
)
