import { isNewerSerial, transfersOf, type World, worldAnswering } from '@netbox/core/dns'
import type { ServerContext } from '../internet/internet-server.ts'
import { type DnsRequest, emptyResponse, rcodes, rcodeText, readRequest, writeResponse } from './message.ts'
import { readRecords } from './read-records.ts'
import { type RecordSet, types } from './record-data.ts'
import type { Incoming } from './reply.ts'
import { openRecords } from './world-records.ts'
import { zoneContents } from './zone-contents.ts'
import { createZones } from './zones.ts'

/* Transfers of zones: AXFR (RFC 5936) and IXFR (RFC 1995). */

const MOST_RECORDS = 10_000
/** The transfers that run at once. */
const MOST_AT_ONCE = 16
/** The states of a zone that are kept for IXFR. */
const MOST_STATES = 1000
/** The size of a message of a transfer. All but the last one are a little smaller. */
const MESSAGE_SIZE = 16_384
const SERIAL_OFFSET = 20

/** A zone as it was at one time. */
interface ZoneState {
  readonly serial: number
  readonly soa: RecordSet
  /** The number of records without DNSSEC. */
  readonly count: number
  /** All records but the SOA record, with one record in each set, by name, type, TTL and data. */
  readonly records: ReadonlyMap<string, RecordSet>
}

/** The end of a connection, in place of a message. */
export const END_OF_CONNECTION = Buffer.alloc(0)

/** The answer to a request for a transfer: its messages, and what the log says about it. */
export interface TransferAnswer {
  readonly messages: readonly Buffer[]
  readonly rcode: number
  readonly text: string
}

/** The transfers of a live world. */
export interface Transfers {
  /** Keeps the new states of the zones after a change. Returns the zones that have one. */
  readonly refresh: () => readonly string[]
  /** Counts a transfer that runs until the returned function is called. */
  readonly begin: () => () => void
  /** Returns the answer to a request for a transfer; undefined for any other request. `key` is the name of the key that signed it. */
  readonly answer: (incoming: Incoming, key: string | undefined) => TransferAnswer | undefined
}

const isSoa = (record: RecordSet, zone: string): boolean => record.type === types.SOA && record.name === zone

const serialIn = (data: Buffer | undefined): number => data?.readUInt32BE(data.length - SERIAL_OFFSET) ?? 0

const single = ({ name, type, ttl, data }: RecordSet): RecordSet[] =>
  data.map((octets) => ({ name, type, ttl, data: [octets] }))

const keyOf = ({ name, type, ttl, data: [octets] }: RecordSet): string =>
  `${name} ${type} ${ttl} ${octets?.toString('latin1')}`

const stateOf = (zone: string, sets: readonly RecordSet[]): ZoneState | undefined => {
  const soa = sets.find((set) => isSoa(set, zone))
  if (soa === undefined) return undefined
  const others = sets.filter((set) => set !== soa).flatMap(single)
  const count = others.filter(({ type }) => type !== types.RRSIG && type !== types.NSEC).length
  return {
    serial: serialIn(soa.data[0]),
    soa,
    count,
    records: new Map(others.map((record) => [keyOf(record), record])),
  }
}

const without = (one: ZoneState, other: ZoneState): RecordSet[] =>
  [...one.records].flatMap(([key, record]) => (other.records.has(key) ? [] : [record]))

/** Returns the records of an incremental transfer: what each change deleted and added (RFC 1995, section 4). */
const changesSince = (states: readonly ZoneState[], from: number): readonly RecordSet[] => {
  const [last] = states.slice(-1)
  const steps = states.slice(from, -1).flatMap((before, index) => {
    const after = states[from + index + 1] ?? before
    return [before.soa, ...without(before, after), after.soa, ...without(after, before)]
  })
  return last === undefined ? [] : [last.soa, ...steps, last.soa]
}

/** Packs records into messages. */
const packed = (message: Buffer, request: DnsRequest, records: readonly RecordSet[]): Buffer[] => {
  const chunks: RecordSet[][] = [[]]
  let size = 0
  for (const record of records) {
    const length = record.name.length + 12 + (record.data[0]?.length ?? 0)
    if (size > 0 && size + length > MESSAGE_SIZE) {
      chunks.push([])
      size = 0
    }
    chunks.at(-1)?.push(record)
    size += length
  }
  return chunks.map((answer) =>
    Buffer.from(
      writeResponse(message, request, { rcode: rcodes.NOERROR, isAuthoritative: true, answer }, 65_535),
      'latin1',
    ),
  )
}

/** Returns the serial number of the zone that the client has, from the authority section of its request. */
const clientSerial = (message: Buffer, { end }: DnsRequest): number | undefined => {
  const { records } = readRecords(message, end, message.readUInt16BE(6) + message.readUInt16BE(8))
  const soa = records.find(({ type }) => type === types.SOA)
  return soa === undefined ? undefined : serialIn(soa.data)
}

