import { checkVerification, type Notice, verificationLabels, type Verifier } from '@netbox/product'
import { useState } from 'react'
import { toast } from '../../lib/page/toasts.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import { useDraft, writeDraft } from './verification-run.ts'

/** The message below the list: a refusal, or the outcome of an upload. */
export interface Said {
  readonly refusal?: Notice
  readonly news?: string
}

/** Keeps the message below the list until the list changes. */
export const useSaid = () => {
  const [said, say] = useState<Said>({})
  const refuse = (refusal: Notice): void => {
    say({ refusal })
    toast('warning', refusal)
  }
  return { said, say, refuse }
}

/** Returns the handler of uploaded files, which adds the addresses of the first one to the list, or shows an error. */
export const useUpload = (
  who: Verifier,
  { say, refuse }: Pick<ReturnType<typeof useSaid>, 'say' | 'refuse'>,
): ((files: readonly File[]) => void) => {
  const draft = useDraft()
  const take = async (file: File): Promise<void> => {
    const { readUpload } = await import('./read-upload.ts')
    const upload = await readUpload(file, who.signedIn ? who.plan : 'free')
    if (!('emails' in upload)) return refuse(upload)
    if (upload.emails.length === 0) {
      const empty = checkVerification({ emails: [], ...who })
      return empty.allowed ? undefined : refuse(empty)
    }
    const own = draft.trimEnd()
    writeDraft(`${own === '' ? '' : `${own}\n`}${upload.emails.join('\n')}`)
    const repeated = upload.duplicates === 0 ? '' : ` ${verificationLabels.duplicatesDropped(upload.duplicates)}`
    say({ news: `${verificationTexts.uploaded(upload.name, upload.emails.length)}${repeated}` })
  }
  return ([file]) => {
    if (file !== undefined) take(file).catch(() => refuse(verificationTexts.unreadable))
  }
}
