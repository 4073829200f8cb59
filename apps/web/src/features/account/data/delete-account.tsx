import type { User } from '@netbox/contract'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { loadAccount } from '../../../lib/api.ts'
import { accountTexts } from '../../../texts/account.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as confirmDialog from '../../../components/ui/confirm-dialog.module.css'
import * as accountStyles from '../account.module.css'

const { data: texts } = accountTexts

/** Deletes an account after a confirmation with the password. */
export const DeleteAccount = ({ user: { email } }: { readonly user: User }) => {
  const [isAsking, ask] = useState(false)
  const [, go] = useLocation()
  const onDeleted = async (): Promise<void> => {
    ask(false)
    go('/')
    // The service has ended every session; this browser deletes its stored session.
    const { session } = await loadAccount()
    session.store.clear()
  }
  return (
    <div className={accountStyles.accData}>
      <h3>{texts.deleteTitle}</h3>
      <p className="sm muted">{texts.deleteText}</p>
      <ul className={`${accountStyles.accConsequences} sm`}>
        {texts.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <button type="button" className={`${buttonStyles.btn} sm ${confirmDialog.grave}`} onClick={() => ask(true)}>
        {texts.delete}
      </button>
      {isAsking ? (
        <PasswordDialog
          question={texts.ask(email)}
          texts={{ ...texts, failed: texts.deleteFailed }}
          work={(client, password) => client.call('account.delete', { body: { password } })}
          success={texts.deleted}
          onDone={() => void onDeleted()}
          onCancel={() => ask(false)}
        />
      ) : null}
    </div>
  )
}
