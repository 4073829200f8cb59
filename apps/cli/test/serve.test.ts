import { spawn } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bin, type Home, netbox, useHome } from './support/netbox.ts'

/** Takes a port that is free now. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Starts `netbox serve` in the foreground. */
const serve = ({ environment }: Home, given: readonly string[]) => {
  const child = spawn(process.execPath, [bin, 'serve', ...given], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => (out += String(data)))
  child.stderr.on('data', (data) => (err += String(data)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, out: () => out, err: () => err }
}

const resolverAt = (port: number): Resolver => {
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  resolver.setServers([`127.0.0.1:${port}`])
  return resolver
}

describe('netbox serve', () => {
  it('serves on loopback, shows what is asked as lines and in the log, and ends with a signal', async () => {
    const home = useHome()
    const port = await freePort()
    const log = join(home.folder, 'asked.jsonl')
    const { child, ended, out, err } = serve(home, [
      '--seed',
      'k3f9',
      '--scenario',
      'healthy',
      '--port',
      `${port}`,
      '--log',
      log,
    ])
    await expect.poll(err).toContain(`DNS 127.0.0.1:${port}, scenario healthy.`)
    expect(err()).toMatch(/^SIMULATED · netbox-sim\/\d+ · seed k3f9 · nothing leaves this machine\n/)
    expect((await resolverAt(port).resolveMx('mail.example')).length).toBeGreaterThan(0)
    await expect(resolverAt(port).resolve4('mail.invalid')).rejects.toThrow('ENOTFOUND')
    await expect.poll(out).toMatch(/DNS 53 {2}mail\.example MX {2}✔ 3 records[\s\S]*mail\.invalid A {2}◆ NXDOMAIN/)
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    const [first] = readFileSync(log, 'utf8').split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({ question: 'mail.example MX', answer: '3 records' })
  })

  it('prints as JSON where it listens', async () => {
    const port = await freePort()
    const { child, ended, out } = serve(useHome(), ['--seed', 'k3f9', '--json', '--port', `${port}`])
    await expect.poll(() => out().endsWith('}\n')).toBe(true)
    expect(JSON.parse(out())).toMatchObject({
      simulated: true,
      seed: 'k3f9',
      servers: [
        { protocol: 'dns', transport: 'udp', host: '127.0.0.1', port },
        { protocol: 'dns', transport: 'tcp', host: '127.0.0.1', port },
        ...['http', 'https', 'whois', 'smtp', 'smtps', 'submission', 'submission'].map((protocol) => ({
          protocol,
          transport: 'tcp',
          host: '127.0.0.1',
          port: expect.any(Number) as number,
        })),
      ],
      control: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
        token: expect.stringMatching(/^[\w-]{32}$/) as string,
      },
      authority: expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n/) as string,
      trust_anchor: { dnskey: expect.stringMatching(/^\. 3600 IN DNSKEY 257 3 8 /) as string },
    })
    child.kill('SIGINT')
    expect(await ended).toBe(130)
  })

  it('says which port is in use, and what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const { code, stderr } = await netbox(useHome(), ['serve', '--port', `${port}`])
    expect([code, stderr]).toEqual([
      1,
      `Another program has port ${port} of 127.0.0.1. Choose another port with --port, or end that program.\n`,
    ])
    server.close()
  })

  it.each([
    [['--scenario', 'mx-dwon'], /There is no scenario 'mx-dwon'. Did you mean 'mx-down'\?/],
    [['--port', '70000'], /--port/],
    [['--at', 'yesterday'], /yesterday/],
    [['--json', '--', 'true'], /--json/],
    [['--container', '.', '--', 'true'], /--container/],
    [['--container', '.', '--loopback'], /--loopback/],
  ])('refuses %j', async (given, sentence) => {
    const { code, stderr } = await netbox(useHome(), ['serve', ...given])
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
  })

  it('refuses a log that can not be written, before anything runs', async () => {
    const { code, stderr } = await netbox(useHome(), ['serve', '--log', '/no/such/folder/log', '--', 'true'])
    expect([code, stderr.includes('/no/such/folder/log')]).toEqual([1, true])
  })

  it('runs a command beside the servers on loopback, and gives its exit code', async () => {
    const port = await freePort()
    const given = [
      'serve',
      '--loopback',
      '--seed',
      'k3f9',
      '--port',
      `${port}`,
      '--',
      'sh',
      '-c',
      'echo $NETBOX_DNS $NETBOX_SEED; exit 3',
    ]
    expect(await netbox(useHome(), given)).toMatchObject({ code: 3, stdout: `127.0.0.1:${port} k3f9\n` })
    const missing = await netbox(useHome(), [
      'serve',
      '--loopback',
      '--port',
      `${await freePort()}`,
      '--',
      'no-such-command',
    ])
    expect([missing.code, missing.stderr]).toEqual([127, "There is no command 'no-such-command'.\n"])
  })

  // What namespaces do is tested where the package is: namespace.full.test.ts.
  it.skipIf(findObstacle() !== undefined)('runs a command whose only internet is the world', async () => {
    const { code, stdout, stderr } = await netbox(useHome(), [
      'serve',
      '--seed',
      'k3f9',
      '--scenario',
      'healthy',
      '--',
      'sh',
      '-c',
      'getent ahostsv4 mx1.mail.example; exit 5',
    ])
    expect(stdout).toMatch(/^(?:198|203)\.\d+\.\d+\.\d+ +STREAM mx1\.mail\.example\n/)
    expect([code, stderr.startsWith('SIMULATED')]).toEqual([5, true])
  })
})
