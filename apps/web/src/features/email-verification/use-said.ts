import type { Notice } from '@netbox/product'
import { useState } from 'react'
import { toast } from '../../lib/toasts.ts'

/** What is said below the list: a refusal, or what a file brought. */
export interface Said {
  readonly refusal?: Notice
  readonly news?: string
}

/** Keeps what is said below the list, until the list changes. */
export const useSaid = () => {
  const [said, say] = useState<Said>({})
  const refuse = (refusal: Notice): void => {
    say({ refusal })
    toast('warning', refusal)
  }
  return { said, say, refuse }
}
