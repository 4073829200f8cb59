import { describe, expect, it } from 'vitest'
import { lockfileProblems } from './lockfile-problems.mjs'

const integrity = 'sha512-AAAA'
const lockfile = (packages: Record<string, object>) => ({ lockfileVersion: 3, packages })

describe('lockfileProblems', () => {
  it('finds nothing in a complete lockfile', () => {
    const packages = {
      '': { dependencies: { a: '1.0.0' } },
      'node_modules/a': { version: '1.0.0', integrity, optionalDependencies: { 'a-linux': '1.0.0', 'a-win': '1.0.0' } },
      'node_modules/a-linux': { version: '1.0.0', integrity, optional: true },
      'node_modules/a/node_modules/a-win': { version: '1.0.0', integrity, optional: true },
    }
    expect(lockfileProblems(lockfile(packages))).toEqual([])
  })

  it('refuses a platform build that is not locked', () => {
    const packages = { 'node_modules/a': { version: '1.0.0', integrity, optionalDependencies: { 'a-win': '1.0.0' } } }
    expect(lockfileProblems(lockfile(packages))).toEqual(['node_modules/a needs a-win, which is not locked'])
  })

  it('refuses a platform build that is locked at another version', () => {
    const packages = {
      'node_modules/a': { version: '1.0.1', integrity, optionalDependencies: { 'a-win': '1.0.1' } },
      'node_modules/a-win': { version: '1.0.0', integrity },
    }
    expect(lockfileProblems(lockfile(packages))).toEqual(['node_modules/a needs a-win 1.0.1, but 1.0.0 is locked'])
  })

  it("refuses a platform build that is only in another package's folder", () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', integrity, optionalDependencies: { 'a-win': '1.0.0' } },
      'node_modules/b': { version: '1.0.0', integrity },
      'node_modules/b/node_modules/a-win': { version: '1.0.0', integrity },
    }
    expect(lockfileProblems(lockfile(packages))).toEqual(['node_modules/a needs a-win, which is not locked'])
  })

  it('finds a dependency of a nested package in a parent folder', () => {
    const packages = {
      'node_modules/@scope/a/node_modules/@scope/b': { version: '1.0.0', integrity, dependencies: { c: '^1.0.0' } },
      'node_modules/@scope/a/node_modules/c': { version: '1.0.0', integrity },
    }
    expect(lockfileProblems(lockfile(packages))).toEqual([])
  })

  it('follows the link of a workspace', () => {
    const packages = {
      'packages/core': { version: '0.0.0' },
      'node_modules/@netbox/core': { link: true, resolved: 'packages/core' },
      'apps/cli': { version: '0.0.0', dependencies: { '@netbox/core': '0.0.0' } },
    }
    expect(lockfileProblems(lockfile(packages))).toEqual([])
  })

  it('refuses a package without integrity, or with a weak one', () => {
    const packages = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { integrity: 'sha1-AAAA' } }
    expect(lockfileProblems(lockfile(packages))).toEqual([
      'node_modules/a has no sha512 integrity',
      'node_modules/b has no sha512 integrity',
    ])
  })

  it.each(['http://registry.example/a.tgz', 'https://registry.example/a.tgz', 'git+ssh://git@host.example/a.git'])(
    'refuses %s',
    (resolved) => {
      const problems = lockfileProblems(lockfile({ 'node_modules/a': { version: '1.0.0', integrity, resolved } }))
      expect(problems).toEqual([expect.stringContaining('node_modules/a names a host')])
    },
  )

  it('refuses a lockfile of another version', () => {
    expect(lockfileProblems({ lockfileVersion: 2, packages: {} })).toEqual(['lockfileVersion is 2, not 3'])
  })
})
