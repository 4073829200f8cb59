import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBlocks, readPage, root } from './docs/read-blocks.ts'

const WORKSPACES = [
  'packages/core',
  'packages/product',
  'packages/contract',
  'packages/email-verifier',
  'packages/simulated-internet',
  'apps/api',
  'apps/web',
]

// The changed sources, in a folder whose packages lead to each other. Other packages are links to the installed ones.
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-add-a-part-'))
  for (const path of ['packages', 'apps', 'node_modules/@netbox']) mkdirSync(join(folder, path), { recursive: true })
  for (const name of ['package.json', 'tsconfig.base.json']) cpSync(join(root, name), join(folder, name))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@netbox') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const path of WORKSPACES) {
    mkdirSync(join(folder, path))
    for (const name of ['package.json', 'src'])
      cpSync(join(root, path, name), join(folder, path, name), { recursive: true })
    const installed = join(root, path, 'node_modules')
    if (existsSync(installed)) symlinkSync(installed, join(folder, path, 'node_modules'))
    if (path.startsWith('packages/'))
      symlinkSync(join(folder, path), join(folder, 'node_modules/@netbox', path.slice('packages/'.length)))
  }
})
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 3 }))

const run = (command: string, args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, input, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

// One program checks all sources that the page changes, and those that depend on them.
const TYPES = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node', 'vite/client'],
    jsx: 'react-jsx',
    customConditions: ['@netbox/source', 'browser'],
    noEmit: true,
    incremental: false,
    rootDir: '../..',
  },
  include: [
    'src',
    '../api/src',
    ...['core', 'contract', 'simulated-internet'].map((name) => `../../packages/${name}/src`),
  ],
  exclude: ['../../**/*.test.ts', '../../**/*.test.tsx'],
}

/** Prints what the new parts are, as JSON by heading. */
const PROGRAM = `
import { createToolbox, openWorld } from '@netbox/core'
import { mailHostAt, queryDns } from '@netbox/core/dns'
import { endpoints } from '@netbox/contract'
import { systemRoutes } from './apps/api/src/service/routes.ts'
import { recordOf } from './apps/api/src/tools/repository.ts'
import { routeOf } from './apps/web/src/routes/routes.ts'

const faulty = await createToolbox({ seed: 'k3f9', at: 0, scenario: 'dmarc-missing' }).run('email-deliverability', 'shop.example')
const open = (world) => openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0, world }, () => 0).world
const plain = { hosts: { 'mx1.shop.example': { smtp: { tls: false } } } }
const keys = { domains: { 'shop.example': { records: { SSHFP: [{ algorithm: 1, digestType: 2, digest: '00FF' }] } } } }
const routes = systemRoutes({ switches: {}, publishedKeys: () => ({ keys: [] }), config: { billing: { prices: {} }, mail: {}, verifier: {} } })
const stored = recordOf(await createToolbox({ seed: 'k3f9', at: 0 }).run('mx-record', 'shop.example'), { id: 'a', userId: 'b', ranAt: 0, now: 0 })
console.log(JSON.stringify({
  'A scenario': faulty.findings.some(({ code }) => code === 'deliver-dmarc-missing'),
  'A fact': !mailHostAt(open(plain), 'mx1.shop.example').tls,
  'A record type': queryDns(open(keys), 'shop.example', 'SSHFP').records[0].digest === '00ff',
  'An endpoint': endpoints.some(({ id }) => id === 'ip.family') && (await routes['ip.family']({ ip: '::1' })).family === 'IPv6',
  'A page of the site': routeOf('/about').page === 'about',
  'A column of the history': stored.row.findings > 0,
}))
`

it('adds parts whose types fit and which work, if its examples are followed exactly', { timeout: 300_000 }, () => {
  const changes = readBlocks(readPage('docs/add-a-part.md')).filter(({ language }) => language === 'diff')
  for (const { heading, text } of changes)
    expect([heading, run('git', ['apply', '-'], `${text}\n`)]).toEqual([heading, { status: 0, output: '' }])
  writeFileSync(join(folder, 'apps/web/tsconfig.json'), JSON.stringify(TYPES))
  expect(run('npx', ['tsc', '-p', 'apps/web'])).toEqual({ status: 0, output: '' })

  writeFileSync(join(folder, 'show.mjs'), PROGRAM)
  const { output } = run(process.execPath, ['--no-warnings', '--conditions=@netbox/source', 'show.mjs'])
  expect(output).toBe(`${JSON.stringify(Object.fromEntries(changes.map(({ heading }) => [heading, true])))}\n`)
})
