import type { Migration } from '@netbox/contract'
import { migrationFailed, migrationNotAllowed, type MigrationForm, type Notice } from '@netbox/product'
import { useState } from 'react'
import { loadApi } from '../../lib/api.ts'
import { saySuccess } from '../../lib/say-success.ts'
import { toast } from '../../lib/toasts.ts'
import { requestOf } from './use-migration-form.ts'

// The error codes of refusals. After other failures, the user may submit the unchanged form again.
const refusals = new Set(['not_available', 'daily_limit_reached', 'service_off', 'unauthorized', 'forbidden'])

/** Describes why a request failed. */
export const noticeOf = (error: unknown): Notice => {
  const message = error instanceof Error ? error.message : ''
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return refusals.has(code) ? migrationNotAllowed(message) : migrationFailed(message)
}

/** Sends requests, one at a time. */
export const useSubmit = (onRecorded: (migration: Migration) => void) => {
  const [isSubmitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<Notice>()
  const submit = async (form: MigrationForm): Promise<void> => {
    setSubmitting(true)
    setFailure(undefined)
    try {
      const { migration } = await (await loadApi()).call('migrations.create', { body: requestOf(form) })
      onRecorded(migration)
      saySuccess(({ toasts }) => toasts.migrationStarted)
    } catch (error) {
      const notice = noticeOf(error)
      setFailure(notice)
      toast('critical', notice)
    } finally {
      setSubmitting(false)
    }
  }
  return { isSubmitting, failure, submit: (form: MigrationForm): void => void submit(form) }
}
