import { createAddressBook } from '../../src/internet/address-book.ts'
import { type Addressing, namespaceAddressing } from '../../src/internet/addressing.ts'
import type { ServerContext } from '../../src/internet/internet-server.ts'
import { openLiveWorld } from '../../src/internet/live-world.ts'
import { createRequestLog } from '../../src/internet/request-log.ts'
import type { InternetWorld } from '../../src/internet/scenario-for.ts'
import { createRelay } from '../../src/relay/start-relay.ts'
import { createAuthority } from '../../src/tls/authority.ts'

/** Creates the dependencies of a server, by default as in a namespace. */
export const serverContextOf = (world: InternetWorld, addressing: Addressing = namespaceAddressing): ServerContext => {
  const context = {
    live: openLiveWorld(world),
    addressing,
    log: createRequestLog(() => 'seed'),
    addressBook: createAddressBook(addressing),
    authority: createAuthority(),
  }
  return { ...context, relay: createRelay(context) }
}
