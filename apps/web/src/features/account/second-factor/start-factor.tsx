import type { FactorEnrolment } from '@netbox/contract'
import { useId } from 'react'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { TextField } from '../../../components/ui/text-field.tsx'
import { accountNotice } from '../../../lib/failure.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useForm } from '../../../lib/use-form.ts'
import { accountTexts } from '../../../texts/account.ts'
import * as accountStyles from '../account.module.css'

const { factor: texts } = accountTexts

const LONGEST_NAME = 60

interface StartFactorProps {
  readonly isFirst: boolean
  readonly onStarted: (enrolment: FactorEnrolment) => void
}

/** Names a new authenticator app. */
export const StartFactor = ({ isFirst, onStarted }: StartFactorProps) => {
  const alertId = useId()
  const { isBusy, failure, problem, perform } = useAction()
  const start = async (name: string): Promise<void> => {
    const enrolment = await perform(async (client) => client.call('account.enrolFactor', { body: { name } }), {
      onFailure: accountNotice(texts.startFailed),
    })
    if (enrolment !== undefined) onStarted(enrolment)
  }
  const check = ({ name }: { name: string }) => (name.trim() === '' ? { name: texts.nameMissing } : {})
  const { errors, form } = useForm(['name'], check, ({ name }) => void start(name.trim()))
  return (
    <form {...form} className={accountStyles.accForm} aria-busy={isBusy}>
      <FormAlert id={alertId} notice={problem} />
      <TextField
        label={texts.name}
        name="name"
        maxLength={LONGEST_NAME}
        autoComplete="off"
        required
        defaultValue={isFirst ? texts.nameDefault : ''}
        error={errors.name}
        blamedBy={failure?.code === 'factor_name_taken' ? alertId : undefined}
      />
      <SubmitButton isBusy={isBusy} label={isFirst ? texts.setUp : texts.another} busyLabel={texts.busy} isPlain />
    </form>
  )
}
