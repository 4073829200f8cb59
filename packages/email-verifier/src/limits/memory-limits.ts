import { systemClock } from '@netbox/core'
import type { CatchAllCache, CatchAllVerdict, Clock, Limits } from '../ports.ts'

// Domains where anyone can get an address: a customer list has thousands of addresses at each, and attackers don't harvest them this way.
const publicMail: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com outlook.com hotmail.com live.com msn.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it
  outlook.fr outlook.de outlook.es outlook.com.br yahoo.com ymail.com rocketmail.com aol.com yahoo.co.uk yahoo.fr yahoo.de
  yahoo.es yahoo.it yahoo.com.br yahoo.co.in yahoo.co.jp icloud.com me.com mac.com proton.me protonmail.com pm.me
  zoho.com zohomail.com fastmail.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de mail.com mail.ru
  inbox.ru list.ru bk.ru yandex.ru yandex.com ya.ru qq.com 163.com 126.com naver.com daum.net orange.fr wanadoo.fr free.fr
  laposte.net sfr.fr libero.it virgilio.it seznam.cz wp.pl o2.pl onet.pl uol.com.br bol.com.br terra.com.br comcast.net
  verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com bluewin.ch telenet.be ziggo.nl
  `
    .split(/\s+/)
    .filter((domain) => domain !== ''),
)

const OF_PUBLIC_MAIL = 20_000
const OF_OTHERS = 1000

/**
 * Returns the daily limit of distinct local parts for a domain: 1,000, which prevents reading a directory by trial, and 20,000 for domains
 * where anyone can get an address.
 *
 * @param domain - in ASCII form and lower case
 *
 * @example
 * import { localPartsADay } from '@netbox/email-verifier'
 * localPartsADay('mail.example') // => 1000
 * localPartsADay('gmail.com') // => 20000
 */
export const localPartsADay = (domain: string): number => (publicMail.has(domain) ? OF_PUBLIC_MAIL : OF_OTHERS)

/** The limits for one server. */
interface ServerLimits {
  readonly connections: number
  readonly questions: number
  /** The period of the limit on recipient checks, in milliseconds. */
  readonly period: number
}

/** The connection and rate limits of one server. */
interface ServerTurns {
  enter(signal: AbortSignal): Promise<() => void>
  turn(): boolean
  /** Returns whether the state can be dropped: no connection, no waiter, and no recipient check within the period. */
  isIdle(): boolean
}

interface Waiting {
  readonly enter: () => void
}

/** Creates the limits of a server. No period has more recipient checks than allowed, wherever it begins. */
const serverTurns = ({ connections, questions, period }: ServerLimits, clock: Clock): ServerTurns => {
  const taken: number[] = []
  const queue = new Set<Waiting>()
  let open = 0
  let alarm: AbortController | undefined

  /** Drops the expired recipient checks, and returns the wait until the next is allowed. */
  const waitForTurn = (): number => {
    const now = clock.now()
    while (taken[0] !== undefined && taken[0] <= now - period) taken.shift()
    const [oldest] = taken
    return taken.length < questions || oldest === undefined ? 0 : oldest + period - now
  }

  const setAlarm = (milliseconds: number): void => {
    if (alarm !== undefined) return
    const set = new AbortController()
    alarm = set
    const ring = (): void => {
      if (alarm === set) alarm = undefined
      letIn()
    }
    clock.wait(milliseconds, set.signal).then(ring, () => {})
  }

  const letIn = (): void => {
    for (const waiting of queue) {
      if (open >= connections) return
      const wait = waitForTurn()
      if (wait > 0) {
        setAlarm(wait)
        return
      }
      open += 1
      taken.push(clock.now())
      waiting.enter()
    }
    // Without waiters, a timer would prevent the process from ending.
    alarm?.abort()
    alarm = undefined
  }

  const place = (): (() => void) => {
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      open -= 1
      letIn()
    }
  }

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const stop = (): void => {
          queue.delete(waiting)
          signal.removeEventListener('abort', abort)
        }
        const abort = (): void => {
          stop()
          letIn()
          reject(signal.reason)
        }
        const waiting: Waiting = {
          enter: () => {
            stop()
            resolve(place())
          },
        }
        queue.add(waiting)
        signal.addEventListener('abort', abort)
        letIn()
      }),
    turn: () => {
      if (waitForTurn() > 0) return false
      taken.push(clock.now())
      return true
    },
    isIdle: () => open === 0 && queue.size === 0 && (waitForTurn(), taken.length === 0),
  }
}

/** The limits in memory; the defaults put little load on mail servers. */
export interface MemoryLimitsOptions {
  readonly clock?: Clock
  /** The maximum number of connections to one server at a time; default 2. */
  readonly connections?: number
  /** The maximum number of recipient checks at one server in a period; default 60. */
  readonly questions?: number
  /** The period in milliseconds; default one minute. */
  readonly period?: number
  /** Returns the maximum number of distinct local parts of a domain per UTC day; default `localPartsADay`. */
  readonly localPartsADay?: (domain: string) => number
}

const DAY = 24 * 3600 * 1000

// The maximum number of cached servers that are not in use. Beyond it, the oldest are dropped to limit memory.
const MOST_SERVERS = 5000
const MOST_DOMAINS = 20_000

/**
 * Creates limits for one process, in memory: 2 connections and 60 recipient checks a minute for each server, and a daily number of distinct
 * local parts for each domain.
 *
 * @example
 * import { memoryLimits } from '@netbox/email-verifier'
 * const limits = memoryLimits({ questions: 2 })
 * const leave = await limits.enter('192.0.2.25', new AbortController().signal)
 * await limits.turn('192.0.2.25') // => true
 * await limits.turn('192.0.2.25') // => false
 * leave()
 */
export const memoryLimits = (options: MemoryLimitsOptions = {}): Limits => {
  const { clock = systemClock, connections = 2, questions = 60, period = 60_000 } = options
  const most = options.localPartsADay ?? localPartsADay
  const servers = new Map<string, ServerTurns>()
  const domains = new Map<string, Set<number>>()
  let today = 0

  const serverOf = (address: string): ServerTurns => {
    const known = servers.get(address)
    if (known !== undefined) return known
    if (servers.size >= MOST_SERVERS) forgetIdle(servers)
    const turns = serverTurns({ connections, questions, period }, clock)
    servers.set(address, turns)
    return turns
  }

  return {
    enter: async (server, signal) => serverOf(server).enter(signal),
    turn: async (server) => serverOf(server).turn(),
    mayAsk: async (domain, localPart) => {
      const day = Math.floor(clock.now() / DAY)
      if (day !== today) domains.clear()
      today = day
      const asked = domains.get(domain) ?? new Set()
      const mark = markOf(localPart)
      if (!asked.has(mark) && asked.size >= most(domain)) return false
      asked.add(mark)
      domains.delete(domain)
      domains.set(domain, asked)
      const [oldest] = domains.keys()
      if (domains.size > MOST_DOMAINS && oldest !== undefined) domains.delete(oldest)
      return true
    },
  }
}

const forgetIdle = (servers: Map<string, ServerTurns>): void => {
  for (const [address, turns] of servers) if (turns.isIdle()) servers.delete(address)
}

// Returns the FNV-1a hash of a name in 30 bits, which use less memory than the name. Two names with the same hash count as one, which
// allows one more recipient check.
const markOf = (text: string): number => {
  let hash = 0x811c_9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193)
  return hash >>> 2
}

/**
 * Creates a cache of catch-all verdicts in memory: each for 24 hours, with at most 10,000 domains; the oldest are dropped first.
 *
 * @example
 * import { memoryCatchAllCache } from '@netbox/email-verifier'
 * const cache = memoryCatchAllCache()
 * await cache.set('mail.example', 'accepts_all')
 * await cache.get('mail.example') // => 'accepts_all'
 */
export const memoryCatchAllCache = ({
  clock = systemClock,
  most = 10_000,
}: { readonly clock?: Pick<Clock, 'now'>; readonly most?: number } = {}): CatchAllCache => {
  const known = new Map<string, { readonly verdict: CatchAllVerdict; readonly until: number }>()
  return {
    get: async (domain) => {
      const entry = known.get(domain)
      if (entry !== undefined && entry.until > clock.now()) return entry.verdict
      known.delete(domain)
      return undefined
    },
    set: async (domain, verdict) => {
      known.delete(domain)
      known.set(domain, { verdict, until: clock.now() + DAY })
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    },
  }
}
