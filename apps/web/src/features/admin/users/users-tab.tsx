import type { Client, Profile, User } from '@netbox/contract'
import { adminNotices, toasts } from '@netbox/product'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { beginViewAs } from '../../../lib/view-as.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { announceFailure, reloadSession } from '../failed-action.ts'
import { AddUser } from './add-user.tsx'
import { useUsers, withProfile } from './use-users.ts'
import type { UserChange } from './user-changes.ts'
import { UsersTable } from './users-table.tsx'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as panel from '../../../components/ui/panel.module.css'
import * as adminStyles from '../admin.module.css'

const { users: texts } = adminTexts
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
    <div className={adminStyles.admTab}>
      <AddUser onAdded={users.reload} />
      <section
        className={`${panel.card} ${adminStyles.card} ${panel.pad} ${adminStyles.pad}`}
        aria-labelledby="all-users"
      >
        <div className={adminStyles.admBar}>
          <h2 id="all-users">{texts.listTitle}</h2>
          <p className="quiet sm" role="status">
            {value === undefined ? '' : texts.found(value.total)}
          </p>
          <button
            type="button"
            className={`${buttonStyles.btn} sm`}
            aria-disabled={action.isBusy}
            onClick={() => void sync()}
          >
            {texts.sync}
          </button>
        </div>
        <div className={adminStyles.admSearch}>
          <SearchField label={texts.search} value={search} onSearch={setSearch} />
        </div>
        <FormAlert notice={action.problem} />
        <PartState of={users} failed={adminNotices.users_not_loaded.message} lines={6} />
        {value === undefined ? null : (
          <>
            <UsersTable
              users={value}
              selfId={self.id}
              isLoading={users.isLoading}
              onChange={onChange}
              onViewAs={(profile) => void viewAs(profile)}
            />
            <Pager label={texts.pages} {...value} onPage={setPage} />
          </>
        )}
      </section>
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
