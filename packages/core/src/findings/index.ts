// Findings
export { findFinding, findingCatalogue, type FindingEntry } from './finding-catalogue.ts'
export type { FindingKind } from '../reports/finding-kind.ts'
export { type ZoneCode, zoneCodes } from './zone.codes.ts'
