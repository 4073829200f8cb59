import type { Client, Profile, User } from '@netbox/contract'
import { adminNotices, toasts } from '@netbox/product'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { adminTexts } from '../../../texts/admin.ts'
import { lookAgain, useDeed } from '../use-deed.ts'
import { AddUser } from './add-user.tsx'
import { useUsers, withProfile } from './use-users.ts'
import { useViewAs } from './use-view-as.ts'
import type { UserChange } from './user-changes.ts'
import { UsersTable } from './users-table.tsx'

const { users: texts } = adminTexts
const syncWords = { onSuccess: toasts.profilesSynced, onFailure: adminNotices.profiles_not_synced }

const change = async (client: Client, { profile, body }: UserChange): Promise<Profile> => {
  const params = { id: profile.id }
  if (body !== 'second_factor') return (await client.call('admin.updateProfile', { params, body })).profile
  await client.call('admin.removeFactors', { params })
  return { ...profile, second_factor: false }
}

/** Changes users, after a confirmation if it is irreversible. */
const useChanges = (selfId: string, users: ReturnType<typeof useUsers>, { perform }: ReturnType<typeof useDeed>) => {
  const [asked, ask] = useState<UserChange>()
  const make = async (wanted: UserChange): Promise<void> => {
    const changed = await perform(wanted.words, async (client) => change(client, wanted))
    ask(undefined)
    if (changed === undefined) return
    users.change((page) => withProfile(page, changed))
    // Admins who remove their own rights lose access at once.
    if (changed.id === selfId) await lookAgain()
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
  const deed = useDeed()
  const { asked, make, cancel, onChange } = useChanges(self.id, users, deed)
  const viewAs = useViewAs(deed.say)
  const sync = async (): Promise<void> => {
    const answer = await deed.perform(syncWords, async (client) => client.call('admin.syncProfiles'))
    if (answer !== undefined) users.reload()
  }
  const { value, search, setSearch, setPage } = users
  return (
    <div className="adm-tab">
      <AddUser onAdded={users.reload} />
      <section className="card pad" aria-labelledby="all-users">
        <div className="adm-bar">
          <h2 id="all-users">{texts.listTitle}</h2>
          <p className="quiet sm" role="status">
            {value === undefined ? '' : texts.found(value.total)}
          </p>
          <button type="button" className="btn sm" aria-disabled={deed.isBusy} onClick={() => void sync()}>
            {texts.sync}
          </button>
        </div>
        <div className="adm-search">
          <SearchField label={texts.search} value={search} onSearch={setSearch} />
        </div>
        <FormAlert notice={deed.problem} />
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
          isBusy={deed.isBusy}
          onConfirm={() => void make(asked)}
          onCancel={cancel}
        />
      )}
    </div>
  )
}
