import { checkVerification, type Notice, verificationLabels, type Verifier } from '@netbox/product'
import { type DragEvent, useState } from 'react'
import { toast } from '../../lib/toasts.ts'
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

/** Makes a part of the page a drop target for files. The browser handles other drags, such as text. */
export const useFileDrop = (take: (file: File) => void) => {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
  const onDragOver = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const onDrop = (event: DragEvent): void => {
    setOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file !== undefined) take(file)
  }
  return { isOver, handlers: { onDragOver, onDragLeave, onDrop } }
}
