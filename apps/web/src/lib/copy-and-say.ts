import type { Notice } from '@netbox/product'
import { copyText } from './copy-text.ts'
import { toast } from './toasts.ts'

/** Copies a text, and shows in a toast whether this succeeded. */
export const copyAndSay = async (
  text: string,
  words: { readonly copied: Notice; readonly notCopied: Notice },
): Promise<void> => {
  if (await copyText(text)) toast('pass', words.copied)
  else toast('warning', words.notCopied)
}
