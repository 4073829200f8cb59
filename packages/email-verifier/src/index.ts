// Without this line, the declarations that use Node's types would be `any` in projects whose `types` don't list them.
/// <reference types="node" preserve="true" />

// Verify addresses
export { createVerifier, verify, type VerifierOptions } from './verifier/create-verifier.ts'
export { simulatedVerifier, type SimulatedVerifierOptions } from './verifier/simulated-verifier.ts'
export type { Verifier, VerifyManyOptions, VerifyOptions } from './verifier/verifier.ts'
export type { RcptOutcome, Reason, VerificationResult } from './verification-result.ts'

// Parts of a verifier
export { memoryLimits, type MemoryLimitsOptions } from './limits/memory-limits.ts'
export { memoryCatchAllCache } from './limits/memory-limits.ts'
export { localPartsADay } from './limits/memory-limits.ts'
export { createConnector, type ConnectorOptions } from './network/connector.ts'
export { createResolver, type ResolverOptions } from './network/resolver.ts'
export { isGlobalUnicast } from './network/is-global-unicast.ts'
export { ConnectFailed, ForbiddenAddress, ResolverError } from './network/network-errors.ts'
export { systemClock } from '@netbox/core'
export type {
  DnsAnswer,
  Limits,
  CatchAllCache,
  CatchAllVerdict,
  Clock,
  Connection,
  Connector,
  Exchange,
  Resolver,
} from './ports.ts'

// Checks without a connection
export { parseAddress, type ParsedAddress } from './syntax/parse-address.ts'
export { isDisposableDomain } from './lists/lists.ts'
export { isRoleAccount } from './lists/lists.ts'
export { providerOf, type Provider } from './lists/providers.ts'

// Evaluation of replies and reasons
export { outcomeOfReply, type ServerReply } from './verdict/outcome-of-reply.ts'
export { retryAfterOf } from './verdict/retry-after.ts'
export { reasons, retrySchedule, verdicts, type Verdict } from './verdict/verdicts.ts'
