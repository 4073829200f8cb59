import { describe, expect, it } from 'vitest'
import { fixedWorld } from '../../testing/fixed-world.ts'
import { tools } from '../../tools/index.ts'
import { resultFileName } from './result-file-name.ts'

describe('resultFileName', () => {
  it('is the tool id, the time stamp of the execution id, and .txt', async () => {
    for (const { id, placeholder } of tools) {
      const run = await fixedWorld().run(id, placeholder)
      expect(resultFileName(run)).toBe(`${id}-${run.executionId.replace('exec_', '')}.txt`)
    }
  })

  it('holds nothing that a file system forbids', async () => {
    for (const { id, placeholder } of tools) {
      expect(resultFileName(await fixedWorld().run(id, placeholder))).toMatch(/^[a-z0-9-]+\.txt$/)
    }
  })
})
