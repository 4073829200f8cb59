import type { User } from '@netbox/contract'
import { useId, useState } from 'react'
import { useEntryAside } from '../../components/layouts/entry-layout.tsx'
import { CodeField } from '../../components/ui/code-field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { accountNotice } from '../../lib/failure.ts'
import { useForm } from '../../lib/use-form.ts'
import { useNow } from '../../lib/use-now.ts'
import { useRequest } from '../../lib/use-request.ts'
import { authTexts } from '../../texts/auth.ts'
import { EntryHead } from './entry-head.tsx'
import * as authStyles from './auth.module.css'
import * as styles from './second-factor-step.module.css'
import { TwoSignalsDrawing } from './two-signals-drawing.tsx'
import * as textButton from '../../components/ui/text-button.module.css'

const { secondFactor: texts, login } = authTexts

const aside = { drawing: <TwoSignalsDrawing />, words: texts.aside, promise: texts.promise } as const

/** The progress of the sign-in: the password is done, the code is next. */
const Steps = () => (
  <ol className={styles.steps} aria-label={texts.stepsLabel}>
    {texts.steps.map(([name, said], at) => (
      <li key={name} aria-current={at === 1 ? 'step' : undefined}>
        <i aria-hidden="true" />
        <b>{name}</b>
        <span>{said}</span>
      </li>
    ))}
  </ol>
)

const PERIOD = 30_000

/** Says in how many seconds authenticator apps show the next code. Screen readers get a sentence that stays the same. */
export const CodeCountdown = () => {
  const left = Math.ceil((PERIOD - (useNow(1000) % PERIOD)) / 1000)
  return (
    <>
      <span className={styles.countdown} aria-hidden="true">
        {texts.changesIn(left)}
      </span>
      <span className={styles.period}>{texts.changes}</span>
    </>
  )
}

interface SecondStepProps {
  readonly email: string
  readonly finish: (code: string) => Promise<User>
  readonly onCancel: () => void
}

/** Asks for the second factor after a correct password. The page redirects after success. */
export const SecondStep = ({ email, finish, onCancel }: SecondStepProps) => {
  const alertId = useId()
  useEntryAside(aside)
  const [isRecovery, setRecovery] = useState(false)
  const { isBusy, failure, send } = useRequest()
  const check = ({ code }: { code: string }) => (code.trim() === '' ? { code: texts.missing } : {})
  const { errors, form } = useForm(['code'], check, ({ code }) => void send(async () => finish(code.trim())))
  const field = {
    name: 'code',
    required: true,
    // The field may take the focus at once, because the page's heading says what to enter.
    autoFocus: true,
    error: errors.code,
    blamedBy: failure?.code === 'factor_code_invalid' ? alertId : undefined,
  }
  return (
    <form {...form} className={authStyles.entryForm} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{isRecovery ? texts.recoveryLead : texts.lead}</EntryHead>
      <Steps />
      <FormAlert id={alertId} notice={failure === undefined ? undefined : accountNotice(texts.failed)(failure)} />
      {isRecovery ? (
        <TextField key="recovery" {...field} label={texts.recoveryCode(email)} autoComplete="off" spellCheck={false} />
      ) : (
        <CodeField
          key="app"
          {...field}
          label={texts.code(email)}
          hint={
            <>
              <CodeCountdown /> {texts.hint}
            </>
          }
          onComplete={(own) => own?.requestSubmit()}
        />
      )}
      <SubmitButton isBusy={isBusy} label={login.submit} busyLabel={login.busy} />
      <p className={`sm ${styles.actions}`}>
        <button type="button" className={textButton.textbtn} onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? texts.withApp : texts.withRecovery}
        </button>
        <button type="button" className={textButton.textbtn} onClick={onCancel}>
          {texts.other}
        </button>
      </p>
    </form>
  )
}
