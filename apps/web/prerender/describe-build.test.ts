import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
// The build script is plain JavaScript.
// @ts-expect-error It has no types.
import { describeBuild } from './describe-build.mjs'

let site: string
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'netbox-build-'))
  mkdirSync(join(site, 'assets'))
  mkdirSync(join(site, 'docs/recipes'), { recursive: true })
  for (const file of [
    'index.html',
    'help.html',
    '404.html',
    'docs.html',
    'docs/places.json',
    'docs/recipes/go.html',
    'assets/a-1.js',
    'assets/a-1.js.br',
    'favicon.svg',
    'robots.txt',
  ])
    writeFileSync(join(site, file), file)
})
afterEach(() => rmSync(site, { recursive: true }))

it('names pages by their served addresses, and leaves out files that browsers do not request', () => {
  expect(describeBuild(site)).toMatchObject({
    pages: ['/404', '/help', '/'],
    assets: ['/assets/a-1.js'],
    others: ['/favicon.svg'],
    docs: ['/docs', '/docs/places.json', '/docs/recipes/go'],
  })
})

it('is another version after any change of its files', () => {
  const before = describeBuild(site).version
  expect(describeBuild(site).version).toBe(before)
  writeFileSync(join(site, 'help.html'), 'other words')
  expect(describeBuild(site).version).not.toBe(before)
})
