import { inject } from 'vitest'
import { type Service, serviceAt } from './service.ts'

/** Returns the service that the tests of a test run share. Each test file uses its own addresses for its accounts. */
export const sharedService = (): Service => serviceAt(inject('service'))
