import { type Answer, decode, type DecodedPacket, encode, type Question } from 'dns-packet'
import { createResponder } from '../../src/dns-server/responder.ts'
import { serversOf } from '../../src/dns-server/answer-updates.ts'
import { createTransfers } from '../../src/dns-server/transfers.ts'
import { createSignedResponder } from '../../src/dns-server/signed-responder.ts'
import type { Addressing } from '../../src/internet/addressing.ts'
import type { InternetWorld } from '../../src/internet/scenario-for.ts'
import { serverContextOf } from './server-context.ts'

/** The options of a query. */
export interface QueryOptions {
  readonly dnssec?: boolean
  readonly checkingDisabled?: boolean
  readonly transport?: 'udp' | 'tcp'
  readonly server?: string
  /** Whether the query has EDNS; default true. */
  readonly edns?: boolean
}

const RECURSION_DESIRED = 0x0100
const CHECKING_DISABLED = 0x0010

/** Encodes a query as a client does. */
export const questionOf = (
  name: string,
  type: string,
  { dnssec = false, checkingDisabled = false, edns = true }: QueryOptions = {},
): Buffer =>
  encode({
    type: 'query',
    id: 4711,
    flags: RECURSION_DESIRED | (checkingDisabled ? CHECKING_DISABLED : 0),
    questions: [{ name, type: type as Question['type'] }],
    additionals: edns
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: 1232,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: dnssec ? 0x8000 : 0,
            flag_do: dnssec,
            options: [],
          },
        ]
      : [],
  })

/** A decoded response. */
export interface Response extends DecodedPacket {
  readonly rcode: string
  readonly length: number
  readonly answers: Answer[]
  readonly authorities: Answer[]
  readonly additionals: Answer[]
}

/** Decodes a response. */
export const readResponse = (octets: Buffer): Response =>
  ({ ...decode(octets), length: octets.length }) as unknown as Response

/** Creates a client of a world's DNS servers without sockets. Its functions return undefined if there is no answer. */
export const createClient = (world: InternetWorld, addressing?: Addressing) => {
  const context = serverContextOf(world, addressing)
  const transfers = createTransfers(context, serversOf(context))
  const respond = createSignedResponder(context, createResponder(context), transfers)
  const sendAll = async (message: Buffer, { transport = 'udp', server = '192.0.2.53' }: QueryOptions = {}) => {
    const response = await respond({ message, transport, server })
    return response === undefined || Buffer.isBuffer(response) ? [response] : response
  }
  const send = async (message: Buffer, options: QueryOptions = {}) => (await sendAll(message, options))[0]
  return {
    ...context,
    transfers,
    send,
    sendAll,
    ask: async (name: string, type: string, options: QueryOptions = {}): Promise<Response | undefined> => {
      const octets = await send(questionOf(name, type, options), options)
      return octets && readResponse(octets)
    },
  }
}
