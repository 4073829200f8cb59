import { plans } from '@netbox/core'
import { adminNotices, toasts, userCreated, userNotCreated } from '@netbox/product'
import * as v from 'valibot'
import { SubmitButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { PasswordField, SelectField, TextField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { toast } from '../../lib/page/toasts.ts'
import { type Failure, useAction } from '../../lib/session/requests.ts'
import { filled, secret, useForm } from '../../lib/page/form.ts'
import { adminTexts } from '../../texts/admin.ts'
import { announceFailure } from './failed-action.ts'

const { users: texts } = adminTexts
/** The delay until the list shows a new user, in milliseconds. Source: spec §8. */
const RELOAD_DELAY = 2000

const { message: missing } = adminNotices.fields_missing

const userForm = v.object({
  email: filled(missing),
  password: secret(missing),
  plan: v.picklist(plans.map(({ id }) => id)),
})

const isRefusal = ({ status = 500 }: Failure): boolean => status < 500

/** Adds a user with a password and a plan. */
export const AddUser = ({ onAdded }: { readonly onAdded: () => void }) => {
  const { isBusy, problem, forgetProblem, perform } = useAction()
  const add = async (body: v.InferOutput<typeof userForm>, element: HTMLFormElement): Promise<void> => {
    const added = await perform(async (client) => client.call('admin.createUser', { body }), {
      onSuccess: userCreated(body.email),
      // Only a refusal has an error text of the server about this user.
      onFailure: (failure) => announceFailure(userNotCreated(isRefusal(failure) ? failure.message : ''))(failure),
    })
    if (added === undefined) return
    toast('info', toasts.userListReloading)
    element.reset()
    setTimeout(onAdded, RELOAD_DELAY)
  }
  const { errors, form } = useForm(userForm, add, () => {
    forgetProblem()
    toast('critical', adminNotices.fields_missing)
  })
  return (
    <Card title={texts.addTitle} lead={texts.addLead}>
      <form {...form} aria-busy={isBusy}>
        <FormAlert className="mb-4" notice={problem} />
        <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_auto] items-start gap-x-4 gap-y-3 max-xl:grid-cols-2 max-md:grid-cols-1">
          <TextField label={texts.email} name="email" type="email" autoComplete="off" required error={errors.email} />
          <PasswordField
            label={texts.password}
            name="password"
            autoComplete="new-password"
            required
            error={errors.password}
          />
          <SelectField label={texts.plan} name="plan" options={plans.map(({ id, name }) => [id, name] as const)} />
          <SubmitButton
            className="mt-label max-xl:justify-self-start max-md:mt-0 max-md:justify-self-stretch"
            isBusy={isBusy}
            label={texts.add}
            busyLabel={texts.adding}
          />
        </div>
      </form>
    </Card>
  )
}
