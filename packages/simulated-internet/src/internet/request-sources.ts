import { type FactSource, factSources, isLeftOutOf } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import type { AddressBook } from './address-book.ts'
import type { Addressing } from './addressing.ts'
import type { LiveWorld } from './live-world.ts'
import type { RequestToLog } from './request-log.ts'

/** The sources of the facts in answers, and the names that nobody listed. */
export interface RequestSources {
  /** Returns where the facts about the name or the address of a request come from. */
  readonly sourceOf: (request: RequestToLog) => FactSource
  /** Returns the names that programs asked for and that a strict world leaves out, in the order of the first requests; at most 1,000. */
  readonly unknownNames: () => readonly string[]
}

const MOST_UNKNOWN = 1000

// The host in `GET https://shop.example/` and `TLS shop.example`.
const WEB_HOST = /^\S+ (?:https?:\/\/)?([^/:\s]+)/

/** Creates the sources of a live world. */
export const createRequestSources = (
  live: LiveWorld,
  { namesAt }: Pick<AddressBook, 'namesAt'>,
  { toLocal, toWorld }: Pick<Addressing, 'toLocal' | 'toWorld'>,
): RequestSources => {
  const unknown = new Set<string>()
  let opened: { readonly world: World; readonly find: (subject: string) => FactSource } | undefined

  const subjectOf = ({ protocol, question, server }: RequestToLog): string => {
    if (protocol === 'dns') return question.slice(0, question.lastIndexOf(' ')).toLowerCase()
    if (protocol === 'proxy') return server
    const host = protocol === 'http' || protocol === 'https' ? WEB_HOST.exec(question)?.[1] : undefined
    const address = toWorld(server)
    return host ?? namesAt(toLocal(address) ?? address)[0] ?? address
  }

  return {
    sourceOf: (request) => {
      const world = live.now()
      if (opened?.world !== world) {
        const options = { scenario: live.scenario(), world: live.document() }
        opened = { world, find: factSources(options, live.time()) }
      }
      const subject = subjectOf(request)
      const asksForName = request.protocol === 'dns' || request.protocol === 'proxy'
      if (asksForName && unknown.size < MOST_UNKNOWN && isLeftOutOf(world, subject)) unknown.add(subject)
      return opened.find(subject)
    },
    unknownNames: () => [...unknown],
  }
}
