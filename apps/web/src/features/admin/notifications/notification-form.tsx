import type { Profile, SentNotification } from '@netbox/contract'
import { adminNotices, toasts } from '@netbox/product'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { TextField } from '../../../components/ui/text-field.tsx'
import { toast } from '../../../lib/toasts.ts'
import { useForm } from '../../../lib/use-form.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { notificationTypeTexts } from '../../../texts/dashboard.ts'
import { useDeed } from '../use-deed.ts'
import { Audience } from './audience.tsx'
import { checkDraft, type Draft, draftOf, type DraftValues } from './draft.ts'
import { MessageField } from './message-field.tsx'

const { notices: texts } = adminTexts
const sendWords = { onSuccess: toasts.notificationSent, onFailure: adminNotices.notification_not_sent }

const check = (values: DraftValues) => {
  const found = checkDraft(values, Date.now())
  const isIncomplete = found.title !== undefined || found.message !== undefined
  if (isIncomplete) toast('critical', adminNotices.notification_incomplete)
  return found
}

/** Writes a notification and sends it after a confirmation. */
export const NotificationForm = ({ onSent }: { readonly onSent: (sent: SentNotification) => void }) => {
  const form = useRef<HTMLFormElement>(null)
  const [isForOne, setForOne] = useState(false)
  const [target, setTarget] = useState<Profile>()
  const [draft, setDraft] = useState<Draft>()
  const { isBusy, problem, perform } = useDeed()
  const { errors, form: formProps } = useForm(
    ['title', 'message', 'type', 'audience', 'target', 'expiry'],
    check,
    (values) => setDraft(draftOf(values)),
  )
  const send = async (body: Draft): Promise<void> => {
    const answer = await perform(sendWords, async (client) => client.call('admin.notify', { body }))
    setDraft(undefined)
    if (answer === undefined) return
    form.current?.reset()
    setForOne(false)
    setTarget(undefined)
    onSent(answer.notification)
  }
  return (
    <section className="card" aria-labelledby="send-notification">
      <form {...formProps} ref={form} className="pad adm-form" aria-busy={isBusy}>
        <h2 id="send-notification">{texts.formTitle}</h2>
        <FormAlert notice={problem} />
        <TextField label={texts.title} name="title" maxLength={200} required error={errors.title} autoComplete="off" />
        <MessageField label={texts.message} name="message" error={errors.message} />
        <SelectField label={texts.type} name="type" options={Object.entries(notificationTypeTexts)} />
        <Audience isForOne={isForOne} onForOne={setForOne} target={target} onTarget={setTarget} error={errors.target} />
        <TextField
          label={texts.expiry}
          name="expiry"
          type="datetime-local"
          error={errors.expiry}
          hint={texts.expiryHint}
        />
        <SubmitButton isBusy={isBusy} label={texts.send} busyLabel={texts.sending} />
      </form>
      {draft === undefined ? null : (
        <ConfirmDialog
          question={target === undefined || !isForOne ? texts.asks.everyone : texts.asks.one(target.email)}
          isBusy={isBusy}
          onConfirm={() => void send(draft)}
          onCancel={() => setDraft(undefined)}
        />
      )}
    </section>
  )
}
