import { ToolError } from '@netbox/core'
import { zoneNameOf, zoneOf } from '@netbox/core/dns'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { ServerContext } from '../internet/internet-server.ts'
import { rcodeText, rcodes } from './message.ts'
import { MalformedMessage, type MessageRecord, readMessageName, readRecords } from './read-records.ts'
import { types } from './record-data.ts'
import type { Incoming } from './reply.ts'
import { serialOfZone, UpdateRefused, updateZone } from './update.ts'
import { draftZone } from './zone-draft.ts'

const HEADER = 12
const IN = 1

/** An update of a zone (RFC 2136, section 2). */
interface Update {
  readonly zone: string
  readonly prerequisites: readonly MessageRecord[]
  readonly updates: readonly MessageRecord[]
}

/** Reads an update. Throws a `MalformedMessage` for any other message. */
const readUpdate = (message: Buffer): Update => {
  const { name: zone, end } = readMessageName(message, HEADER)
  const isOfZone = message.readUInt16BE(4) === 1 && end + 4 <= message.length && message.readUInt16BE(end) === types.SOA
  if (!isOfZone) throw new MalformedMessage('An update has one zone.')
  if (message.readUInt16BE(end + 2) !== IN) throw new UpdateRefused(rcodes.NOTAUTH, 'the zone has another class')
  const prerequisites = readRecords(message, end + 4, message.readUInt16BE(6))
  const updates = readRecords(message, prerequisites.end, message.readUInt16BE(8))
  const additional = readRecords(message, updates.end, message.readUInt16BE(10))
  if (additional.end !== message.length) throw new MalformedMessage('Something follows the last record.')
  return { zone, prerequisites: prerequisites.records, updates: updates.records }
}

/** The code of a response to an update, and what the log says. */
export interface UpdateAnswer {
  readonly zone: string
  readonly rcode: number
  readonly text: string
}

/** Returns a function that returns whether an address of the world serves a zone, or is the resolver, which forwards to its nameservers. */
export const serversOf =
  ({ live }: Pick<ServerContext, 'live'>) =>
  (server: string, zone: string): boolean => {
    const world = live.now()
    const found = zoneNameOf(world, zone) === zone ? zoneOf(world, zone) : undefined
    const serves = found?.nameservers.some(({ addresses }) => addresses.includes(server)) === true
    return serves || (found !== undefined && server === TOOLS_RESOLVER)
  }

/** Returns a function that makes the updates of a live world. `key` is the name of the key that signed the message. */
export const createUpdates = ({ live, change }: Pick<ServerContext, 'live' | 'change'>) => {
  const isServer = serversOf({ live })
  const requireRight = (zone: string, key: string | undefined): void => {
    const keys = live.stated().domains?.[zone]?.update ?? []
    if (key === undefined || !keys.includes(key))
      throw new UpdateRefused(
        rcodes.REFUSED,
        key === undefined ? 'the update is not signed' : `'update' of ${zone} has no key ${key}`,
      )
  }
  const update = async ({ zone, prerequisites, updates }: Update): Promise<string> => {
    let text = 'no change'
    await change(() => {
      const draft = draftZone(live.seed, live.stated(), live.time(), zone)
      updateZone(draft, prerequisites, updates)
      const count = draft.changes().length
      if (count === 0) return {}
      text = `serial ${serialOfZone(draft)}`
      return { world: draft.document() }
    })
    return text
  }
  return async (incoming: Incoming, key: string | undefined): Promise<UpdateAnswer> => {
    let zone = 'malformed'
    try {
      const read = readUpdate(incoming.message)
      zone = read.zone
      if (!isServer(incoming.server, zone))
        throw new UpdateRefused(rcodes.NOTAUTH, `this server is not authoritative for ${zone}`)
      requireRight(zone, key)
      return { zone, rcode: rcodes.NOERROR, text: await update(read) }
    } catch (error) {
      if (error instanceof MalformedMessage) return { zone, rcode: rcodes.FORMERR, text: 'FORMERR' }
      // Facts that no document can define are refused, such as a mail server beside a null MX.
      const { rcode, message } =
        error instanceof UpdateRefused
          ? error
          : { rcode: error instanceof ToolError ? rcodes.REFUSED : rcodes.SERVFAIL, message: String(error) }
      return { zone, rcode, text: `${rcodeText(rcode)}: ${message}` }
    }
  }
}
