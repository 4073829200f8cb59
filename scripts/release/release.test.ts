import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readYaml } from './read-dockerfile.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Manifest {
  readonly name: string
  /** Workspaces for tests and benchmarks have none. */
  readonly version?: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const workspaces = globSync(
  ['package.json', 'packages/*/package.json', 'apps/*/package.json', '{bench,e2e}/package.json'],
  {
    cwd: root,
  },
)
  // The type assertion below lists only the fields that the tests read.
  .map((path) => ({ folder: dirname(path), manifest: JSON.parse(read(path)) as Manifest }))
const published = workspaces.filter(({ manifest }) => manifest.private !== true)
const names = published.map(({ manifest }) => manifest.name).toSorted()

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

describe('the set of published packages', () => {
  it('is the five libraries and the command', () => {
    expect(names).toEqual([
      '@netbox/contract',
      '@netbox/core',
      '@netbox/email-verifier',
      '@netbox/product',
      '@netbox/simulated-internet',
      'netbox',
    ])
  })

  it.each(published.map(({ folder, manifest }) => [manifest.name, folder, manifest] as const))(
    '%s declares its purpose, license, supported versions and contents',
    (_, folder, manifest) => {
      expect(manifest).toMatchObject({
        license: 'MIT',
        type: 'module',
        description: expect.stringMatching(/.{20,}/),
        keywords: expect.arrayContaining([expect.any(String)]),
        engines: { node: '>=22.12' },
        files: expect.arrayContaining(['dist', 'README.md']),
        publishConfig: { access: 'public', provenance: true },
      })
      expect(read(join(folder, 'LICENSE'))).toBe(read('LICENSE'))
      expect(read(join(folder, 'README.md'))).toMatch(/^# /)
    },
  )

  it('has one version, and its packages require exactly each other', () => {
    const version = published[0]?.manifest.version
    const versions = workspaces.flatMap(({ manifest }) => manifest.version ?? [])
    expect(new Set(versions)).toEqual(new Set([version]))
    const own = workspaces.flatMap(({ folder, manifest }) =>
      Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
        .filter(([name]) => names.includes(name))
        .map(([name, range]) => ({ folder, name, range })),
    )
    expect(own.length).toBeGreaterThan(5)
    expect(own.filter(({ range }) => range !== version)).toEqual([])
  })
})

describe('a release', () => {
  it('gives all packages the next version together', () => {
    const config = JSON.parse(read('.changeset/config.json')) as { fixed: string[][] }
    // The service hands out the command of its own version.
    expect(config.fixed.map((group) => group.toSorted())).toEqual([['@netbox/api', '@netbox/web', ...names].toSorted()])
  })

  it('has changesets only for published packages', () => {
    const notes = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md')
    const named = notes.flatMap((name) => [
      ...read(`.changeset/${name}`).matchAll(/^['"]([^'"]+)['"]: (?:major|minor|patch)$/gm),
    ])
    expect(
      notes.filter((name) => !/^---\n['"][^'"]+['"]: (?:major|minor|patch)\n/.test(read(`.changeset/${name}`))),
    ).toEqual([])
    expect(named.map(([, name = '']) => name).filter((name) => !names.includes(name))).toEqual([])
  })

  // The type assertion below lists only the fields that the tests read.
  const workflow = readYaml(read('.github/workflows/release.yml')) as Workflow
  const { publish } = workflow.jobs
  const commands = publish?.steps.flatMap(({ run }) => run ?? []) ?? []

  it('publishes all packages with provenance after all tests, with only the needed permissions', () => {
    const publishing = commands.findIndex((command) => command.startsWith('npm publish --provenance'))
    expect(publishing).toBeGreaterThan(commands.indexOf('.ci/run'))
    const given = [...(commands[publishing] ?? '').matchAll(/--workspace=(\S+)/g)].map(([, name = '']) => name)
    expect(given.toSorted()).toEqual(names)
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write' })
  })

  it('includes a bill of materials of the published packages and of the service', () => {
    expect(commands).toContain('npm run --silent sbom > sbom.json')
    const script = read('scripts/sbom.mjs')
    const folders = [...published.map(({ folder }) => folder), 'apps/api', 'apps/web']
    expect(folders.filter((folder) => !script.includes(`'${folder}'`))).toEqual([])
  })

  it('is checked as it will be packed: every package', () => {
    const script = read('scripts/check-packages.mjs') + read('scripts/packages/libraries.mjs')
    expect(published.map(({ folder }) => folder).filter((folder) => !script.includes(`'${folder}'`))).toEqual([])
  })

  it('has its packages checked on every version of Node that they support', () => {
    const ci = readYaml(read('.github/workflows/ci.yml')) as {
      jobs: { 'set-up': { strategy: { matrix: { node: number[] } } } }
    }
    expect(ci.jobs['set-up'].strategy.matrix.node).toEqual(expect.arrayContaining([22, 24]))
  })
})
