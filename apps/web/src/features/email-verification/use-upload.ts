import { checkVerification, verificationLabels, type Verifier } from '@netbox/product'
import { verificationTexts } from '../../texts/email-verification.ts'
import type { useSaid } from './use-said.ts'
import { useDraft, writeDraft } from './verification-run.ts'

/** Returns the handler of an uploaded file, which adds the addresses to the list, or shows an error. */
export const useUpload = (
  who: Verifier,
  { say, refuse }: Pick<ReturnType<typeof useSaid>, 'say' | 'refuse'>,
): ((file: File) => void) => {
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
  return (file) => void take(file).catch(() => refuse(verificationTexts.unreadable))
}
