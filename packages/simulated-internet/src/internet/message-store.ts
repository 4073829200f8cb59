import { EventEmitter, once } from 'node:events'
import { type MailVerdict, readTime } from '@netbox/core'
import type { MessageContent } from '../mail/message-content.ts'

/** A message that the server accepted. */
export interface DeliveredMessage {
  /** The envelope sender; empty for a bounce. */
  readonly from: string
  /** The accepted recipients. */
  readonly to: readonly string[]
  /** The header and body as received, decoded as UTF-8. */
  readonly text: string
  /** The world's time of the delivery, ISO 8601 in UTC. */
  readonly at: string
}

/** A message that a mail server of the simulated internet accepted. */
export interface ReceivedMessage extends DeliveredMessage, MessageContent {
  /** The name of the server. */
  readonly host: string
  /** The world's port: 25 or a submission port. */
  readonly port: number
  /** Whether the connection used TLS. */
  readonly tls: boolean
  /** The authenticated mailbox; undefined for a message from another server. */
  readonly user?: string | undefined
  /** The verdict of the server on the message: SPF of the connection, DKIM and DMARC of the message, and more. */
  readonly verdict: MailVerdict
}

/** Which messages a test looks for. Without a field, all messages match. */
export interface MessageFilter {
  /** The address of an accepted recipient. Upper and lower case are the same. */
  readonly to?: string | undefined
  /** The world's time from which messages count, in ISO 8601 or epoch milliseconds. */
  readonly since?: string | number | undefined
}

/** The limits of a wait for a message. */
export interface MessageWait {
  /** How long to wait, in milliseconds. */
  readonly timeout?: number | undefined
  /** Ends the wait. The promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** A store of the newest delivered messages. */
export interface MessageStore {
  /** Returns the messages, oldest first. */
  readonly messages: () => readonly ReceivedMessage[]
  readonly add: (message: ReceivedMessage) => void
  /** Removes the messages that match, and returns their number. */
  readonly remove: (filter?: MessageFilter) => number
  /** Resolves with the messages that match as soon as there is one, and with none at the end of the time. */
  readonly find: (wanted?: MessageFilter & MessageWait) => Promise<readonly ReceivedMessage[]>
}

const MOST_MESSAGES = 1000
const MOST_CHARACTERS = 64_000_000
const ARRIVAL = 'message'

/** Returns the function that decides whether a message matches. Throws for an address without a domain, and for an invalid time. */
const matcherOf = ({ to, since }: MessageFilter): ((message: ReceivedMessage) => boolean) => {
  if (to !== undefined && !/^[^\s@][^\s]*@[^\s@]+$/.test(to))
    throw new RangeError(`'to' must be an address, such as 'ana@shop.example', not '${to}'.`)
  const [wanted, first] = [to?.toLowerCase(), since === undefined ? -Infinity : readTime(since)]
  return (message) =>
    (wanted === undefined || message.to.some((address) => address.toLowerCase() === wanted)) &&
    Date.parse(message.at) >= first
}

/** Creates a store that drops the oldest messages beyond a maximum number or total length. It always keeps the newest message. */
export const createMessageStore = (most = MOST_MESSAGES, mostCharacters = MOST_CHARACTERS): MessageStore => {
  let messages: ReceivedMessage[] = []
  let characters = 0
  const arrivals = new EventEmitter().setMaxListeners(0)
  const matching = (filter: MessageFilter): ReceivedMessage[] => messages.filter(matcherOf(filter))
  return {
    messages: () => [...messages],
    add: (message) => {
      messages.push(message)
      characters += message.text.length
      while (messages.length > 1 && (messages.length > most || characters > mostCharacters))
        characters -= messages.shift()?.text.length ?? 0
      arrivals.emit(ARRIVAL)
    },
    remove: (filter = {}) => {
      const matches = matcherOf(filter)
      const kept = messages.filter((message) => !matches(message))
      const removed = messages.length - kept.length
      messages = kept
      characters = kept.reduce((sum, { text }) => sum + text.length, 0)
      return removed
    },
    find: async ({ timeout = 0, signal, ...filter } = {}) => {
      const expired = AbortSignal.timeout(timeout)
      const ended = signal === undefined ? expired : AbortSignal.any([expired, signal])
      for (;;) {
        const found = matching(filter)
        if (found.length > 0 || timeout === 0 || expired.aborted) return found
        signal?.throwIfAborted()
        // Rejects at the end of the time, which the next round finds.
        await once(arrivals, ARRIVAL, { signal: ended }).catch(() => undefined)
      }
    },
  }
}
