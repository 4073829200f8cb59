import type { Notice } from '@netbox/product'
import { useState } from 'react'
import { toast } from '../../lib/toasts.ts'

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
