import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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

// In .ci/run, the sets share the records, because each has a part of the tests.
const { NETBOX_TEST_REPORTS: reports } = process.env

/** Creates the folder of the records. */
export const setup = (given: TestProject): void => {
  project = given
  folder = reports === undefined ? mkdtempSync(join(tmpdir(), 'netbox-reached-')) : join(reports, 'reached')
  mkdirSync(folder, { recursive: true })
  project.provide('reachedFolder', folder)
}

/** Returns whether every test of the project has run: in this run or, in .ci/run, in the parts up to this one. */
const isWhole = async (): Promise<boolean> => {
  const { mode } = project.vite.config
  if (reports !== undefined) return mode === 'mariadb'
  if (mode !== 'test' || project.vitest.config.testNamePattern !== undefined) return false
  if (project.getProvidedContext().mariadbPort === null) return false
  const { testFiles } = await project.globTestFiles()
  const passed = new Set(
    project.vitest.state
      .getTestModules()
      .filter((module) => module.project.name === project.name && module.ok())
      .map(({ moduleId }) => moduleId),
  )
  return testFiles.every((file) => passed.has(file))
}

/** Fails if an endpoint has a response that no test has seen, after all tests of the project. */
export const teardown = async (): Promise<void> => {
  try {
    const unreached = (await isWhole()) ? findUnreached(new Set(readdirSync(folder))) : []
    if (unreached.length > 0) throw new Error(`No test provokes these responses:\n  ${unreached.join('\n  ')}`)
  } finally {
    if (reports === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
