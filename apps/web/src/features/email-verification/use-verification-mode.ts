import type { VerificationMode } from '@netbox/contract'
import { useEffect, useState } from 'react'

const modes: readonly VerificationMode[] = ['real', 'simulated', 'off']

/** Reads the mode from the answer of the service, which may be another version's. */
const readMode = (answer: unknown): VerificationMode | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined
  const said: unknown = Reflect.get(answer, 'email_verification')
  return modes.find((mode) => mode === said)
}

/** Asks the service what a verification does now; undefined until it has answered. A plain request: the page needs no client for it. */
export const useVerificationMode = (): VerificationMode | undefined => {
  const [mode, setMode] = useState<VerificationMode>()
  useEffect(() => {
    const controller = new AbortController()
    fetch('/api/services', { signal: controller.signal })
      .then(async (answer) => setMode(readMode(await answer.json())))
      // Without an answer the page says nothing: a verification gives the reason.
      .catch(() => undefined)
    return () => controller.abort()
  }, [])
  return mode
}
