import { inject } from 'vitest'
import { type Service, serviceAt } from './service.ts'

/** The service that the tests of a run share; files take addresses of their own for their accounts. */
export const sharedService = (): Service => serviceAt(inject('service'))
