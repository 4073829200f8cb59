import { spawnSync } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installApart } from '../../bench/install-apart.mjs'
import { pack } from './pack.mjs'

/* The packed command in an empty folder, with Node and nothing else of this repository. */

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
let tarball: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-tarball-'))
  tarball = pack({ root, folder: 'apps/cli', into: folder })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Creates an empty folder with the tarball, which belongs to a user. */
const emptyFolder = (name: string, uid: number): string => {
  const made = mkdtempSync(join(tmpdir(), `netbox-${name}-`))
  copyFileSync(tarball, join(made, 'netbox.tgz'))
  for (const path of [made, join(made, 'netbox.tgz')]) if (process.getuid?.() === 0) chownSync(path, uid, uid)
  return made
}

const run = (cwd: string, line: string, { uid, path = [] }: { uid?: number; path?: readonly string[] } = {}) =>
  spawnSync('bash', ['-c', line], {
    cwd,
    env: {
      PATH: [...path, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      HOME: cwd,
      npm_config_cache: join(cwd, 'cache'),
      npm_config_update_notifier: 'false',
    },
    encoding: 'utf8',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })

const NOBODY = 65_534
const own = process.getuid?.() ?? 0
const isWhole = process.env['NETBOX_JUDGES'] === 'all'
// What an ordinary user can do, root can: below, root installs the tarball with another package manager.
const users: readonly { readonly who: string; readonly uid: number }[] =
  own === 0
    ? [{ who: 'an ordinary user', uid: NOBODY }, ...(isWhole ? [{ who: 'root', uid: 0 }] : [])]
    : [{ who: 'this user', uid: own }]

describe('the lines of the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, block = ''] =
    /^<!-- run by: scripts\/packages\/tarball.full.test.ts -->\n```sh\n([^]*?)^```$/m.exec(readme) ?? []
  const pairs = [...block.matchAll(/^([^#\n].*)\n# (.*)$/gm)].map(([, line = '', result = '']) => ({ line, result }))

  it.each(users)('give the results that it shows, in an empty folder, as $who', ({ uid }) => {
    expect(pairs).toHaveLength(3)
    const made = emptyFolder('lines', uid)
    try {
      for (const { line, result } of pairs) {
        const { stdout, stderr } = run(made, line, uid === own ? {} : { uid })
        expect(stdout, stderr).toContain(result)
      }
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  })
})

const managers = [
  { name: 'pnpm', version: { pnpm: '12.21.0' }, add: 'pnpm add ./netbox.tgz', exec: 'pnpm exec netbox --version' },
  { name: 'yarn', version: { yarn: '1.22.22' }, add: 'yarn add ./netbox.tgz', exec: 'yarn --silent netbox --version' },
  {
    name: 'bun',
    version: { '@oven/bun-linux-x64': '1.4.5' },
    add: 'bun add ./netbox.tgz',
    exec: 'bun x netbox --version',
  },
] as const

// One package manager besides npm, and all of them in `npm run judges`.
const tried = isWhole ? managers : managers.slice(0, 1)

describe.each(tried)('$name', ({ name, version, add, exec }) => {
  it('installs the tarball, and runs it', () => {
    const installed = installApart(name, version)
    const made = emptyFolder(name, own)
    mkdirSync(join(made, 'project'))
    copyFileSync(tarball, join(made, 'project/netbox.tgz'))
    try {
      const bin =
        name === 'bun' ? join(installed, 'node_modules/@oven/bun-linux-x64/bin') : join(installed, 'node_modules/.bin')
      const { stdout, stderr } = run(join(made, 'project'), `echo '{}' > package.json; ${add} >&2 && ${exec}`, {
        path: [bin],
      })
      expect(stdout, stderr).toMatch(/^\d+\.\d+\.\d+ \(netbox-sim\//m)
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  })
})
