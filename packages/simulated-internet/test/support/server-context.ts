import { createAcmeServers } from '../../src/acme/acme.ts'
import { createAddressBook } from '../../src/internet/address-book.ts'
import { type Addressing, namespaceAddressing } from '../../src/internet/addressing.ts'
import type { ServerContext } from '../../src/internet/internet-server.ts'
import { openLiveWorld } from '../../src/internet/live-world.ts'
import { createRequestLog } from '../../src/internet/request-log.ts'
import type { InternetWorld } from '../../src/internet/scenario-for.ts'
import { createRelay } from '../../src/relay/start-relay.ts'
import { createAuthority } from '../../src/tls/authority.ts'
import { createRoutes } from '../../src/web/serve-routes.ts'

/** Creates the dependencies of a server, by default as in a namespace. */
export const serverContextOf = (world: InternetWorld, addressing: Addressing = namespaceAddressing): ServerContext => {
  const live = openLiveWorld(world)
  const context = {
    live,
    change: async (read: () => Partial<InternetWorld>) => void live.set(read()),
    addressing,
    log: createRequestLog(() => 'seed'),
    addressBook: createAddressBook(addressing),
    authority: createAuthority(),
    routes: createRoutes({ live, addressing }),
  }
  return { ...context, relay: createRelay(context), acme: createAcmeServers(context) }
}
