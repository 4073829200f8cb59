import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pendingChanges } from './docs-sources.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'netbox-changes-'))
  mkdirSync(join(root, '.changeset'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('the changes since the last release', () => {
  it('are a section by package', () => {
    const change = (packages: string, text: string): string => `---\n${packages}\n---\n\n${text}\n`
    writeFileSync(join(root, '.changeset/a.md'), change("'netbox': minor\n'@netbox/core': minor", 'Both.'))
    writeFileSync(join(root, '.changeset/b.md'), change("'netbox': patch", 'One line.\nAnother.'))
    expect(pendingChanges(root)).toBe(
      '## Not released yet\n\n### @netbox/core\n\n- Both.\n\n### netbox\n\n- Both.\n- One line.\n  Another.',
    )
  })

  it('have no section after a release', () => {
    expect(pendingChanges(root)).toBe('')
  })
})
