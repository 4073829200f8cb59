import type { Client, Page, Profile, ResponseOf, User } from '@netbox/contract'
import { planName } from '@netbox/core'
import { adminNotices, adminRoleChanged, toasts, userStatusChanged } from '@netbox/product'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Chip } from '../../components/ui/chips.tsx'
import { ConfirmDialog, type Question } from '../../components/ui/confirm-dialog.tsx'
import { SearchField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { Pager, usePage, Records, Timestamp } from '../../components/ui/records.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { showDay, useSettled } from '../../lib/page/time.ts'
import { type ActionMessages, useAction } from '../../lib/session/requests.ts'
import { useData } from '../../lib/session/data.tsx'
import { beginViewAs } from '../../lib/session/viewer.ts'
import { adminTexts } from '../../texts/admin.ts'
import { AddUser } from './add-user.tsx'
import { announceFailure, reloadSession } from './failed-action.ts'

const { users: texts } = adminTexts
const PAGE = 25

/** A change of a user's status, role or second factor, with its confirmation and its message. */
export interface UserChange {
  readonly profile: Profile
  /** The changed fields; `second_factor` removes the second factor. */
  readonly body: { readonly status: Profile['status'] } | { readonly is_admin: boolean } | 'second_factor'
  readonly messages: ActionMessages
  readonly question: Question | undefined
}

/** Returns the change of a user's status to active or disabled. Activation needs no confirmation. */
export const statusChange = (profile: Profile, isSelf: boolean): UserChange => {
  const status = profile.status === 'active' ? 'disabled' : 'active'
  const suspend = isSelf ? texts.asks.suspendSelf : texts.asks.suspend(profile.email)
  return {
    profile,
    body: { status },
    messages: { onSuccess: userStatusChanged(status), onFailure: announceFailure(adminNotices.status_not_updated) },
    question: status === 'disabled' ? suspend : undefined,
  }
}

/** Returns the change of a user's role: admin or not. */
export const roleChange = (profile: Profile, isSelf: boolean): UserChange => {
  const isAdmin = !profile.is_admin
  const remove = isSelf ? texts.asks.removeSelf : texts.asks.remove(profile.email)
  return {
    profile,
    body: { is_admin: isAdmin },
    messages: { onSuccess: adminRoleChanged(isAdmin), onFailure: announceFailure(adminNotices.role_not_updated) },
    question: isAdmin ? texts.asks.grant(profile.email) : remove,
  }
}

/** Returns the change that removes a user's lost second factor. */
const factorRemoval = (profile: Profile): UserChange => ({
  profile,
  body: 'second_factor',
  messages: { onSuccess: texts.factorRemoved, onFailure: announceFailure(texts.factorNotRemoved) },
  question: texts.asks.removeFactor(profile.email),
})

type Users = ResponseOf<'admin.profiles'>

/** Replaces a profile with its changed version. */
export const withProfile = ({ data }: Users, profile: Profile): Users => ({
  data: { ...data, items: data.items.map((item) => (item.id === profile.id ? profile : item)) },
})

/** Loads the users that match a search, newest first, page by page. */
export const useUsers = () => {
  const [search, setSearch] = useState('')
  const settled = useSettled(search.trim())
  const [page, setPage] = usePage(settled)
  const users = useData(
    'admin.profiles',
    { query: { page, limit: PAGE, search: settled } },
    { onFailure: announceFailure(adminNotices.users_not_loaded) },
  )
  return { ...users, search, setSearch, setPage }
}

interface RowProps {
  readonly profile: Profile
  readonly isSelf: boolean
  readonly onChange: (change: UserChange) => void
  readonly onViewAs: (profile: Profile) => void
}

const Actions = ({ profile, isSelf, onChange, onViewAs }: RowProps) => {
  const { email, status, is_admin: isAdmin, second_factor: hasFactor } = profile
  const isActive = status === 'active'
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-0.5">
      {isSelf || !isActive ? null : (
        <TextButton aria-label={texts.viewAsWhom(email)} onClick={() => onViewAs(profile)}>
          {texts.viewAs}
        </TextButton>
      )}
      <TextButton
        aria-label={isActive ? texts.suspendWhom(email) : texts.activateWhom(email)}
        onClick={() => onChange(statusChange(profile, isSelf))}
      >
        {isActive ? texts.suspend : texts.activate}
      </TextButton>
      <TextButton
        aria-label={isAdmin ? texts.removeWhom(email) : texts.grantWhom(email)}
        onClick={() => onChange(roleChange(profile, isSelf))}
      >
        {isAdmin ? texts.remove : texts.grant}
      </TextButton>
      {hasFactor ? (
        <TextButton aria-label={texts.removeFactorWhom(email)} onClick={() => onChange(factorRemoval(profile))}>
          {texts.removeFactor}
        </TextButton>
      ) : null}
    </div>
  )
}

