import type { ResponseOf } from '@netbox/contract'
import { showLimit } from '@netbox/core'
import { useEffect, useState } from 'react'
import { loadApi } from '../../lib/api.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import { useVerification } from './verification-run.ts'

type Month = ResponseOf<'usage.list'>['verifications']

const readMonth = async (signal: AbortSignal): Promise<Month> =>
  (await (await loadApi()).call('usage.list', { signal })).verifications

/** The number of addresses that a paid plan may still verify this month. It is loaded again when a verification ends. */
export const MonthLeft = () => {
  const [month, setMonth] = useState<Month>()
  const { phase } = useVerification()
  useEffect(() => {
    if (phase === 'verifying') return undefined
    const controller = new AbortController()
    // A failure is ignored: the service refuses a list that is too long.
    readMonth(controller.signal).then(setMonth, () => undefined)
    return () => controller.abort()
  }, [phase])
  return month === undefined || month.limit < 0
    ? showLimit(-1)
    : verificationTexts.monthLeft(month.remaining, month.limit)
}
