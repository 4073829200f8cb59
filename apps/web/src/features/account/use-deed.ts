import type { Client } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { loadApi } from '../../lib/api.ts'
import { accountNotice, type Failure } from '../../lib/failure.ts'
import { toast } from '../../lib/toasts.ts'
import { useRequest } from '../../lib/use-request.ts'

/** The service's text for a wrong password is about signing in; here it must name the field. */
export const passwordFailure =
  (title: string, wrong: string) =>
  (failure: Failure): Notice =>
    failure.code === 'invalid_credentials' ? { title, message: wrong } : accountNotice(title)(failure)

/**
 * Runs an action on the account, one at a time; returns its result, or shows the error next to it. A toast shows success if the page
 * doesn't.
 */
export const useDeed = (noticeOf: (failure: Failure) => Notice) => {
  const { isBusy, failure, send } = useRequest()
  const perform = async <Answer>(
    work: (client: Client) => Promise<Answer>,
    onSuccess?: Notice,
  ): Promise<Answer | undefined> => {
    let answer: Answer | undefined
    await send(async () => {
      answer = await work(await loadApi())
      if (onSuccess !== undefined) toast('pass', onSuccess)
    })
    return answer
  }
  return { isBusy, failure, problem: failure === undefined ? undefined : noticeOf(failure), perform }
}
