import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findUnreached } from './find-unreached.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder in which tests record the responses of endpoints. */
    reachedFolder: string
  }
}

let project: TestProject
let folder: string

/** Creates the folder of the records. */
export const setup = (given: TestProject): void => {
  project = given
  folder = mkdtempSync(join(tmpdir(), 'netbox-reached-'))
  project.provide('reachedFolder', folder)
}

/** Returns whether every test of the project ran and passed, on both engines; only then is a missing response significant. */
const isWhole = async (): Promise<boolean> => {
  const { state, config } = project.vitest
  if (config.testNamePattern !== undefined || project.getProvidedContext().mariadbPort === null) return false
  const { testFiles } = await project.globTestFiles()
  const passed = new Set(
    state
      .getTestModules()
      .filter((module) => module.project.name === project.name && module.ok())
      .map(({ moduleId }) => moduleId),
  )
  return testFiles.every((file) => passed.has(file))
}

/** Fails after a complete run if an endpoint has a response that no test has seen. */
export const teardown = async (): Promise<void> => {
  try {
    const unreached = (await isWhole()) ? findUnreached(new Set(readdirSync(folder))) : []
    if (unreached.length > 0) throw new Error(`No test has seen these answers:\n  ${unreached.join('\n  ')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
