import type { MailDelivery, ServiceName, VerificationMode } from '@netbox/contract'
import { useEffect, useState } from 'react'
import { fieldsOf } from '../page/storage.ts'

/** The state of the service's parts, as far as it is known. */
export interface Services {
  /** The current mode of email verification; undefined until the service has responded. */
  readonly verification?: VerificationMode | undefined
  /** Where messages to users go; undefined until the service has responded. */
  readonly mail?: MailDelivery | undefined
  /** Returns whether an admin has switched a part off. */
  readonly isOff: (name: ServiceName) => boolean
}

const modes: readonly VerificationMode[] = ['real', 'simulated', 'off']
const deliveries: readonly MailDelivery[] = ['smtp', 'mailbox', 'none']

/** Reads the response of the service, which may be of another version. */
const readServices = (answer: unknown): Services => {
  const { services, email_verification: said, mail } = fieldsOf(answer)
  const verification = modes.find((mode) => mode === said)
  const off = new Set(
    (Array.isArray(services) ? services : [])
      .map(fieldsOf)
      .filter((service) => service['is_enabled'] === false)
      .map((service) => service['service_name']),
  )
  return {
    verification,
    mail: deliveries.find((delivery) => delivery === mail),
    // The service may also be set up without verification.
    isOff: (name) => off.has(name) || (name === 'email_verification' && verification === 'off'),
  }
}

const unknown = readServices(undefined)

/**
 * Returns which parts of the service are switched off, so that a page can say so before anything is typed. Uses a plain request, because
 * public pages do not need the API client.
 */
export const useServices = (): Services => {
  const [services, setServices] = useState(unknown)
  useEffect(() => {
    const controller = new AbortController()
    fetch('/api/services', { signal: controller.signal })
      .then(async (answer) => setServices(readServices(await answer.json())))
      // Without a response, every part counts as on; using it then shows the error.
      .catch(() => undefined)
    return () => controller.abort()
  }, [])
  return services
}
