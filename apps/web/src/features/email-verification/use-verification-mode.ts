import type { VerificationMode } from '@netbox/contract'
import { useEffect, useState } from 'react'

const modes: readonly VerificationMode[] = ['real', 'simulated', 'off']

/** Reads the mode from the response of the service, which may be of another version. */
const readMode = (answer: unknown): VerificationMode | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined
  const said: unknown = Reflect.get(answer, 'email_verification')
  return modes.find((mode) => mode === said)
}

/**
 * Returns the service's current mode of verification; undefined until the service has responded. Uses a plain request, because the page
 * does not need the API client.
 */
export const useVerificationMode = (): VerificationMode | undefined => {
  const [mode, setMode] = useState<VerificationMode>()
  useEffect(() => {
    const controller = new AbortController()
    fetch('/api/services', { signal: controller.signal })
      .then(async (answer) => setMode(readMode(await answer.json())))
      // Without a response the page shows no mode; starting a verification then shows the error.
      .catch(() => undefined)
    return () => controller.abort()
  }, [])
  return mode
}
