import type { MailVerdict } from '@netbox/core'

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
export interface ReceivedMessage extends DeliveredMessage {
  /** The name of the server. */
  readonly host: string
  /** The world's port: 25 or a submission port. */
  readonly port: number
  /** Whether the connection used TLS. */
  readonly tls: boolean
  /** The authenticated mailbox; undefined for a message from another server. */
  readonly user?: string | undefined
  /** What the server made of the message: SPF of the connection, DKIM and DMARC of the message, and more. */
  readonly verdict: MailVerdict
}

/** A store of the newest delivered messages. */
export interface MessageStore {
  /** Returns the messages, oldest first. */
  readonly messages: () => readonly ReceivedMessage[]
  readonly add: (message: ReceivedMessage) => void
}

const MOST_MESSAGES = 1000
const MOST_CHARACTERS = 64_000_000

/** Creates a store that drops the oldest messages beyond a maximum number or total length. It always keeps the newest message. */
export const createMessageStore = (most = MOST_MESSAGES, mostCharacters = MOST_CHARACTERS): MessageStore => {
  const messages: ReceivedMessage[] = []
  let characters = 0
  return {
    messages: () => [...messages],
    add: (message) => {
      messages.push(message)
      characters += message.text.length
      while (messages.length > 1 && (messages.length > most || characters > mostCharacters))
        characters -= messages.shift()?.text.length ?? 0
    },
  }
}
