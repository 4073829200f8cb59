// DNS
export { createDnsModule, type SimulatedDnsModule } from './resolver/create-dns-module.ts'
export { createResolver, type ResolverOptions, type SimulatedResolver } from './resolver/create-resolver.ts'
export { loopbackLookup } from './resolver/loopback-lookup.ts'

// Mail hosts
export { type MailServer, startMailServer } from './mail/start-mail-server.ts'
export type { DeliveredMessage, MailServerOptions, RefusedRecipient } from './mail/mail-server-options.ts'

// Which world
export type { SimulationOptions } from './open-simulation.ts'
