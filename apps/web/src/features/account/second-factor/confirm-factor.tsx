import type { FactorEnrolment } from '@netbox/contract'
import { useId } from 'react'
import { CodeField } from '../../../components/ui/code-field.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { CopyGlyph } from '../../../components/ui/glyphs/action-glyphs.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { copyAndSay } from '../../../lib/copy-and-say.ts'
import { accountNotice } from '../../../lib/failure.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useForm } from '../../../lib/use-form.ts'
import { accountTexts } from '../../../texts/account.ts'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as accountStyles from '../account.module.css'
import * as styles from './factor-part.module.css'

const { factor: texts } = accountTexts

const inGroups = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')

const Scan = ({
  enrolment: { qr_code: picture, secret },
  email,
}: Omit<ConfirmFactorProps, 'onConfirmed' | 'onCancel'>) => (
  <div className={styles.accScan}>
    <img src={`data:image/svg+xml;utf-8,${picture}`} alt={texts.picture} width="216" height="216" />
    <div>
      <p>{texts.scanLead}</p>
      <dl className={styles.accScanFacts}>
        <div>
          <dt>{texts.account}</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>{texts.secret}</dt>
          <dd>{inGroups(secret)}</dd>
        </div>
        <div>
          <dt>{texts.kind}</dt>
          <dd>{texts.kindText}</dd>
        </div>
      </dl>
      <button
        type="button"
        className={`${buttonStyles.btn} sm`}
        onClick={() => void copyAndSay(secret, { copied: texts.secretCopied, notCopied: texts.secretNotCopied })}
      >
        <CopyGlyph />
        {texts.copySecret}
      </button>
    </div>
  </div>
)

interface ConfirmFactorProps {
  readonly enrolment: FactorEnrolment
  readonly email: string
  /** Called with the recovery codes after the first app, and without codes after further apps. */
  readonly onConfirmed: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Shows the data for an app, and accepts its first code. */
export const ConfirmFactor = ({ enrolment, email, onConfirmed, onCancel }: ConfirmFactorProps) => {
  const alertId = useId()
  const { isBusy, failure, problem, perform } = useAction()
  const confirm = async (code: string): Promise<void> => {
    const call = { params: { id: enrolment.id }, body: { code } }
    const answer = await perform(async (client) => client.call('account.confirmFactor', call), {
      onSuccess: texts.added,
      onFailure: accountNotice(texts.confirmFailed),
    })
    if (answer !== undefined) onConfirmed(answer.recovery_codes)
  }
  const check = ({ code }: { code: string }) => (code.trim() === '' ? { code: texts.codeMissing } : {})
  const { errors, form } = useForm(['code'], check, ({ code }) => void confirm(code))
  return (
    <ol className={styles.accSteps}>
      <li>
        <h3>{texts.scan}</h3>
        <Scan enrolment={enrolment} email={email} />
      </li>
      <li>
        <h3>{texts.codeStep}</h3>
        <form {...form} className={accountStyles.accForm} aria-busy={isBusy}>
          <FormAlert id={alertId} notice={problem} />
          <CodeField
            label={texts.code}
            name="code"
            required
            error={errors.code}
            blamedBy={failure?.code === 'factor_code_invalid' ? alertId : undefined}
            hint={texts.codeHint}
          />
          <p className={styles.accActions}>
            <SubmitButton isBusy={isBusy} label={texts.turnOn} busyLabel={texts.turningOn} />
            <button type="button" className={buttonStyles.btn} onClick={onCancel}>
              {texts.cancel}
            </button>
          </p>
        </form>
      </li>
      <li className={styles.later}>
        <h3>{texts.keep}</h3>
        <p className="sm muted">{texts.keepLead}</p>
      </li>
    </ol>
  )
}
