/// <reference types="node" preserve="true" />

// Commands in a namespace
export { keepEnd, limitCommand } from './limit-command.ts'
export { type CommandNamespace, findObstacle, openNamespace, runInNamespace } from './run-in-namespace.ts'
export { type HostPort, readHostPort, withHostPorts } from './host-ports.ts'
export type { CommandEnd, CommandUser, NamespaceCommand } from './namespace-command.ts'
export { runInside } from './run-inside.ts'

// The network of a container
export type { FileOwner } from '../internet/replace-file.ts'
export { type ContainerInternet, serveContainer } from './serve-container.ts'

// The log of requests in a file
export { type LogFile, openLogFile } from '../internet/log-file.ts'

// The comparison with the healthy world
export { type FirstDifference, type Met, meetingOf, type Questions } from '../internet/comparison.ts'
export { startComparedInternet } from '../start-internet.ts'

// The environment of programs
export { saveWorld, writeWorldVariables } from './world-variables.ts'

// Trusted certificates
export { JAVA_STORES, SYSTEM_BUNDLES, type TrustBundle, writeTrustBundle } from '../tls/trust-bundle.ts'
