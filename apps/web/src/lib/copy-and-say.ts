import type { Notice } from '@netbox/product'
import { copyText } from './copy-text.ts'
import { toast } from './toasts.ts'

/** Copies a text, and says in a toast whether it worked. */
export const copyAndSay = async (
  text: string,
  words: { readonly copied: Notice; readonly notCopied: Notice },
): Promise<void> => {
  if (await copyText(text)) toast('pass', words.copied)
  else toast('warning', words.notCopied)
}
