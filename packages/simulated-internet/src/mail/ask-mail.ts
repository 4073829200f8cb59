import { mailHostAt, type World } from '@netbox/core/dns'
import { createGreylist } from './greylist.ts'
import { replyTo } from './mail-commands.ts'
import { NO_RULES } from './mail-rules.ts'
import { type Connection, offersTlsIn, type WorldSession } from './mail-session.ts'
import { replyOf } from './replies.ts'

const nothing = (): void => undefined

/** Returns a connection as it would be in a world, at its first try. Rules are the same in every world, so it meets none. */
const connectionIn = (world: World, connection: Connection): Connection => {
  const session: WorldSession = {
    ...connection.session,
    world: () => world,
    time: () => world.at,
    greylist: createGreylist(),
    rules: NO_RULES,
    keep: nothing,
    refused: nothing,
    note: nothing,
    ask: undefined,
  }
  return {
    ...connection,
    session,
    offersTls: offersTlsIn(session),
    say: (kind, details) => replyOf(world, session.names[0], kind, details),
    to: new Map(connection.to),
  }
}

const linesOf = (reply: string): string[] => reply.split('\r\n').map((line) => line.slice(4))

/** Describes a reply by its codes, or an EHLO reply by the first extension that is missing. */
const describeReply = (reply: string, usual: string): string => {
  const [, ...extensions] = linesOf(usual)
  const missing = extensions.find((line) => !linesOf(reply).includes(line))
  if (missing !== undefined && reply.startsWith('250')) return `no ${missing.split(' ')[0]}`
  return /^\d{3}(?: \d\.\d+\.\d+)?/.exec(reply)?.[0] ?? reply
}

const placeOf = ({ names, port }: WorldSession): string => `${names[0]}:${port}`

/** Asks for the greeting of a mail server. */
export const askGreeting = (session: WorldSession): void => {
  const at = placeOf(session)
  session.ask?.({
    key: `greeting ${at}`,
    at,
    answer: (world) => {
      const { greetingName, banner } = mailHostAt(world, session.names[0])
      return `220 ${greetingName} ESMTP ${banner}`
    },
    describe: describeReply,
  })
}

/** Asks for the reply to a command, before the server carries it out. */
export const askCommand = (connection: Connection, name: string, given: string): void => {
  const { session, isSecure, user, from } = connection
  // A sign-in is a dialogue. The server asks for its result.
  if (session.ask === undefined || name === 'AUTH') return
  const at = placeOf(session)
  const before = { ...connection, to: new Map(connection.to) }
  session.ask({
    key: JSON.stringify(['smtp', at, isSecure, user, from, name, given]),
    at,
    answer: async (world) => (await replyTo(connectionIn(world, before), name, given)) ?? '500',
    describe: describeReply,
  })
}

// The octets of a message that are kept for the comparison.
const MOST_OCTETS = 262_144

/** Asks for the reply to a message. `decide` returns it without an effect on any store. */
export const askMessage = (
  connection: Connection,
  octets: Buffer,
  decide: (connection: Connection, octets: Buffer) => string,
): void => {
  const { session, from, to } = connection
  if (session.ask === undefined) return
  const at = placeOf(session)
  const before = { ...connection, to: new Map(to) }
  const kept = Buffer.from(octets.subarray(0, MOST_OCTETS))
  session.ask({
    key: JSON.stringify(['message', at, from, [...to.keys()]]),
    at,
    answer: (world) => decide(connectionIn(world, before), kept),
    describe: describeReply,
  })
}
