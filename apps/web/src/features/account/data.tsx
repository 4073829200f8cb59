import type { User } from '@netbox/contract'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../components/ui/button.tsx'
import { Subhead } from '../../components/ui/card.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { DownloadGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { loadAccount } from '../../lib/session/load-account.ts'
import { accountNotice, useAction } from '../../lib/session/requests.ts'
import { saveFile } from '../../lib/page/clipboard.ts'
import { accountTexts } from '../../texts/account.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { Section } from './section.tsx'

const { data: texts } = accountTexts

interface BlockProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

const Block = ({ title, text, children }: BlockProps) => (
  <div className="grid justify-items-start gap-2.5 not-first:mt-5 not-first:border-t not-first:border-rule not-first:pt-5">
    <Subhead>{title}</Subhead>
    <p className="sm muted max-w-text">{text}</p>
    {children}
  </div>
)

/** Saves all stored data of the user as a file. */
const ExportData = () => {
  const { isBusy, problem, perform } = useAction()
  const save = async (): Promise<void> => {
    const everything = await perform(async (client) => client.call('account.export'), {
      onSuccess: texts.exported,
      onFailure: accountNotice(texts.exportFailed),
    })
    if (everything === undefined) return
    const name = texts.file(everything.exported_at.slice(0, 10))
    saveFile(name, `${JSON.stringify(everything, undefined, 2)}\n`, 'application/json')
  }
  return (
    <Block title={texts.exportTitle} text={texts.exportText}>
      <FormAlert notice={problem} />
      <Button isSmall aria-disabled={isBusy} onClick={() => void save()}>
        <DownloadGlyph />
        {isBusy ? texts.exporting : texts.export}
      </Button>
    </Block>
  )
}

/** Deletes an account after a confirmation with the password. */
const DeleteAccount = ({ user: { email } }: { readonly user: User }) => {
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
    <Block title={texts.deleteTitle} text={texts.deleteText}>
      <ul className="mb-1.5 grid max-w-text list-[square] gap-1 pl-4.5 text-ink-2 text-sm marker:text-control">
        {texts.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <Button variant="danger" isSmall onClick={() => ask(true)}>
        {texts.delete}
      </Button>
      {isAsking ? (
        <PasswordDialog
          question={texts.ask(email)}
          texts={{ ...texts, failed: texts.deleteFailed }}
          work={(client, { password }) => client.call('account.delete', { body: { password } })}
          success={texts.deleted}
          onDone={() => void onDeleted()}
          onCancel={() => ask(false)}
        />
      ) : null}
    </Block>
  )
}

/** The actions on the user's stored data. */
export const DataPart = ({ user }: { readonly user: User }) => (
  <Section title={texts.title} lead={texts.lead}>
    <ExportData />
    <DeleteAccount user={user} />
  </Section>
)
