import { acceptanceOf, type World } from '@netbox/core/dns'
import type { Greylist } from './greylist.ts'

/** An SMTP reply that refuses a recipient. */
export interface Reply {
  readonly code: number
  /** Enhanced status code (RFC 3463) and words. */
  readonly text: string
}

/** The client, sender and recipient of a delivery. */
export interface Attempt {
  /** The address that connected. */
  readonly client: string
  readonly from: string
  readonly to: string
}

/** Gives what the host says to a recipient; undefined when it accepts it. The words are those of `smtp-test`. */
export const replyTo = (
  world: World,
  host: string,
  greylist: Greylist,
  { client, from, to }: Attempt,
): Reply | undefined => {
  const at = to.lastIndexOf('@')
  const recipient = { local: to.slice(0, at).toLowerCase(), domain: to.slice(at + 1).toLowerCase() }
  const first = acceptanceOf(world, host, recipient)
  if (first === 'not-served') return { code: 554, text: '5.7.1 Relay access denied' }
  if (first === 'refused') return { code: 550, text: '5.1.1 User unknown' }
  if (first !== 'later') return undefined
  const triplet = [client, from, to] as const
  if (!greylist.knows(triplet, world.at))
    return { code: 451, text: `4.7.1 Greylisted, try again in ${greylist.left(triplet, world.at)} seconds` }
  return acceptanceOf(world, host, { ...recipient, known: true }) === 'refused'
    ? { code: 550, text: '5.1.1 User unknown' }
    : undefined
}
