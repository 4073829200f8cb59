import { closing, type PageRequest } from '../web/http-responder.ts'
import type { Page } from '../web/send-page.ts'
import { authorityAt, CREDENTIALS_HOST } from './authorities.ts'
import type { IssuedCertificate } from './issue.ts'
import type { AcmeContext } from './viewpoint.ts'

/** The certificate authorities of a running world. */
export interface AcmeServers {
  /** Returns whether the world has an authority at a host. */
  readonly serves: (host: string) => boolean
  /** Returns the page for a request to an authority. */
  readonly pageFor: (host: string, request: PageRequest) => Promise<Page>
  /** Returns a page of an authority with a fresh nonce, which every response may have (RFC 8555, section 6.5). */
  readonly withNonce: (host: string | undefined, page: Page) => Promise<Page>
  /** The issued certificates, oldest first. */
  readonly certificates: () => readonly IssuedCertificate[]
  /** Tells the authorities the local ports of the ports of the world. Only these lead to hosts that they validate. */
  readonly connect: (ports: ReadonlyMap<number, number>) => void
}

/** Creates the certificate authorities of a world. The first request loads them, because most programs ask for no certificate. */
export const createAcmeServers = (context: AcmeContext): AcmeServers => {
  let ports: ReadonlyMap<number, number> = new Map()
  const certificates: IssuedCertificate[] = []
  const load = async () => {
    const { createAcmeResponder } = await import('./responder.ts')
    return createAcmeResponder(context, (port) => ports.get(port), certificates)
  }
  let loaded: ReturnType<typeof load> | undefined
  const responder = async () => (loaded ??= load())
  return {
    serves: (host) => host === CREDENTIALS_HOST || authorityAt(host) !== undefined,
    pageFor: async (host, request) => {
      const body = await request.body()
      const page = await (await responder()).pageFor(host, request, body)
      return body === undefined ? closing(page) : page
    },
    withNonce: async (host, page) => {
      const authority = host === undefined ? undefined : authorityAt(host)
      if (authority === undefined || page.headers.some(({ name }) => name === 'Replay-Nonce')) return page
      const value = (await responder()).nonceOf(authority)
      return { ...page, headers: [...page.headers, { name: 'Replay-Nonce', value }] }
    },
    certificates: () => certificates,
    connect: (given) => {
      ports = given
    },
  }
}