/** Creates the transfers of a live world. `isServer` returns whether an address of the world is a nameserver of a zone. */
export const createTransfers = (
  { live, addressing }: Pick<ServerContext, 'live' | 'addressing'>,
  isServer: (server: string, zone: string) => boolean,
): Transfers => {
  const states = new Map<string, readonly ZoneState[]>()
  const rightsOf = (zone: string) => live.now().facts?.transfers.get(zone)

  const keep = (world: World, zone: string): boolean => {
    const plain = worldAnswering(world, [])
    const sets = zoneContents(plain, openRecords(plain, createZones(plain), addressing), zone)
    const state = stateOf(zone, sets)
    if (state === undefined) return false
    const before = states.get(zone) ?? []
    const last = before.at(-1)
    if (last === undefined || !isNewerSerial(state.serial, last.serial)) {
      states.set(zone, [state])
      return last !== undefined && last.serial !== state.serial
    }
    states.set(zone, [...before, state].slice(-MOST_STATES))
    return true
  }

  let kept: World | undefined
  const refresh = (asked?: string): readonly string[] => {
    const world = live.now()
    if (world === kept && (asked === undefined || states.has(asked))) return []
    const { domains = {} } = live.stated()
    // No program changes a zone of the known internet, so its state is kept only once a client asks for it.
    const isNeeded = (zone: string): boolean => zone === asked || states.has(zone) || Object.hasOwn(domains, zone)
    const zones = [...(world.facts?.transfers.keys() ?? [])].filter(isNeeded)
    for (const zone of states.keys()) if (!zones.includes(zone)) states.delete(zone)
    const changed = zones.filter((zone) => kept === undefined || kept.facts !== world.facts || !states.has(zone))
    kept = world
    return changed.filter((zone) => keep(world, zone))
  }

  const refuse = (message: Buffer, rcode: number, reason: string): TransferAnswer => ({
    messages: [emptyResponse(message, rcode)],
    rcode,
    text: `${rcodeText(rcode)}: ${reason}`,
  })

  let running = 0

  return {
    refresh,
    begin: () => {
      running += 1
      return () => {
        running -= 1
      }
    },
    answer: ({ message, transport, server }, key) => {
      const request = readRequest(message)
      if (request?.opcode !== 0 || (request.type !== types.AXFR && request.type !== types.IXFR)) return undefined
      const { name: zone, type } = request
      const rights = rightsOf(zone)
      // Other zones have names by hash, so nobody can list them: the servers refuse as to any query.
      if (rights === undefined) return undefined
      if (!isServer(server, zone))
        return refuse(message, rcodes.NOTAUTH, `this server is not authoritative for ${zone}`)
      if (rights !== 'any' && (key === undefined || !rights.includes(key)))
        return refuse(
          message,
          rcodes.REFUSED,
          key === undefined ? 'the request is not signed' : `'transfer' has no key ${key}`,
        )
      if (transport === 'udp' && type === types.AXFR) return refuse(message, rcodes.FORMERR, 'transfers need TCP')
      // Clients that read slowly keep a transfer running. A secondary asks again after SERVFAIL.
      if (transport === 'tcp' && running >= MOST_AT_ONCE)
        return refuse(message, rcodes.SERVFAIL, `${MOST_AT_ONCE} transfers are running`)
      const state = transfersOf(live.now(), zone)
      if (state === 'refused') return refuse(message, rcodes.REFUSED, 'the scenario axfr-refused')
      if (state === 'ixfr-servfail' && type === types.IXFR)
        return refuse(message, rcodes.SERVFAIL, 'the scenario ixfr-servfail')
      refresh(zone)
      const all = states.get(zone) ?? []
      const last = all.at(-1)
      if (last === undefined) return refuse(message, rcodes.SERVFAIL, 'the zone has no SOA record')
      if (last.count > MOST_RECORDS)
        return refuse(message, rcodes.REFUSED, `the zone has more than ${MOST_RECORDS} records`)
      const since = type === types.IXFR ? clientSerial(message, request) : undefined
      const from = all.findIndex(({ serial }) => serial === since)
      const isCut = state === 'cut' && transport === 'tcp'
      const text = (kind: string, records: readonly RecordSet[]): TransferAnswer => ({
        messages: isCut
          ? [...packed(message, request, records.slice(0, Math.ceil(records.length / 2))), END_OF_CONNECTION]
          : packed(message, request, records),
        rcode: rcodes.NOERROR,
        text: `${kind}, serial ${last.serial}, ${records.length} records${isCut ? ', cut' : ''}`,
      })
      // A client with the newest state, or over UDP, gets the SOA record only (RFC 1995, section 2).
      if (type === types.IXFR && (transport === 'udp' || since === last.serial)) return text('no change', [last.soa])
      if (from >= 0) return text('changes', changesSince(all, from))
      return text('whole zone', [last.soa, ...last.records.values(), last.soa])
    },
  }
}
