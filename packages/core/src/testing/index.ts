export { describeTool, type TestRunner, type ToolExamples } from './describe-tool.ts'
export { fakeClock, type FakeClock, FIXED_TIME } from './fake-clock.ts'
export { fixedWorld } from './fixed-world.ts'
export { unsafeIdentifiers } from './safe-identifiers.ts'
