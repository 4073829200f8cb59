import type { User } from '@netbox/contract'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import * as v from 'valibot'
import { useEntryAside } from '../../components/layouts/entry-layout.tsx'
import { NodeLine } from '../../components/stages/node-line.tsx'
import { SubmitButton, TextButton } from '../../components/ui/button.tsx'
import { CodeField } from '../../components/ui/code-field.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { accountNotice, useAction } from '../../lib/session/requests.ts'
import { filled, useForm } from '../../lib/page/form.ts'
import { useNow } from '../../lib/page/time.ts'
import { authTexts } from '../../texts/auth.ts'
import { EntryForm, EntryHead } from './entry.tsx'
import { loginPath, REPLACE_APP } from './entry-paths.ts'

const codeForm = v.object({ code: filled(authTexts.secondFactor.missing) })

/** Two signals that become one: the second one is still on its way. */
const TwoSignalsDrawing = () => (
  <svg
    className="min-h-0 w-full flex-1 stroke-on-ink-signal"
    viewBox="0 0 760 560"
    fill="none"
    strokeWidth="4"
    aria-hidden="true"
  >
    <path d="M0 190H300M0 370h120M150 370h30M210 370h10M250 370h45" />
    <path d="M318 190c90 0 90 90 150 90M318 370c90 0 90-90 150-90M560 280h110" />
    <path className="stroke-on-ink" d="M468 234h92v92h-92z" strokeWidth="5" />
    <circle cx="702" cy="280" r="29" strokeWidth="7" />
    <circle className="fill-on-ink-signal stroke-none" cx="702" cy="280" r="9" />
    <path className="fill-on-ink-signal stroke-none" d="M294 178h24v24h-24z" />
    <path d="M296 360h20v20h-20z" strokeWidth="3.5" />
  </svg>
)

const { secondFactor: texts, login } = authTexts

const aside = { drawing: <TwoSignalsDrawing />, words: texts.aside, promise: texts.promise } as const

/** The progress of the sign-in: the password is done, the code is next. */
const Steps = () => (
  <NodeLine
    className="border border-t-2 border-rule border-t-ink bg-sheet px-4.5 pt-4.5 pb-3.5"
    aria-label={texts.stepsLabel}
    nodes={texts.steps.map(([name, said], at) => ({
      name,
      said,
      state: at < 2 ? 'done' : 'absent',
      isCurrent: at === 1,
    }))}
  />
)

const PERIOD = 30_000

/** Says in how many seconds authenticator apps show the next code. Screen readers get a sentence that stays the same. */
export const CodeCountdown = () => {
  const left = Math.ceil((PERIOD - (useNow(1000) % PERIOD)) / 1000)
  return (
    <>
      <span className="tabular-nums motion-reduce:hidden" aria-hidden="true">
        {texts.changesIn(left)}
      </span>
      <span className="sr-only motion-reduce:not-sr-only">{texts.changes}</span>
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
  const { isBusy, failure, problem, perform } = useAction()
  const [, go] = useLocation()
  // The sign-in leads to the page that replaces a lost app.
  const recover = async (code: string): Promise<User> => {
    const { pathname, search } = location
    go(loginPath(REPLACE_APP), { replace: true })
    try {
      return await finish(code)
    } catch (error) {
      go(`${pathname}${search}`, { replace: true })
      throw error
    }
  }
  const { errors, form } = useForm(
    codeForm,
    ({ code }) =>
      void perform(async () => (isRecovery ? recover : finish)(code), {
        onFailure: (refusal) =>
          isRecovery && refusal.code === 'factor_code_invalid'
            ? { title: texts.failed, message: texts.wrongRecovery }
            : accountNotice(texts.failed)(refusal),
      }),
  )
  const field = {
    name: 'code',
    required: true,
    // The field may take the focus at once, because the page's heading says what to enter.
    autoFocus: true,
    error: errors.code,
    blamedBy: failure?.code === 'factor_code_invalid' ? alertId : undefined,
  }
  return (
    <EntryForm {...form} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{isRecovery ? texts.recoveryLead : texts.lead}</EntryHead>
      <Steps />
      <FormAlert id={alertId} notice={problem} />
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
      <p className="sm flex flex-wrap gap-x-6 gap-y-1.5 border-t border-rule pt-3.5">
        <TextButton onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? texts.withApp : texts.withRecovery}
        </TextButton>
        <TextButton onClick={onCancel}>{texts.other}</TextButton>
      </p>
    </EntryForm>
  )
}
