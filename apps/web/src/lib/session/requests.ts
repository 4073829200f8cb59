import { loginFailure, type Notice } from '@netbox/product'
import { useRef, useState } from 'react'
import type { Client } from '@netbox/contract'
import { loadApi } from './load-account.ts'
import { toast } from '../page/toasts.ts'

/** The failure of a request: a stable code, and the message. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** The HTTP status, if there was a response. */
  readonly status?: number
}

const textOf = (value: object, name: string): string | undefined => {
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : undefined
}

/**
 * Reads why a request failed. An error without a code means that a file of the site could not be loaded, so the service is unreachable too.
 */
export const failureOf = (error: unknown): Failure => {
  if (typeof error !== 'object' || error === null) return { code: 'cannot_connect', message: '' }
  const code = textOf(error, 'code')
  if (code === undefined) return { code: 'cannot_connect', message: '' }
  const status: unknown = Reflect.get(error, 'status')
  return { code, message: textOf(error, 'message') ?? '', ...(typeof status === 'number' ? { status } : {}) }
}

/** Describes why an account request failed. */
export const accountNotice =
  (title: string) =>
  ({ code, message }: Failure): Notice => ({
    title,
    message: code === 'cannot_connect' || message === '' ? loginFailure('cannot_connect').message : message,
  })

/** The messages of an action. */
export interface ActionMessages {
  /** A toast for a success that the page doesn't show. */
  readonly onSuccess?: Notice | undefined
  /** Describes a failure in the message next to the action. */
  readonly onFailure: (failure: Failure) => Notice
}

/** Also shows the notice of a failure in a toast. */
export const alsoInToast =
  (describe: ActionMessages['onFailure']): ActionMessages['onFailure'] =>
  (failure) => {
    const notice = describe(failure)
    toast('critical', notice)
    return notice
  }

interface ActionState {
  readonly isBusy: boolean
  readonly failure?: Failure
  readonly problem?: Notice
}

/** Runs the user's actions on the service, one at a time, and describes the last failure. */
export const useAction = () => {
  const [state, setState] = useState<ActionState>({ isBusy: false })
  // The ref prevents a second request if the user presses a key twice before the next render.
  const isRunning = useRef(false)
  /** Returns the answer; undefined after a failure. */
  const perform = async <Answer>(
    work: (client: Client) => Promise<Answer>,
    { onSuccess, onFailure }: ActionMessages,
  ): Promise<Answer | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setState({ isBusy: true })
    try {
      const answer = await work(await loadApi())
      setState({ isBusy: false })
      if (onSuccess !== undefined) toast('pass', onSuccess)
      return answer
    } catch (error) {
      const failure = failureOf(error)
      setState({ isBusy: false, failure, problem: onFailure(failure) })
      return undefined
    } finally {
      isRunning.current = false
    }
  }
  return { ...state, forgetProblem: () => setState({ isBusy: false }), perform }
}
