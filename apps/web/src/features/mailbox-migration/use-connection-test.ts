import {
  CONNECTION_TEST_DELAY,
  connectionFailed,
  connectionSuccessful,
  connectionTestErrors,
  type ConnectionTestResult,
  type MailboxForm,
  testConnection,
} from '@netbox/product'
import { useEffect, useState } from 'react'
import { toast } from '../../lib/toasts.ts'

/** The state of a connection test; undefined before the test. */
export type TestState = { readonly status: 'testing' } | ConnectionTestResult | undefined

interface Tested {
  readonly mailbox: MailboxForm
  readonly state: TestState
}

const drawFraction = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

const tell = ({ status, host, port, error }: ConnectionTestResult): void =>
  status === 'success'
    ? toast('pass', connectionSuccessful(host, port))
    : toast('critical', connectionFailed(error ?? connectionTestErrors.failed))

/** Simulates connection tests of a mailbox. A result is valid until the mailbox is changed. */
export const useConnectionTest = (mailbox: MailboxForm) => {
  const [tested, setTested] = useState<Tested>()
  const state = tested?.mailbox === mailbox ? tested.state : undefined
  const isTesting = state?.status === 'testing'
  useEffect(() => {
    if (!isTesting) return undefined
    const timer = setTimeout(() => {
      const result = testConnection(mailbox, { fraction: drawFraction() })
      setTested({ mailbox, state: result })
      tell(result)
    }, CONNECTION_TEST_DELAY)
    return () => clearTimeout(timer)
  }, [isTesting, mailbox])
  return { state, test: (): void => setTested({ mailbox, state: { status: 'testing' } }) }
}
