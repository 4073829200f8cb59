import type { World } from '@netbox/core/dns'
import type { WebServer } from '@netbox/core/web'
import { DAY } from '@netbox/core'
import type { Ask } from '../internet/comparison.ts'

const CURRENT: ReadonlySet<string> = new Set(['TLSv1.3', 'TLSv1.2'])
const FEW_DAYS = 7

type Handshake = Pick<WebServer, 'certificate' | 'protocols' | 'cipherSuites' | 'handshake'>

/** Describes what a client meets in a handshake in a few words. */
const describeHandshake = ({ certificate, protocols, handshake }: Handshake, at: number): string => {
  const { notBefore, notAfter, signedBy, omitsIntermediate, bits, hasOnlyCommonName, isForOther } = certificate
  const left = Math.ceil((notAfter - at) / DAY)
  if (handshake === 'closes') return 'handshake closed'
  if (handshake === 'client-cert-required') return 'client certificate required'
  if (!protocols.some((protocol) => CURRENT.has(protocol))) return 'only TLS 1.0 and 1.1'
  if (left <= 0) return 'certificate expired'
  if (notBefore > at) return 'certificate not valid yet'
  if (signedBy === 'itself') return 'self-signed certificate'
  if (signedBy === 'unknown-root') return 'certificate from an unknown authority'
  if (isForOther === true) return 'certificate for another name'
  if (omitsIntermediate === true) return 'no intermediate certificate'
  if (bits !== undefined) return `key of ${bits} bits`
  if (hasOnlyCommonName === true) return 'certificate with only a common name'
  return left <= FEW_DAYS ? `certificate expires in ${left} ${left === 1 ? 'day' : 'days'}` : 'handshake completed'
}

/** Asks for the TLS handshake of a program. `settingsIn` returns the settings of the server in a world; undefined if it refuses the name. */
export const askTls = (ask: Ask | undefined, at: string, settingsIn: (world: World) => Handshake | undefined): void => {
  ask?.({
    key: `tls ${at}`,
    at,
    answer: (world) => {
      const settings = settingsIn(world)
      if (settings === undefined) return 'unrecognized name'
      const { certificate, protocols, cipherSuites, handshake } = settings
      const all = JSON.stringify([certificate, protocols, cipherSuites, handshake])
      return `${describeHandshake(settings, world.at)}\n${all}`
    },
  })
}
