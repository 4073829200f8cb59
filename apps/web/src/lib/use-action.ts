import type { Client } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { useState } from 'react'
import { loadApi } from './api.ts'
import { type Failure, failureOf } from './failure.ts'
import { toast } from './toasts.ts'
import { useRequest } from './use-request.ts'

/** The messages of an action. */
export interface ActionMessages {
  /** A toast for a success that the page doesn't show. */
  readonly onSuccess?: Notice | undefined
  /** Describes a failure in the message next to the action. */
  readonly onFailure: (failure: Failure) => Notice
}

/** Runs the user's actions on the service, one at a time, and describes the last failure. */
export const useAction = () => {
  const { isBusy, failure, send } = useRequest()
  const [problem, setProblem] = useState<Notice>()
  const perform = async <Answer>(
    work: (client: Client) => Promise<Answer>,
    { onSuccess, onFailure }: ActionMessages,
  ): Promise<Answer | undefined> => {
    let answer: Answer | undefined
    await send(async () => {
      setProblem(undefined)
      try {
        answer = await work(await loadApi())
      } catch (error) {
        setProblem(onFailure(failureOf(error)))
        throw error
      }
      if (onSuccess !== undefined) toast('pass', onSuccess)
    })
    return answer
  }
  return { isBusy, failure, problem, setProblem, perform }
}
