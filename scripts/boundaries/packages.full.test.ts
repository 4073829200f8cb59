import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fixture, makeFixture, repository } from './fixture.ts'

let fixture: Fixture
beforeEach(() => {
  fixture = makeFixture()
  fixture.copy('turbo.json')
  fixture.write('package.json', JSON.stringify({ ...root, packageManager: 'npm@11.19.1' }))
  fixture.write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages: { '': root } }))
})
afterEach(() => fixture.remove())

const root = { name: 'fixture', private: true, workspaces: ['packages/*', 'apps/*'] }

const workspace = (folder: string, name: string, tag: string, dependencies: readonly string[] = []): void => {
  const wanted = Object.fromEntries(dependencies.map((dependency) => [dependency, '0.0.0']))
  fixture.write(`${folder}/package.json`, JSON.stringify({ name, version: '0.0.0', dependencies: wanted }))
  fixture.write(`${folder}/turbo.json`, JSON.stringify({ extends: ['//'], tags: [tag] }))
  fixture.write(`${folder}/src/index.ts`, dependencies.map((dependency) => `import '${dependency}'\n`).join(''))
}

const boundaries = () => fixture.run(join(repository, 'scripts/turbo.mjs'), ['boundaries'])

describe('turbo boundaries', () => {
  it('allows an app that depends on core', () => {
    workspace('packages/core', '@fixture/core', 'core')
    workspace('apps/one', 'one', 'app', ['@fixture/core'])
    expect(boundaries()).toMatchObject({ status: 0, output: expect.stringContaining('no issues found') })
  })

  it('refuses an app that depends on an app', () => {
    workspace('apps/one', 'one', 'app')
    workspace('apps/two', 'two', 'app', ['one'])
    expect(boundaries()).toMatchObject({ status: 1, output: expect.stringContaining('denylist') })
  })

  it('refuses core that depends on a package of ours', () => {
    workspace('apps/one', 'one', 'app')
    workspace('packages/core', '@fixture/core', 'core', ['one'])
    expect(boundaries()).toMatchObject({ status: 1, output: expect.stringContaining('allowlist') })
  })

  it('refuses an import of a package that is not a dependency', () => {
    workspace('apps/one', 'one', 'app')
    fixture.write('apps/one/src/index.ts', "import 'left-pad'\n")
    expect(boundaries()).toMatchObject({ status: 1, output: expect.stringContaining('not a dependency') })
  })

  it('refuses a file that leaves its package', () => {
    workspace('packages/core', '@fixture/core', 'core')
    workspace('apps/one', 'one', 'app')
    fixture.write('apps/one/src/index.ts', "import '../../../packages/core/src/index.ts'\n")
    expect(boundaries()).toMatchObject({ status: 1, output: expect.stringContaining('leaves the package') })
  })
})
