import { verificationLabels } from '@netbox/product'
import { verificationTexts } from '../../texts/email-verification.ts'
import { useVerification } from './verification-run.ts'
import * as buttonStyles from '../../components/ui/button.module.css'

/** Starts a verification. While one is running, it shows the progress and keeps the focus. */
export const VerifyButton = () => {
  const { phase, emails, results } = useVerification()
  const isBusy = phase === 'verifying'
  return (
    <button type="submit" className={`${buttonStyles.btn} ${buttonStyles.go}`} aria-disabled={isBusy}>
      {isBusy
        ? verificationTexts.verifying(Math.min(emails.length, results.length + 1), emails.length)
        : verificationLabels.verify}
    </button>
  )
}
