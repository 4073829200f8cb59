// Tests of a tool
export { describeTool, type TestRunner, type ToolExamples } from './describe-tool.ts'

// Findings of a scenario
export { expectedFindings, type FindingCodes, findingsOf, missingFindings } from './expectations.ts'

// Fixed worlds and a fake clock
export { fakeClock, type FakeClock, FIXED_TIME } from './fake-clock.ts'
export { fixedWorld } from './fixed-world.ts'

// Names of third parties
export { unsafeIdentifiers } from './safe-identifiers.ts'
