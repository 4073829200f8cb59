// Runs a command whose only internet is the world
export { findObstacle, runInNamespace } from './run-in-namespace.ts'
export type { CommandUser, NamespaceCommand } from './namespace-command.ts'
export { runInside } from './run-inside.ts'

// The network of a container
export { type ContainerInternet, serveContainer } from './serve-container.ts'

// The log of requests in a file
export { type LogFile, openLogFile } from '../internet/log-file.ts'

// The certificates that programs trust
export { type TrustBundle, writeTrustBundle } from '../tls/trust-bundle.ts'
