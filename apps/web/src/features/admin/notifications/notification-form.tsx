import type { Profile, SentNotification } from '@netbox/contract'
import { adminNotices, toasts } from '@netbox/product'
import { useId, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { TextField, useFieldNotes } from '../../../components/ui/text-field.tsx'
import { toast } from '../../../lib/toasts.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useForm } from '../../../lib/use-form.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { notificationTypeTexts } from '../../../texts/dashboard.ts'
import { announceFailure } from '../failed-action.ts'
import { Audience } from './audience.tsx'
import { checkDraft, type Draft, draftOf, type DraftValues } from './draft.ts'
import * as fieldStyles from '../../../components/ui/field.module.css'
import * as panel from '../../../components/ui/panel.module.css'
import * as adminStyles from '../admin.module.css'

const { notices: texts } = adminTexts
const sendMessages = {
  onSuccess: toasts.notificationSent,
  onFailure: announceFailure(adminNotices.notification_not_sent),
}

const check = (values: DraftValues) => {
  const found = checkDraft(values, Date.now())
  const isIncomplete = found.title !== undefined || found.message !== undefined
  if (isIncomplete) toast('critical', adminNotices.notification_incomplete)
  return found
}

interface MessageFieldProps {
  readonly label: string
  readonly name: string
  readonly error: string | undefined
}

// Several lines of text with their label.
const MessageField = ({ label, name, error }: MessageFieldProps) => {
  const id = useId()
  const { notes, attributes } = useFieldNotes({ error })
  return (
    <div className={`${fieldStyles.field} ${fieldStyles.words}`}>
      <label htmlFor={id}>{label}</label>
      <textarea {...attributes} className={fieldStyles.input} id={id} name={name} rows={4} maxLength={5000} required />
      {notes}
    </div>
  )
}

/** Writes a notification and sends it after a confirmation. */
export const NotificationForm = ({ onSent }: { readonly onSent: (sent: SentNotification) => void }) => {
  const form = useRef<HTMLFormElement>(null)
  const [isForOne, setForOne] = useState(false)
  const [target, setTarget] = useState<Profile>()
  const [draft, setDraft] = useState<Draft>()
  const asked = useRef<Draft>(undefined)
  const ask = (question: Draft | undefined): void => {
    asked.current = question
    setDraft(question)
  }
  const { isBusy, problem, perform } = useAction()
  const { errors, form: formProps } = useForm(
    ['title', 'message', 'type', 'audience', 'target', 'expiry'],
    check,
    (values) => ask(draftOf(values)),
  )
  const send = async (body: Draft): Promise<void> => {
    const answer = await perform(async (client) => client.call('admin.notify', { body }), sendMessages)
    // If the user has cancelled, the form and the next confirmation are already for another notification.
    const isAsked = asked.current === body
    if (isAsked) ask(undefined)
    if (answer === undefined) return
    if (isAsked) {
      form.current?.reset()
      setForOne(false)
      setTarget(undefined)
    }
    onSent(answer.notification)
  }
  return (
    <section className={`${panel.card} ${adminStyles.card}`} aria-labelledby="send-notification">
      <form {...formProps} ref={form} className={`${panel.pad} ${adminStyles.admForm}`} aria-busy={isBusy}>
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
          onCancel={() => ask(undefined)}
        />
      )}
    </section>
  )
}
