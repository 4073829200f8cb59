import type { TestProject } from 'vitest/node'
import { type OwnService, type Place, startService } from './service.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The service that the tests of a run share. */
    service: Place
  }
}

let service: OwnService | undefined

/** Starts one service for the run: each file has accounts of its own there. */
export const setup = async ({ provide }: TestProject): Promise<void> => {
  service = await startService()
  provide('service', { url: service.url, folder: service.folder })
}

export const teardown = async (): Promise<void> => {
  await service?.remove()
}
