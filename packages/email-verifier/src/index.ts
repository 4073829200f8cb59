export type { Outcome, Reason, VerificationResult } from './verification-result.ts'
export type {
  Answer,
  Bounds,
  CatchAllCache,
  CatchAllVerdict,
  Clock,
  Connection,
  Connector,
  Exchange,
  Resolver,
} from './ports.ts'
