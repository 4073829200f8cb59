// Without this line, the declarations that use Node's types would be `any` in projects whose `types` don't list them.
/// <reference types="node" preserve="true" />

// DNS
export { createDnsModule, type SimulatedDnsModule, type SimulatedDnsPromises } from './resolver/create-dns-module.ts'
export { createResolver, type ResolverOptions, type SimulatedResolver } from './resolver/create-resolver.ts'
export { loopbackLookup } from './resolver/loopback-lookup.ts'
export { type ReplacedDns, replaceNodeDns } from './resolver/replace-node-dns.ts'

// Mail servers
export { type MailServer, startMailServer } from './mail/start-mail-server.ts'
export { type MailServers, type MailServersOptions, startMailServers } from './mail/start-mail-servers.ts'
export type { MailServerOptions, RefusedRecipient } from './mail/mail-server-options.ts'

// Real protocols
export { type InternetOptions, startInternet } from './start-internet.ts'
export { describeInternet, type Internet, type TrustAnchor } from './internet/internet.ts'
export type { IssuedCertificate } from './acme/issue.ts'
export type { RequestEntry } from './internet/request-log.ts'
export type { DeliveredMessage, MessageFilter, MessageWait, ReceivedMessage } from './internet/message-store.ts'
export type { Endpoint } from './internet/internet-server.ts'
export type { MessageContent } from './mail/message-content.ts'
export { type Control, startControl } from './control/start-control.ts'
export { type InternetWorld, scenarioFor } from './internet/scenario-for.ts'

export { withMaps } from './relay/maps.ts'

// World options
export type { SimulationOptions } from './internet/open-simulation.ts'
