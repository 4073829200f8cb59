import type { ServerContext } from '../internet/internet-server.ts'
import { createUpdates } from './answer-updates.ts'
import { emptyResponse, isRequest, limitFor, rcodes, rcodeText, readRequest } from './message.ts'
import { MalformedMessage } from './read-records.ts'
import { types } from './record-data.ts'
import { type Incoming, opcodeOf, opcodes, typeText } from './reply.ts'
import type { Responder } from './responder.ts'
import { END_OF_CONNECTION, type Transfers } from './transfers.ts'
import { checkSignature, type CheckedRequest } from './tsig.ts'

const DNS_PORT = 53

// The type, the class and the TTL of a signature.
const SIGNATURE_MARK = Buffer.of(0, 250, 0, 255, 0, 0, 0, 0)

// The types and classes of requests for transfers, and of signatures. Most messages have none, and need no second look.
const MARKS = [Buffer.of(0, types.AXFR, 0, 1), Buffer.of(0, types.IXFR, 0, 1), SIGNATURE_MARK]

/** Signs a response. One that gets too long for the client loses its records, so that the client asks over TCP. */
const signWithin = (
  response: Buffer,
  { message, transport }: Incoming,
  { sign, message: unsigned }: Extract<CheckedRequest, { kind: 'signed' }>,
): Buffer => {
  // Both signatures have the same length.
  const room = limitFor(readRequest(unsigned)?.edns, transport) - (message.length - unsigned.length)
  return sign(response.length <= room ? response : emptyResponse(unsigned, rcodes.NOERROR, true))
}

/** A function that answers messages, transfers with several ones. */
export type MessageResponder = (incoming: Incoming) => Answered | Promise<Answered>

type Answered = Buffer | readonly Buffer[] | undefined

/** Creates a responder that also answers updates, transfers and signed messages. The other responder answers queries. */
export const createSignedResponder = (
  context: ServerContext,
  respond: Responder,
  transfers: Transfers,
): MessageResponder => {
  const { live, log, ask } = context
  const answerUpdate = createUpdates(context)
  const note = (incoming: Incoming, question: string, answer: string, isAnswered: boolean, since?: number): void => {
    const { transport, server } = incoming
    const outcome = isAnswered ? 'answered' : 'refused'
    log.add({ protocol: 'dns', transport, server, port: DNS_PORT, question, answer, outcome }, since)
  }
  const update = async (incoming: Incoming, key: string | undefined): Promise<Buffer> => {
    const since = Date.now()
    const { zone, rcode, text } = await answerUpdate(incoming, key)
    note(incoming, `${zone} UPDATE`, text, rcode === rcodes.NOERROR, since)
    // An update can't be repeated in another world.
    ask?.({
      key: `update ${since} ${zone}`,
      at: `${zone} UPDATE`,
      answer: () => Promise.reject(new Error('an update')),
    })
    return emptyResponse(incoming.message, rcode)
  }
  const transfer = (incoming: Incoming, key: string | undefined): readonly Buffer[] | undefined => {
    const answered = transfers.answer(incoming, key)
    if (answered === undefined) return undefined
    const { messages, rcode, text } = answered
    const request = readRequest(incoming.message)
    note(incoming, `${request?.name} ${typeText(request?.type ?? 0)}`, text, rcode === rcodes.NOERROR)
    ask?.({
      key: `transfer ${Date.now()}`,
      at: `${request?.name} AXFR`,
      answer: () => Promise.reject(new Error('a transfer')),
    })
    return messages
  }
  const answer = (incoming: Incoming, key: string | undefined): Answered | Promise<Answered> =>
    opcodeOf(incoming.message) === opcodes.update
      ? update(incoming, key)
      : (transfer(incoming, key) ?? respond(incoming))
  const check = ({ message }: Incoming): CheckedRequest =>
    message.includes(SIGNATURE_MARK) ? checkSignature(message, live.keys(), Date.now()) : { kind: 'unsigned' }

  return (incoming) => {
    const { message } = incoming
    if (!isRequest(message)) return undefined
    const isUpdate = opcodeOf(message) === opcodes.update
    if (!isUpdate && !MARKS.some((mark) => message.includes(mark))) return respond(incoming)
    try {
      const checked = check(incoming)
      if (checked.kind === 'refused') {
        note(incoming, isUpdate ? 'signed UPDATE' : 'signed query', checked.text, false)
        return checked.response
      }
      if (checked.kind === 'unsigned') return answer(incoming, undefined)
      const plain = { ...incoming, message: checked.message }
      return Promise.resolve(answer(plain, checked.key)).then((ready) => {
        if (ready === undefined || Buffer.isBuffer(ready)) return ready && signWithin(ready, incoming, checked)
        return ready.map((one) => (one === END_OF_CONNECTION ? one : checked.sign(one)))
      })
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error
      note(incoming, 'malformed', rcodeText(rcodes.FORMERR), false)
      return emptyResponse(message, rcodes.FORMERR)
    }
  }
}
