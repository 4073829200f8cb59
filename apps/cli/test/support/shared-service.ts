import { inject } from 'vitest'
import { type Service, serviceAt } from './service.ts'

/** The service that the tests of a run share; each file uses its own addresses for its accounts. */
export const sharedService = (): Service => serviceAt(inject('service'))
