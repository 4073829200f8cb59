import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './free-port.ts'

/*
 * Stock SDKs reach doubles at the real names of their services, without a setting about addresses. The full set has one SDK, which is a
 * dependency already. `npm run judges` installs the others into a temporary folder.
 */

const run = promisify(execFile)
const netbox = fileURLToPath(new URL('../node_modules/.bin/netbox', import.meta.url))
const programs = fileURLToPath(new URL('sdks', import.meta.url))
const isJudged = process.env['NETBOX_JUDGES'] === 'all'

const NAMES = [
  'api.stripe.com',
  'api.openai.com',
  'slack.com',
  'www.slack.com',
  'api.github.com',
  'api.twilio.com',
  '*.amazonaws.com',
  'api.sendgrid.com',
  'api.mailgun.net',
  'oauth2.googleapis.com',
  'www.googleapis.com',
  'storage.googleapis.com',
  '*.algolia.net',
  'api.postmarkapp.com',
  'discord.com',
  'api.telegram.org',
  'api.anthropic.com',
  'api.resend.com',
]

const PACKAGES = [
  'stripe@23.1.0',
  'openai@6.49.0',
  '@slack/web-api@8.2.0',
  'ws@8.23.0',
  '@octokit/rest@22.0.1',
  'twilio@6.3.1',
  '@aws-sdk/client-s3@3.1175.0',
  '@sendgrid/mail@8.1.6',
  'mailgun.js@14.0.1',
  '@google-cloud/storage@7.22.0',
  'algoliasearch@5.65.0',
  'postmark@5.1.0',
  'discord.js@14.28.1',
  'telegraf@4.16.3',
  '@anthropic-ai/sdk@1.14.0',
  'resend@6.38.0',
]
const IN_NODE = {
  stripe: 'ana@shop.example',
  openai: 'good morning',
  'openai, streamed': 'good morning',
  slack: 'good morning',
  ws: 'hello from slack.com',
  octokit: 'first second',
  twilio: 'good morning',
  s3: 'stored',
  sendgrid: 'order',
  mailgun: 'order',
  'google-storage': 'stored',
  algolia: 'lamp',
  postmark: 'ana@shop.example',
  discord: 'good morning',
  telegraf: 'shop_bot',
  'anthropic, streamed': 'good morning',
  resend: 'order',
}

const DEBIAN_PACKAGES = [
  'python3-stripe',
  'python3-boto3',
  'python3-github',
  'python3-twilio',
  'python3-requests',
  'golang-github-google-go-github-dev',
  'golang-github-slack-go-slack-dev',
  'golang-github-aws-aws-sdk-go-dev',
]
const IN_PYTHON = {
  stripe: 'ana@shop.example',
  s3: 'stored',
  github: 'first second',
  twilio: 'good morning',
  openai: 'good morning',
}
const IN_GO = { github: 'first second', slack: '1.1', s3: 'stored' }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-sdks-'))
  if (isJudged) cpSync(programs, folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Mode = 'namespace' | 'proxy' | 'container'

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ')

/** Imitates a container in whose network netbox serves, and the program of another container that joins it. */
const inContainer = (serve: readonly string[], program: readonly string[]): string[] => {
  const shared = mkdtempSync(join(folder, 'shared-'))
  writeFileSync(join(shared, 'resolv.conf'), 'nameserver 10.9.8.7\n')
  const script = `
    mount --bind ${shared}/resolv.conf /etc/resolv.conf
    ${quoted([...serve, '--container', shared])} > /dev/null & server=$!
    until test -s ${shared}/env || ! kill -0 $server; do sleep 0.05; done
    . ${shared}/env; ${quoted(program)}; code=$?
    kill $server; wait $server; exit $code`
  return ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'sh', '-c', script]
}

/** Runs a command while the doubles listen, in one of the modes. Returns what each client printed. */
const call = async (mode: Mode, command: readonly string[], variables: Record<string, string> = {}) => {
  const port = await freePort()
  const maps = NAMES.flatMap((name) => ['--map', `${name}=:${port}`])
  const serve = [process.execPath, netbox, 'serve', '--seed', 'k3f9', '--scenario', 'healthy', '--quiet', ...maps]
  const program = [process.execPath, 'doubles.mjs', `${port}`, ...command]
  const [file = '', ...words] = {
    namespace: [...serve, '--', ...program],
    proxy: [...serve, '--loopback', '--dns-port', `${await freePort()}`, '--', ...program],
    container: ['unshare', ...inContainer(serve, program)],
  }[mode]
  const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state'), ...variables }
  const { stdout } = await run(file, words, { cwd: isJudged ? folder : programs, env })
  return Object.fromEntries(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ')),
  )
}

const hasNamespaces = findObstacle() === undefined
const modes: readonly Mode[] = [
  ...(hasNamespaces ? (['namespace'] as const) : []),
  'proxy',
  ...(hasNamespaces && process.getuid?.() === 0 ? (['container'] as const) : []),
]
const TIMEOUT = { timeout: 120_000 }

it.skipIf(isJudged).each(modes)('the SDK of Stripe in Node reaches a double by %s', async (mode) => {
  expect(await call(mode, [process.execPath, 'clients.mjs', 'stripe'])).toEqual({ stripe: 'ana@shop.example' })
})

describe.runIf(isJudged)('stock SDKs', () => {
  let modules: string
  beforeAll(async () => {
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], { cwd: folder })
    const archives = join(folder, 'archives')
    mkdirSync(join(archives, 'partial'), { recursive: true })
    // Downloads them with what they need, and installs nothing.
    const options = [
      '-y',
      '--download-only',
      '--reinstall',
      '--no-install-recommends',
      '-o',
      `Dir::Cache::Archives=${archives}`,
    ]
    await run('apt-get', ['install', ...options, ...DEBIAN_PACKAGES])
    for (const name of readdirSync(archives).filter((one) => one.endsWith('.deb')))
      await run('dpkg-deb', ['-x', join(archives, name), join(folder, 'debian')])
    modules = join(folder, 'debian/usr/lib/python3/dist-packages')
    const env = {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: join(folder, 'debian/usr/share/gocode'),
      GOCACHE: join(folder, 'cache'),
    }
    await run('go', ['build', '-o', 'clients', 'clients.go'], { cwd: folder, env })
  }, 400_000)

  it.each(modes)('reach doubles from Node by %s', TIMEOUT, async (mode) => {
    // The library `ws` opens its sockets itself, so it uses no proxy.
    const { ws, ...proxied } = IN_NODE
    const expected = mode === 'proxy' ? proxied : { ...proxied, ws }
    expect(await call(mode, [process.execPath, 'clients.mjs', ...Object.keys(expected)])).toEqual(expected)
  })

  it.each(modes)('reach doubles from Python by %s', TIMEOUT, async (mode) => {
    expect(await call(mode, ['/usr/bin/python3', 'clients.py'], { PYTHONPATH: modules })).toEqual(IN_PYTHON)
  })

  it.each(modes)('reach doubles from Go by %s', TIMEOUT, async (mode) => {
    expect(await call(mode, ['./clients'])).toEqual(IN_GO)
  })
})
