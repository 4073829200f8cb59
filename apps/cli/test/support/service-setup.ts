import type { TestProject } from 'vitest/node'
import { type OwnService, type Place, startService } from './service.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The service that all tests of a test run share. */
    service: Place
  }
}

let service: OwnService | undefined

/** Starts one service for the test run. Each test file creates its own accounts there. */
export const setup = async ({ provide }: TestProject): Promise<void> => {
  service = await startService()
  provide('service', { url: service.url, folder: service.folder })
}

export const teardown = async (): Promise<void> => {
  await service?.remove()
}
