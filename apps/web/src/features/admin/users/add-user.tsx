import { type PlanId, plans } from '@netbox/core'
import { adminNotices, toasts, userCreated, userNotCreated } from '@netbox/product'
import { useEffect, useRef, useState } from 'react'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PasswordField } from '../../../components/ui/password-field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { TextField } from '../../../components/ui/text-field.tsx'
import { toast } from '../../../lib/toasts.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useForm } from '../../../lib/use-form.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { announceFailure } from '../failed-action.ts'
import * as panel from '../../../components/ui/panel.module.css'
import * as adminStyles from '../admin.module.css'
import * as styles from './add-user.module.css'

const { users: texts } = adminTexts
/** The delay until the list shows a new user, in milliseconds. Source: spec §8. */
const RELOAD_DELAY = 2000

const planOf = (id: string): PlanId => plans.find((plan) => plan.id === id)?.id ?? 'free'

/** Returns the errors of missing fields; the sentence is the same for both. */
const missing = ({ email, password }: { readonly email: string; readonly password: string }) => {
  const { message } = adminNotices.fields_missing
  return { ...(email.trim() === '' ? { email: message } : {}), ...(password === '' ? { password: message } : {}) }
}

/** Returns a function that runs the work after a delay. The list reloads a moment after the user was created, as the toast says. */
const useLater = (work: () => void) => {
  const [round, setRound] = useState(0)
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (round === 0) return undefined
    const timer = setTimeout(() => latest.current(), RELOAD_DELAY)
    return () => clearTimeout(timer)
  }, [round])
  return () => setRound((count) => count + 1)
}

/** Adds a user with a password and a plan. */
export const AddUser = ({ onAdded }: { readonly onAdded: () => void }) => {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, problem, setProblem, perform } = useAction()
  const reloadLater = useLater(onAdded)
  const add = async ({ email, password, plan }: Readonly<Record<'email' | 'password' | 'plan', string>>) => {
    const address = email.trim()
    const body = { email: address, password, plan: planOf(plan) }
    const added = await perform(async (client) => client.call('admin.createUser', { body }), {
      onSuccess: userCreated(address),
      onFailure: (failure) => announceFailure(userNotCreated(failure.message))(failure),
    })
    if (added === undefined) return
    toast('info', toasts.userListReloading)
    form.current?.reset()
    reloadLater()
  }
  const check = (values: Readonly<Record<'email' | 'password' | 'plan', string>>) => {
    const found = missing(values)
    setProblem(undefined)
    if (Object.keys(found).length > 0) toast('critical', adminNotices.fields_missing)
    return found
  }
  const { errors, form: formProps } = useForm(['email', 'password', 'plan'], check, (values) => void add(values))
  return (
    <section className={`${panel.card} ${adminStyles.card}`} aria-labelledby="add-user">
      <form {...formProps} ref={form} className={`${panel.pad} ${styles.admAdd}`} aria-busy={isBusy}>
        <div>
          <h2 id="add-user">{texts.addTitle}</h2>
          <p className="muted sm">{texts.addLead}</p>
        </div>
        <FormAlert notice={problem} />
        <div className={styles.admAddRow}>
          <TextField label={texts.email} name="email" type="email" autoComplete="off" required error={errors.email} />
          <PasswordField
            label={texts.password}
            name="password"
            autoComplete="new-password"
            required
            error={errors.password}
          />
          <SelectField label={texts.plan} name="plan" options={plans.map(({ id, name }) => [id, name] as const)} />
          <SubmitButton isBusy={isBusy} label={texts.add} busyLabel={texts.adding} />
        </div>
      </form>
    </section>
  )
}
