import type { Client } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { useRef, useState } from 'react'
import { loadAccount } from '../../lib/api.ts'
import { type Failure, failureOf } from '../../lib/failure.ts'
import { toast } from '../../lib/toasts.ts'
import { deedNotice, deedReason, hasLostAccess } from './deed-failure.ts'

/** The message for a failed action, for the toast and for the page. */
export interface DeedWords {
  readonly onSuccess: Notice
  readonly onFailure: Notice | ((failure: Failure) => Notice)
}

/** Loads the session and its rights again. */
export const lookAgain = async (): Promise<void> => (await loadAccount()).keeper.load()

/** Loads the session again when a response shows that it has changed. */
export const checkAccess = (failure: Failure): void => {
  if (hasLostAccess(failure)) void lookAgain()
}

/** Runs an admin's action, one at a time, and shows the outcome in a toast and next to it. */
export const useDeed = () => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Notice>()
  // Two key presses may come before the next render.
  const going = useRef(false)
  const perform = async <Answer>(
    { onSuccess, onFailure }: DeedWords,
    work: (client: Client) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    if (going.current) return undefined
    going.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      const answer = await work((await loadAccount()).client)
      toast('pass', onSuccess)
      return answer
    } catch (error) {
      const failure = failureOf(error)
      const notice = deedNotice(failure, typeof onFailure === 'function' ? onFailure(failure) : onFailure)
      toast('critical', notice)
      setProblem({ title: notice.message, message: deedReason(failure, notice) })
      checkAccess(failure)
      return undefined
    } finally {
      going.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, perform, say: setProblem }
}
