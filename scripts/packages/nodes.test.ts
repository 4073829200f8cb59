import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findNodes, requireNodes } from './nodes.mjs'

const folder = mkdtempSync(join(tmpdir(), 'netbox-nodes-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('findNodes finds each supported version on the path once, and the running one', () => {
  const versions = ['20.19.0', '22.11.0', '22.12.0', '22.12.0', '99.1.0', 'nonsense']
  const paths = versions.map((version, index) => {
    const place = join(folder, String(index))
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
    return place
  })
  const found = findNodes({ PATH: [...paths, join(folder, 'absent')].join(delimiter) })
  expect(found).toEqual([
    { version: process.versions.node, path: process.execPath },
    { version: '22.12.0', path: join(folder, '2', 'node') },
    { version: '99.1.0', path: join(folder, '4', 'node') },
  ])
})

it('requireNodes names a required version that is missing', () => {
  const [major] = process.versions.node.split('.')
  expect(requireNodes({ PATH: '', NETBOX_REQUIRE_NODES: `${major}` })).toBe(process.versions.node)
  expect(requireNodes({ PATH: '' })).toBe(process.versions.node)
  expect(() => requireNodes({ PATH: '', NETBOX_REQUIRE_NODES: `${major},9` })).toThrow('PATH lacks Node 9.')
})
