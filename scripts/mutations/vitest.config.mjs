import { defineConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'

// The quick set of the mutated projects, because suites on MariaDB and exhaustive tests take too long for each mutant.
export default defineConfig((env) => {
  const { test } = everything({ ...env, mode: 'quick' })
  const projects = test.projects.filter(({ test: { name } }) => ['api', 'core', 'contract'].includes(name))
  return { test: { ...test, projects } }
})
