import type { DeliveredMessage } from './mail-server-options.ts'

/** A message that a mail server of the simulated internet took. */
export interface ReceivedMessage extends DeliveredMessage {
  /** The name of the server. */
  readonly host: string
  /** The port in the world: 25, or one of those where users sign in. */
  readonly port: number
  /** Whether it came over TLS. */
  readonly tls: boolean
  /** The signed-in mailbox; undefined for a message from another server. */
  readonly user?: string | undefined
}

/** The newest messages that were delivered. */
export interface MessageStore {
  /** Oldest first. */
  readonly messages: () => readonly ReceivedMessage[]
  readonly add: (message: ReceivedMessage) => void
}

const MOST_MESSAGES = 1000
const MOST_CHARACTERS = 64_000_000

/** Creates a store that forgets the oldest messages beyond a number and a length of all together. The newest one stays. */
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
