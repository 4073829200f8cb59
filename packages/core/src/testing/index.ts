// Tests of a tool
export { describeTool, type TestRunner, type ToolExamples } from './describe-tool.ts'

// Findings of a scenario
export { expectedFindings, type FindingCodes, findingsOf, missingFindings } from './expectations.ts'

// A world and a clock that stand still
export { fakeClock, type FakeClock, FIXED_TIME } from './fake-clock.ts'
export { fixedWorld } from './fixed-world.ts'

// Names of third parties
export { unsafeIdentifiers } from './safe-identifiers.ts'
