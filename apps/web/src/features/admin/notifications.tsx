import type { BodyInput, Profile, SentNotification } from '@netbox/contract'
import { adminLabels, adminNotices, toasts } from '@netbox/product'
import { useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { SubmitButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Chip } from '../../components/ui/chips.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { Choice, FieldError, SearchField, SelectField, TextArea, TextField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { Expiry, Rows, Timestamp } from '../../components/ui/records.tsx'
import { toast } from '../../lib/page/toasts.ts'
import { useAction } from '../../lib/session/requests.ts'
import { useData } from '../../lib/session/data.tsx'
import { useSettled } from '../../lib/page/time.ts'
import { filled, useForm } from '../../lib/page/form.ts'
import { adminTexts, audienceOf } from '../../texts/admin.ts'
import { notificationTypeTexts } from '../../texts/dashboard.ts'
import { announceFailure } from './failed-action.ts'

const { notices: texts } = adminTexts
/** The number of users that a search shows. */
const MOST = 6
/** The number of notifications in the list. Source: spec §9. */
const LATEST = 20

/** The body for the API. */
type Draft = BodyInput<'admin.notify'>

// The type guarantees that the keys of the texts are all types.
const types = Object.keys(notificationTypeTexts) as (keyof typeof notificationTypeTexts)[]
const { message: incomplete } = adminNotices.notification_incomplete

/** The form of a notification, as the body of the request. Source: spec §5. */
export const notificationForm = v.pipe(
  v.object({
    title: filled(incomplete),
    message: filled(incomplete),
    type: v.fallback(v.picklist(types), 'general'),
    audience: v.string(),
    target: v.string(),
    expiry: v.pipe(
      v.string(),
      v.check((at) => at === '' || Date.parse(at) > Date.now(), texts.expiryPast),
    ),
  }),
  v.forward(
    v.check(({ audience, target }) => audience !== 'one' || target !== '', texts.userMissing),
    ['target'],
  ),
  v.transform(({ title, message, type, audience, target, expiry }): Draft => ({
    title,
    message,
    type,
    is_global: audience !== 'one',
    target_user_id: audience === 'one' ? target : null,
    // A time without a zone is in the user's zone.
    expires_at: expiry === '' ? null : new Date(expiry).toISOString(),
  })),
)

interface UserSearchProps {
  readonly chosen: Profile | undefined
  readonly onChoose: (profile: Profile) => void
  readonly error: string | undefined
}

/** Finds a user by a part of the email. */
const UserSearch = ({ chosen, onChoose, error }: UserSearchProps) => {
  const id = useId()
  const [typed, type] = useState('')
  const search = useSettled(typed.trim())
  const found = useData(
    search === '' ? undefined : 'admin.profiles',
    { query: { search, limit: MOST } },
    { onFailure: announceFailure(adminNotices.users_not_loaded) },
  )
  const matches = search === '' ? [] : found.value?.data.items
  const others = (matches ?? []).filter((profile) => profile.id !== chosen?.id)
  const shown = chosen === undefined ? others : [chosen, ...others]
  return (
    <div className="mt-1 ml-2 grid gap-1.5 border-l-2 border-rule-2 pl-4.5">
      <SearchField
        label={texts.search}
        value={typed}
        onSearch={type}
        // Enter searches for users and does not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <PartState of={{ ...found, isLoading: false }} failed={adminNotices.users_not_loaded.message} />
      <p className="sm muted empty:hidden" role="status">
        {search === '' ? texts.typeMore : matches?.length === 0 ? texts.noMatch : ''}
      </p>
      {shown.length === 0 ? null : (
        <fieldset aria-describedby={error === undefined ? undefined : id}>
          <legend className="vh">{texts.matches}</legend>
          {shown.map((profile) => (
            <Choice
              key={profile.id}
              type="radio"
              name="target"
              value={profile.id}
              checked={profile.id === chosen?.id}
              onChange={() => onChoose(profile)}
            >
              <span className="mono">{profile.email}</span>
            </Choice>
          ))}
        </fieldset>
      )}
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}

interface AudienceProps {
  readonly isForOne: boolean
  readonly onForOne: (isForOne: boolean) => void
  readonly target: Profile | undefined
  readonly onTarget: (profile: Profile) => void
  readonly error: string | undefined
}

/** Chooses the recipients of a notification: everyone, or one user. */
const Audience = ({ isForOne, onForOne, target, onTarget, error }: AudienceProps) => (
  <fieldset>
    <legend className="mb-1 p-0 text-sm font-semibold">{texts.audience}</legend>
    {[false, true].map((one) => (
      <Choice
        key={String(one)}
        type="radio"
        name="audience"
        value={one ? 'one' : 'everyone'}
        checked={isForOne === one}
        onChange={() => onForOne(one)}
      >
        {one ? texts.one : texts.everyone}
      </Choice>
    ))}
    {isForOne ? <UserSearch chosen={target} onChoose={onTarget} error={error} /> : null}
  </fieldset>
)

const sendMessages = {
  onSuccess: toasts.notificationSent,
  onFailure: announceFailure(adminNotices.notification_not_sent),
}

/** Writes a notification and sends it after a confirmation. */
const NotificationForm = ({ onSent }: { readonly onSent: (sent: SentNotification) => void }) => {
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
  const { errors, form: formProps } = useForm(notificationForm, ask, ({ title, message }) => {
    if (title !== undefined || message !== undefined) toast('critical', adminNotices.notification_incomplete)
  })
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
    <Card title={texts.formTitle}>
      <form {...formProps} ref={form} className="grid grid-cols-1 gap-4" aria-busy={isBusy}>
        <FormAlert notice={problem} />
        <TextField label={texts.title} name="title" maxLength={200} required error={errors.title} autoComplete="off" />
        <TextArea label={texts.message} name="message" rows={4} maxLength={5000} required error={errors.message} />
        <SelectField label={texts.type} name="type" options={Object.entries(notificationTypeTexts)} />
        <Audience isForOne={isForOne} onForOne={setForOne} target={target} onTarget={setTarget} error={errors.target} />
        <TextField
          label={texts.expiry}
          name="expiry"
          type="datetime-local"
          error={errors.expiry}
          hint={texts.expiryHint}
        />
        <SubmitButton className="justify-self-start" isBusy={isBusy} label={texts.send} busyLabel={texts.sending} />
      </form>
      {draft === undefined ? null : (
        <ConfirmDialog
          question={target === undefined || !isForOne ? texts.asks.everyone : texts.asks.one(target.email)}
          isBusy={isBusy}
          onConfirm={() => void send(draft)}
          onCancel={() => ask(undefined)}
        />
      )}
    </Card>
  )
}

const Entry = ({ notification }: { readonly notification: SentNotification }) => (
  <li className="grid gap-1">
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 wrap-anywhere">
      <b>{notification.title}</b>
      <Chip>{notificationTypeTexts[notification.type]}</Chip>
    </p>
    <p className="text-ui whitespace-pre-line text-ink-2 wrap-anywhere">{notification.message}</p>
    <p className="sm quiet">
      <Timestamp at={notification.created_at} /> · {texts.to}{' '}
      <span className={notification.is_global ? '' : 'mono'}>{audienceOf(notification)}</span> ·{' '}
      <Expiry at={notification.expires_at} words={texts} />
    </p>
  </li>
)

/** The latest notifications, newest first. */
const NotificationList = ({ notifications }: { readonly notifications: readonly SentNotification[] }) =>
  notifications.length === 0 ? (
    <p className="muted">{adminLabels.noNotifications}</p>
  ) : (
    <Rows aria-label={texts.list}>
      {notifications.map((notification) => (
        <Entry key={notification.id} notification={notification} />
      ))}
    </Rows>
  )

/** The tab of the notifications: a form for a new one, and the latest. */
export const NotificationsTab = () => {
  const sent = useData('admin.notifications', {}, { onFailure: announceFailure(adminNotices.notifications_not_loaded) })
  return (
    <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)] items-start gap-6 max-xl:grid-cols-1">
      <NotificationForm
        onSent={(fresh) =>
          sent.change(({ notifications }) => ({ notifications: [fresh, ...notifications].slice(0, LATEST) }))
        }
      />
      <Card title={texts.latest}>
        <PartState of={sent} failed={adminNotices.notifications_not_loaded.message} />
        {sent.value === undefined ? null : <NotificationList notifications={sent.value.notifications} />}
      </Card>
    </div>
  )
}
