import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { readDockerfile, readYaml } from './read-dockerfile.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the Dockerfile', () => {
  const instructions = readDockerfile(read('Dockerfile'))
  const last = instructions.filter(({ stage }) => stage === instructions.at(-1)?.stage)
  const wordsOf = (name: string): string => last.find((found) => found.name === name)?.words.join(' ') ?? ''

  it('names the version of every base, and builds in other stages than it ships', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ words: [base = ''] }) => base)
    expect(bases).toHaveLength(4)
    expect(bases.filter((base) => !/^node:24(?:\.\d+)*-slim$/.test(base))).toEqual([])
    expect(last.filter(({ name, words }) => name === 'COPY' && words[0]?.startsWith('--from=') !== true)).toEqual([])
  })

  it('runs as a user without privileges, and every shipped file is copied before that', () => {
    expect(wordsOf('USER')).toBe('node')
    const user = last.findIndex(({ name }) => name === 'USER')
    expect(last.findLastIndex(({ name }) => name === 'COPY' || name === 'RUN')).toBeLessThan(user)
  })

  it('copies the build output, and starts a copied file', () => {
    const copied = last.filter(({ name }) => name === 'COPY').map(({ words }) => words.at(-1))
    expect(copied).toEqual(expect.arrayContaining(['node_modules', 'apps/api/dist', 'apps/web/dist/site']))
    for (const path of ['apps/api/dist/main.js', 'apps/api/package.json', 'apps/web/dist/site/index.html'])
      expect(existsSync(join(root, path)), path).toBe(true)
    expect(JSON.parse(wordsOf('CMD'))).toEqual([
      'node',
      '--env-file-if-exists=/run/secrets/netbox',
      'apps/api/dist/main.js',
    ])
  })

  it('has a stage with the simulated internet, which writes to the folder that others mount', () => {
    const from = instructions.find(({ name, words }) => name === 'FROM' && words[2] === 'simulated-internet')
    const stage = instructions.filter((one) => one.stage === from?.stage)
    const health = stage.find(({ name }) => name === 'HEALTHCHECK')?.words.join(' ')
    const entry = stage.find(({ name }) => name === 'ENTRYPOINT')?.words.join(' ') ?? ''
    const [, program, ...given]: string[] = JSON.parse(entry)
    expect(existsSync(join(root, program ?? ''))).toBe(true)
    expect(given).toEqual(['serve', '--container', '/run/netbox'])
    expect(health).toContain('"/run/netbox/env"')
  })

  it('checks its health, and contains no secret', () => {
    const health = wordsOf('HEALTHCHECK')
    const [, ...command]: string[] = JSON.parse(health.slice(health.indexOf('[')))
    expect(command.join(' ')).toContain('/health/ready')
    const set = instructions.filter(({ name }) => name === 'ENV').flatMap(({ words }) => words)
    expect(set.filter((word) => /KEY|SECRET|TOKEN|PASSWORD|URL/.test(word))).toEqual([])
  })
})

describe('the build context of the image', () => {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

  it('is listed, and every entry exists', () => {
    expect(rules[0]).toBe('*')
    const named = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(named).not.toContain('data')
    expect(named).toContain('package-lock.json')
  })

  it('excludes build output and installed packages', () => {
    expect(rules).toEqual(expect.arrayContaining(['**/node_modules', '**/dist']))
  })
})

/** The findings of dclint in a file. dclint's own types do not compile here, because their imports have no file extensions. */
interface LintResult {
  readonly messages: readonly unknown[]
}

describe('the linters of containers', () => {
  it('find nothing in the Dockerfile: dockerfile-utils', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
  })

  it('find nothing in the compose files except their own order and quotes: dclint', () => {
    // Turns off rules about style: the order in these files helps readers, and the folder names the project.
    const style = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order']
    const others = ['require-project-name-field', 'require-quotes-in-ports']
    const rules = Object.fromEntries([...style, ...others].map((name) => [name, 0]))
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })
    const files = ['compose.yaml', 'deploy/simulated-internet.compose.yaml'].map((path) => join(root, path))
    const found = linter.lintFiles(files, false)
    expect(found.flatMap(({ messages }: LintResult) => messages)).toEqual([])
  })
})

interface Compose {
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: object
}

describe('compose.yaml', () => {
  // The type assertion below lists only the fields that the tests read.
  const { services, secrets, volumes } = readYaml(read('compose.yaml')) as Compose
  const { netbox = {}, mariadb = {} } = services

  it('has the service and a database of a version, and the service waits until that is healthy', () => {
    expect(Object.keys(services)).toEqual(['netbox', 'mariadb'])
    expect(mariadb['image']).toMatch(/^mariadb:\d+\.\d+$/)
    expect(mariadb['healthcheck']).toBeDefined()
    expect(netbox['depends_on']).toEqual({ mariadb: { condition: 'service_healthy' } })
  })

  it('reads every secret from a file that git ignores', () => {
    expect(Object.values(secrets).map(({ file }) => file)).toEqual([
      './secrets/netbox.env',
      './secrets/mariadb-password',
    ])
    expect(read('.gitignore').split('\n')).toContain('/secrets/')
    const used = Object.values(services).flatMap((service) => service['secrets'] as string[])
    expect(used.toSorted()).toEqual(Object.keys(secrets).toSorted())
    const given = Object.values(services).flatMap((service) => Object.keys(service['environment'] ?? {}))
    expect(given.filter((name) => /KEY|SECRET|TOKEN|PASSWORD$|DATABASE_URL/.test(name))).toEqual([
      'MARIADB_RANDOM_ROOT_PASSWORD',
    ])
  })

  it('keeps data in volumes, opens one port only to this machine, and gives the service no privileges', () => {
    const mounted = Object.values(services).flatMap((service) =>
      (service['volumes'] as string[]).map((text) => text.split(':')[0] ?? ''),
    )
    expect(mounted.toSorted()).toEqual(Object.keys(volumes).toSorted())
    expect(netbox['ports']).toEqual(['127.0.0.1:5000:5000'])
    expect(mariadb['ports']).toBeUndefined()
    expect(netbox).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  })
})

describe('deploy/simulated-internet.compose.yaml', () => {
  const { services } = readYaml(read('deploy/simulated-internet.compose.yaml')) as Compose
  const { internet = {}, tests = {} } = services

  it('serves a network without a route, which the tests join', () => {
    expect(internet['network_mode']).toBe('none')
    expect(tests['network_mode']).toBe('service:internet')
    expect(tests['depends_on']).toEqual({ internet: { condition: 'service_healthy' } })
    expect([internet['volumes'], tests['volumes']]).toEqual([['variables:/run/netbox'], ['variables:/run/netbox:ro']])
  })

  it('lets the tests, which run as an ordinary user, read the variables of the servers', () => {
    const { user } = tests
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(internet['command']).toEqual(expect.arrayContaining(['--owner', user]))
  })

  it('gives the servers the privileges to set up addresses and to listen, and no other', () => {
    expect(internet).toMatchObject({ cap_drop: ['ALL'], cap_add: ['NET_ADMIN', 'NET_BIND_SERVICE', 'CHOWN'] })
    expect(internet['security_opt']).toEqual(['no-new-privileges:true'])
  })
})