const Row = (props: RowProps) => {
  const { email, status, is_admin: isAdmin, plan, plan_expires_at: planEnd, created_at: created } = props.profile
  const isActive = status === 'active'
  return (
    <tr>
      <th scope="row" className={isActive ? '' : 'text-ink-3 line-through'}>
        <span>{email}</span>
        {props.isSelf ? <span className="quiet"> ({texts.you})</span> : null}
      </th>
      <td>
        <Status severity={isActive ? 'pass' : 'critical'}>{isActive ? texts.active : texts.disabled}</Status>
      </td>
      <td>{isAdmin ? <Chip variant="solid">{texts.admin}</Chip> : texts.user}</td>
      <td>
        {planName(plan)}
        {planEnd === null ? null : (
          <span className="quiet xs ml-1.5 inline-block whitespace-nowrap">{texts.until(showDay(planEnd))}</span>
        )}
      </td>
      <td className="mono whitespace-nowrap">
        <Timestamp at={created} isDay />
      </td>
      <td>
        <Actions {...props} />
      </td>
    </tr>
  )
}

interface UserTableProps extends Pick<RowProps, 'onChange' | 'onViewAs'> {
  readonly users: Page<Profile>
  readonly selfId: string
  readonly isLoading: boolean
}

const UserTable = ({ users: { items }, selfId, isLoading, ...actions }: UserTableProps) =>
  items.length === 0 ? (
    <p className="muted">{texts.none}</p>
  ) : (
    <Records aria-label={texts.listTitle} aria-busy={isLoading} columns={Object.values(texts.columns)}>
      {items.map((profile) => (
        <Row key={profile.id} profile={profile} isSelf={profile.id === selfId} {...actions} />
      ))}
    </Records>
  )

const syncMessages = {
  onSuccess: toasts.profilesSynced,
  onFailure: announceFailure(adminNotices.profiles_not_synced),
}

const change = async (client: Client, { profile, body }: UserChange): Promise<Profile> => {
  const params = { id: profile.id }
  if (body !== 'second_factor') return (await client.call('admin.updateProfile', { params, body })).profile
  await client.call('admin.removeFactors', { params })
  return { ...profile, second_factor: false }
}

/** Changes users. Some changes need a confirmation. */
const useChanges = (selfId: string, users: ReturnType<typeof useUsers>, { perform }: ReturnType<typeof useAction>) => {
  const [asked, ask] = useState<UserChange>()
  const make = async (wanted: UserChange): Promise<void> => {
    const changed = await perform(async (client) => change(client, wanted), wanted.messages)
    // The confirmation of another change may be open by now.
    ask((now) => (now === wanted ? undefined : now))
    if (changed === undefined) return
    users.change((page) => withProfile(page, changed))
    // Admins who remove their own rights lose access at once.
    if (changed.id === selfId) await reloadSession()
  }
  return {
    asked,
    make,
    cancel: () => ask(undefined),
    onChange: (wanted: UserChange) => (wanted.question === undefined ? void make(wanted) : ask(wanted)),
  }
}

/** The tab of the users: a form for a new one, the list, and the actions for each. */
export const UsersTab = ({ self }: { readonly self: User }) => {
  const users = useUsers()
  const action = useAction()
  const { asked, make, cancel, onChange } = useChanges(self.id, users, action)
  const [, go] = useLocation()
  const viewAs = async ({ id }: Profile): Promise<void> => {
    const view = await action.perform(async (client) => client.call('admin.viewAs', { params: { id } }), {
      onFailure: announceFailure(texts.viewFailed),
    })
    if (view === undefined) return
    beginViewAs(view)
    go('/dashboard')
  }
  const sync = async (): Promise<void> => {
    const answer = await action.perform(async (client) => client.call('admin.syncProfiles'), syncMessages)
    if (answer !== undefined) users.reload()
  }
  const { search, setSearch, setPage } = users
  const value = users.value?.data
  return (
    <div className="grid grid-cols-1 gap-6">
      <AddUser onAdded={users.reload} />
      <Card
        title={texts.listTitle}
        aside={
          <>
            <p className="quiet sm" role="status">
              {value === undefined ? '' : texts.found(value.total)}
            </p>
            <Button isSmall className="ml-auto max-md:ml-0" aria-disabled={action.isBusy} onClick={() => void sync()}>
              {texts.sync}
            </Button>
          </>
        }
      >
        <div className="mb-5 max-w-form">
          <SearchField label={texts.search} value={search} onSearch={setSearch} />
        </div>
        <FormAlert className="mb-3.5" notice={action.problem} />
        <PartState of={users} failed={adminNotices.users_not_loaded.message} lines={6} />
        {value === undefined ? null : (
          <>
            <UserTable
              users={value}
              selfId={self.id}
              isLoading={users.isLoading}
              onChange={onChange}
              onViewAs={(profile) => void viewAs(profile)}
            />
            <Pager label={texts.pages} {...value} onPage={setPage} />
          </>
        )}
      </Card>
      {asked?.question === undefined ? null : (
        <ConfirmDialog
          question={asked.question}
          isBusy={action.isBusy}
          onConfirm={() => void make(asked)}
          onCancel={cancel}
        />
      )}
    </div>
  )
}
