import { spawn, spawnSync } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from './support/free-port.ts'
import { serveVariables } from '../src/commands/serve.ts'
import { servePorts } from '../src/texts/serve-texts.ts'
import { bin, type Home, netbox, useHome } from './support/netbox.ts'

/** Starts `netbox serve` in the foreground. */
const serve = ({ environment }: Home, args: readonly string[], stdout: 'pipe' | number = 'pipe') => {
  const child = spawn(process.execPath, [bin, 'serve', ...args], {
    env: environment,
    stdio: ['ignore', stdout, 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout?.on('data', (data) => (out += String(data)))
  child.stderr?.on('data', (data) => (err += String(data)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, out: () => out, err: () => err }
}

const resolverAt = (port: number): Resolver => {
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  resolver.setServers([`127.0.0.1:${port}`])
  return resolver
}

describe('netbox serve', () => {
  it('serves on loopback, shows requests as lines and in the log, and ends with a signal', async () => {
    const home = useHome()
    const port = await freePort()
    const log = join(home.folder, 'asked.jsonl')
    const { child, ended, out, err } = serve(home, [
      '--seed',
      'k3f9',
      '--scenario',
      'healthy',
      '--dns-port',
      `${port}`,
      '--log',
      log,
    ])
    await expect.poll(err).toContain(`DNS 127.0.0.1:${port}, scenario healthy.`)
    expect(err()).toMatch(/^SIMULATED · netbox-sim\/\d+ · seed k3f9 · nothing leaves this machine\n/)
    const labels = [...err().matchAll(/\b([A-Z\d]{3,}) (?=127\.0\.0\.1:)/g)].map(([, label]) => label)
    expect(labels).toEqual(Object.keys(servePorts).map((protocol) => protocol.toUpperCase()))
    expect((await resolverAt(port).resolveMx('mail.example')).length).toBeGreaterThan(0)
    await expect(resolverAt(port).resolve4('mail.invalid')).rejects.toThrow('ENOTFOUND')
    const [, authority = ''] = /^Authority (.+)$/m.exec(err()) ?? []
    expect(readFileSync(authority, 'utf8')).toContain('BEGIN CERTIFICATE')
    await expect.poll(out).toMatch(/DNS 53 {2}mail\.example MX {2}✔ 3 records[\s\S]*mail\.invalid A {2}✔ NXDOMAIN/)
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    expect(existsSync(authority)).toBe(false)
    const [first] = readFileSync(log, 'utf8').split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({ question: 'mail.example MX', answer: '3 records' })
  })

  it.skipIf(!existsSync('/dev/full'))('ends with one sentence when its lines can’t be written', async () => {
    const port = await freePort()
    const { ended, err } = serve(useHome(), ['--dns-port', `${port}`], openSync('/dev/full', 'w'))
    await expect.poll(err).toContain('Control ')
    resolverAt(port)
      .resolveMx('mail.example')
      .catch(() => undefined)
    expect(await ended).toBe(1)
    expect(err()).toMatch(/^Control .*\n'stdout' can't be written: the disk is full\.\n$/m)
  })

  it('ends when the reader of its lines closes the pipe', async () => {
    const port = await freePort()
    const { child, ended, err } = serve(useHome(), ['--dns-port', `${port}`])
    await expect.poll(err).toContain('Control ')
    child.stdout?.destroy()
    resolverAt(port)
      .resolveMx('mail.example')
      .catch(() => undefined)
    expect(await ended).toBe(0)
    expect(err()).toMatch(/^Control .*\n$/m)
  })

  it('prints as JSON where it listens', async () => {
    const port = await freePort()
    const { child, ended, out } = serve(useHome(), ['--seed', 'k3f9', '--json', '--dns-port', `${port}`])
    await expect.poll(() => out().endsWith('}\n')).toBe(true)
    expect(JSON.parse(out())).toMatchObject({
      simulated: true,
      seed: 'k3f9',
      servers: [
        { protocol: 'dns', transport: 'udp', host: '127.0.0.1', port },
        { protocol: 'dns', transport: 'tcp', host: '127.0.0.1', port },
        ...['http', 'https', 'whois', 'smtp', 'smtps', 'submission', 'submission']
          .concat('imap', 'imaps', 'pop3', 'pop3s', 'proxy')
          .map((protocol) => ({
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

  it('serves the facts of a world file, together with a scenario of some domains', async () => {
    const home = useHome()
    const port = await freePort()
    writeFileSync(
      join(home.folder, 'world.yaml'),
      `domains:
  shop.example:
    zone: ./shop.zone
  gone.example: { dns: nxdomain }
addresses:
  198.51.100.7: { ptr: mx1.corp.example }
`,
    )
    writeFileSync(
      join(home.folder, 'shop.zone'),
      '$TTL 300\n@ MX 10 mx1.corp.example.\n@ TXT "v=spf1 mx -all"\nblog.example. A 192.0.2.7\n',
    )
    const world = join(home.folder, 'world.yaml')
    const args = ['--seed', 'k3f9', '--scenario', 'dnssec-bogus', '--domains', 'mail.example', '--world', world]
    const { child, ended, err } = serve(home, [...args, '--dns-port', `${port}`])
    await expect.poll(err).toContain('seed k3f9 · own facts · nothing leaves this machine')
    expect(err()).toContain('shop.zone:4: netbox ignores the A record of blog.example')
    const resolver = resolverAt(port)
    expect(await resolver.resolveMx('shop.example')).toMatchObject([{ priority: 10, exchange: 'mx1.corp.example' }])
    expect(await resolver.resolveTxt('shop.example')).toEqual([['v=spf1 mx -all']])
    const [address = ''] = await resolver.resolve4('mx1.corp.example')
    // netbox serve replaces 198.51.100.7 with a loopback address.
    expect(address).toBe('127.51.100.7')
    expect(await resolver.reverse(address)).toEqual(['mx1.corp.example'])
    await expect(resolver.resolve4('www.gone.example')).rejects.toThrow('ENOTFOUND')
    await expect(resolver.resolve4('mail.example')).rejects.toThrow('ESERVFAIL')
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
  })

  it('has faults for some domains only, and a clock that starts at --at and continues', async () => {
    const port = await freePort()
    const world = ['--seed', 'k3f9', '--scenario', 'dnssec-bogus@10:00..10:30', '--start-at', '2026-01-01T09:59:58Z']
    const domains = ['--domains', 'shop.example, mail.example', '--domains', 'blog.example']
    const { child, ended, out } = serve(useHome(), [...world, ...domains, '--dns-port', `${port}`, '--json'])
    await expect.poll(() => out().endsWith('}\n')).toBe(true)
    const { scenario, at } = JSON.parse(out()) as { scenario: string; at: string }
    const named = ['blog', 'mail', 'shop'].map((name) => `dnssec-bogus:${name}.example`)
    expect(scenario).toBe(`${named.join('+')}@10:00..10:30`)
    expect(at).toMatch(/^2026-01-01T(?:09:59:5[89]|10:0)/)
    // The window begins two seconds after the start.
    for (const name of ['shop.example', 'mail.example', 'blog.example'])
      await expect
        .poll(
          async () =>
            resolverAt(port)
              .resolve4(name)
              .catch((error: unknown) => String(error)),
          { timeout: 10_000 },
        )
        .toContain('ESERVFAIL')
    expect((await resolverAt(port).resolve4('cafe.example')).length).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
  })

  it('reports a port in use, with advice', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const { code, stderr } = await netbox(useHome(), ['serve', '--dns-port', `${port}`])
    expect([code, stderr]).toEqual([
      1,
      `Port ${port} of 127.0.0.1 is in use. Choose another port with --dns-port, or end the program that uses it.\n`,
    ])
    server.close()
  })

  it.each([
    [['--scenario', 'mx-dwon'], /There is no scenario 'mx-dwon'. Did you mean 'mx-down'\?/],
    [['--dns-port', '70000'], /--dns-port/],
    [['--scenario', 'mx-down', '--domains', 'shop.example,not'], /^Option '--domains' can't be 'not'\./],
    [['--domains', ''], /^Option '--domains' can't be ''\./],
    [['--scenario', 'cert-expired+cert-expiring', '--domains', 'shop.example'], /contradict each other/],
    [['--at', 'yesterday'], /yesterday/],
    [['--start-at', 'yesterday'], /yesterday/],
    [['--start-at', '2026-01-01', '--at', '2026-01-01'], /^--at and --start-at can't be used together/],
    [['--json', '--', 'true'], /--json/],
    [['--world', '/no/such/world.yaml'], /^'\/no\/such\/world.yaml' can't be read: it does not exist\.$/m],
    [['--world', '-', '--', 'true'], /^Option '--world' can't be '-'\./],
    [['--container', '.', '--', 'true'], /--container/],
    [['--container', '.', '--loopback'], /--loopback/],
    [['--latency'], /--latency needs a command/],
    [['--latency', '--loopback', '--', 'true'], /--latency needs a command/],
    [['--container', '.', '--dns-port', '5300'], /--dns-port/],
    [['--global-addresses'], /^--global-addresses needs a command in a network of its own, because/],
    [
      ['--global-addresses', '--container', '.'],
      /^--global-addresses needs a command in a network of its own, because/,
    ],
    [
      ['--global-addresses', '--loopback', '--', 'true'],
      /^--global-addresses needs a command in a network of its own, because/,
    ],
    [['--host-port', '5432'], /^--host-port needs a command in a network of its own: /],
    [['--host-port', '5432', '--container', '.'], /^--host-port needs a command in a network of its own: /],
    [['--host-port', '5432', '--loopback', '--', 'true'], /^--host-port needs a command in a network of its own: /],
    [
      ['--host-port', '5432', '--loopback', '--map', 'a.example=:4009', '--', 'true'],
      /^--host-port needs a command in a network of its own: /,
    ],
    [
      ['--container', '.', '--map', 'a.example=db:5432'],
      /^Invalid map: 'db' in 'a\.example=db:5432' is no machine that netbox may call/,
    ],
  ])('refuses %j', async (given, sentence) => {
    const { code, stderr } = await netbox(useHome(), ['serve', ...given])
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
  })

  it('refuses a log that can’t be written, before anything runs', async () => {
    const { code, stderr } = await netbox(useHome(), ['serve', '--log', '/no/such/folder/log', '--', 'true'])
    expect([code, stderr.includes('/no/such/folder/log')]).toEqual([1, true])
  })

  it('runs a command next to the servers on loopback, and returns its exit code', async () => {
    const port = await freePort()
    const args = [
      'serve',
      '--loopback',
      '--seed',
      'k3f9',
      '--dns-port',
      `${port}`,
      '--',
      'sh',
      '-c',
      'echo $NETBOX_DNS $NETBOX_SEED $NODE_OPTIONS; exit 3',
    ]
    const home = useHome()
    const environment = { ...home.environment, NODE_OPTIONS: '--no-warnings' }
    const { code, stdout } = await netbox({ ...home, environment }, args)
    expect([code, stdout]).toEqual([
      3,
      expect.stringMatching(`^127.0.0.1:${port} k3f9 --no-warnings --require "/.+"\n$`),
    ])
    const missing = await netbox(useHome(), [
      'serve',
      '--loopback',
      '--dns-port',
      `${await freePort()}`,
      '--',
      'no-such-command',
    ])
    expect([missing.code, missing.stderr]).toEqual([127, "There is no command 'no-such-command'.\n"])
  })

  it('lists the names that a strict world leaves out, and fails if the command does not', async () => {
    const home = useHome()
    const world = join(home.folder, 'world.yaml')
    writeFileSync(world, 'hosts: { api.shop.example: {} }\n')
    const options = ['--strict', '--world', world, '--seed', 'k3f9', '--scenario', 'healthy']
    const strict = async (script: string) =>
      netbox(home, ['serve', '--loopback', ...options, '--dns-port', `${await freePort()}`, '--', 'sh', '-c', script])
    const ask = 'curl -sI https://api.shop.example/; curl -s https://typo.example/; curl -s https://nobody.invalid/;'
    const requests = 'curl -s -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL/requests'
    const { code, stdout, stderr } = await strict(`${ask} ${requests}`)
    expect(code).toBe(6)
    expect(stderr).toMatch(/Nobody lists this name.*\n {2}typo\.example\n$/)
    expect(stdout).toMatch(
      /"HEAD https:\/\/api\.shop\.example\/".*"source":"document".*"server":"typo.example".*"source":"seed"/,
    )
    expect(await strict(`${ask} exit 3`)).toMatchObject({ code: 3 })
    expect(await strict('curl -sI https://api.shop.example/ > /dev/null')).toMatchObject({ code: 0, stderr: '' })
  })

  it('sets exactly the variables that help and documentation list', async () => {
    const home = useHome()
    const print = 'console.log(Object.keys(process.env).join("\\n"))'
    const command = [process.execPath, '-e', print]
    const facts = join(home.folder, 'world.json')
    writeFileSync(facts, '{"hosts":{"www.shop.example":{"ports":{"80":"open"}}}}')
    const world = ['--at', '2026-01-01T00:00:00Z', '--world', facts]
    const port = `${await freePort()}`
    const { stdout } = await netbox(home, ['serve', '--loopback', ...world, '--dns-port', port, '--', ...command])
    const set = stdout.split('\n').filter((name) => name !== '' && !(name in home.environment))
    // Hosts of one's own need a network of the command's own.
    const listed = serveVariables.flatMap(([names]) => names.split(', ')).filter((name) => name !== 'NETBOX_CERTS')
    expect(set.toSorted()).toEqual(listed.toSorted())
  })

  it.skipIf(spawnSync('wget', ['--version']).status !== 0)(
    'leads wget through the proxy, with its certificates and the settings of the user',
    async () => {
      const home = useHome()
      writeFileSync(join(home.folder, 'settings'), 'user_agent = mine\n')
      const script = 'wget -q -S -O /dev/null http://www.shop.example/ 2>&1 | grep HTTP/; grep mine "$WGETRC"'
      const { stdout } = await netbox(
        { ...home, environment: { ...home.environment, WGETRC: join(home.folder, 'settings') } },
        [
          'serve',
          '--loopback',
          '--seed',
          'k3f9',
          '--scenario',
          'healthy',
          '--dns-port',
          `${await freePort()}`,
          '--',
          'sh',
          '-c',
          script,
        ],
      )
      expect(stdout).toMatch(/^ *HTTP\/1.1 301 [^\n]*\n *HTTP\/1.1 200 [^\n]*\nuser_agent = mine\n$/)
    },
  )

  // @netbox/simulated-internet tests namespaces in detail, in namespace.full.test.ts.
  it.skipIf(findObstacle() !== undefined || !existsSync('/dev/full'))(
    'names the file of --save if the disk is full',
    async () => {
      const { code, stderr } = await netbox(useHome(), ['serve', '--quiet', '--save', '/dev/full', '--', 'true'])
      expect(code).toBe(1)
      expect(stderr).toContain("/dev/full can't be written: ENOSPC: no space left on device")
    },
  )

  it.skipIf(findObstacle() !== undefined)('runs a command whose only internet is the world', async () => {
    const home = useHome()
    const world = join(home.folder, 'world.json')
    writeFileSync(world, '{"domains":{"host.stated.example":{"records":{"A":["198.51.100.77"]}}}}')
    const { code, stdout, stderr } = await netbox(home, [
      'serve',
      '--seed',
      'k3f9',
      '--scenario',
      'healthy',
      '--world',
      world,
      '--',
      'sh',
      '-c',
      'getent ahostsv4 mx1.mail.example; getent ahostsv4 host.stated.example; exit 5',
    ])
    expect(stdout).toMatch(
      /^(?:198|203)\.\d+\.\d+\.\d+ +STREAM mx1\.mail\.example\n[\s\S]*198\.51\.100\.77 +STREAM host\.stated\.example\n/,
    )
    expect([code, stderr.startsWith('SIMULATED')]).toEqual([5, true])
  })

  // Imitates a container, whose entry point runs as root, with its own files and a network without interfaces.
  it.skipIf(findObstacle() !== undefined || process.getuid?.() !== 0)(
    'serves the world of its options to a container, with only the files of the image',
    () => {
      const { folder, environment } = useHome()
      const image = join(folder, 'image')
      const command = dirname(dirname(bin))
      for (const part of ['package.json', 'bin', 'dist'])
        cpSync(join(command, part), join(image, part), { recursive: true })
      for (const file of ['resolv.conf', 'env']) writeFileSync(join(folder, file), '')
      writeFileSync(
        join(folder, 'world.json'),
        '{"domains":{"host.stated.example":{"records":{"A":["198.51.100.77"]}}}}',
      )
      const world = ['--seed', 'k3f9', '--scenario', 'dnssec-bogus@10:00..10:30', '--domains', 'shop.example']
      const more = ['--start-at', '2026-01-01T10:00:00Z', '--world', join(folder, 'world.json'), '--json']
      const script = `
        mount --bind ${folder}/resolv.conf /etc/resolv.conf
        "$@" & server=$!
        until test -s ${folder}/env || ! kill -0 $server; do sleep 0.05; done
        for host in host.stated.example shop.example cafe.example; do getent ahostsv4 $host >&2 || echo "no $host" >&2; done
        kill $server
        wait $server`
      const entry = [process.execPath, join(image, 'bin/netbox.cjs'), 'serve', '--container', folder, ...world, ...more]
      const { status, stdout, stderr } = spawnSync(
        'unshare',
        ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'sh', '-c', script, 'sh', ...entry],
        {
          env: environment,
          encoding: 'utf8',
        },
      )
      expect(stderr).toMatch(
        /198\.51\.100\.77 +STREAM host\.stated\.example\n[^]*no shop\.example\n[^]*STREAM cafe\.example\n/,
      )
      expect(JSON.parse(stdout)).toMatchObject({
        seed: 'k3f9',
        scenario: 'dnssec-bogus:shop.example@10:00..10:30',
        at: expect.stringMatching(/^2026-01-01T10:00:0\d/) as string,
        world: { domains: { 'host.stated.example': expect.anything() as object } },
      })
      expect(status).toBe(143)
    },
  )

  // The first process of a container has its network, and the runtime mounts the file of the resolver.
  const inContainer = (folder: string, script: string) => {
    const resolver = join(folder, 'resolv.conf')
    writeFileSync(resolver, 'nameserver 10.9.8.7\n')
    const lines = [
      `mount --bind ${resolver} /etc/resolv.conf`,
      `serve() { ${process.execPath} ${bin} serve --container ${folder} --quiet "$@" > /dev/null & server=$!; until test -s ${folder}/env || ! kill -0 $server 2> /dev/null; do sleep 0.05; done; }`,
      script,
    ]
    const given = ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'bash', '-c', lines.join('\n')]
    return spawnSync('unshare', given, { env: useHome().environment, encoding: 'utf8' })
  }
  const canContain = findObstacle() === undefined && process.getuid?.() === 0

  it.skipIf(!canContain)('restores the resolver of a container, however it ends', () => {
    const { folder } = useHome()
    const script = `
      for signal in TERM INT HUP KILL TERM; do
        rm -f ${folder}/env; serve
        grep -h nameserver /etc/resolv.conf
        kill -$signal $server; wait $server 2> /dev/null; echo $?
      done
      cat /etc/resolv.conf; ls -A ${folder} | grep before`
    const { stdout, stderr } = inContainer(folder, script)
    const ours = 'nameserver 192.0.2.53\n'
    expect(stdout, stderr).toBe(`${ours}143\n${ours}130\n${ours}129\n${ours}137\n${ours}143\nnameserver 10.9.8.7\n`)
  })

  it.skipIf(!canContain)('leaves the resolver of a machine alone, and says how to serve a network there', () => {
    const { folder } = useHome()
    const script = `
      unshare --net ${process.execPath} ${bin} serve --container ${folder}; echo $?
      cat /etc/resolv.conf; ls ${folder} | grep -v bin
      unshare --net --mount ${process.execPath} ${bin} serve --container ${folder} --quiet > /dev/null & server=$!
      until test -s ${folder}/env; do sleep 0.05; done
      cat /etc/resolv.conf
      nsenter --net --mount --target $server getent ahostsv4 mail.example | grep -o STREAM | head -1`
    const { stdout, stderr } = inContainer(folder, script)
    expect(stderr).toMatch(/needs a container[^]*unshare --net --mount netbox serve --container FOLDER/)
    expect(stdout).toBe('1\nnameserver 10.9.8.7\nresolv.conf\nnameserver 10.9.8.7\nSTREAM\n')
  })

  it.skipIf(!canContain)('writes the variables for one user of the containers, and through no link', () => {
    const { folder } = useHome()
    const [shared, victim] = [join(folder, 'shared'), join(folder, 'victim')]
    mkdirSync(shared)
    writeFileSync(victim, 'untouched')
    for (const name of ['env', 'authorities.pem', 'authorities.jks', 'world.json', 'resolv.conf.before'])
      symlinkSync(victim, join(shared, name))
    const readers = [1000, 1001].map(
      (id) => `setpriv --reuid=${id} --regid=${id} --clear-groups sh -c '. ${shared}/env && echo $NETBOX_SEED' 2>&1`,
    )
    const script = `
      chmod 755 ${folder}
      ${process.execPath} ${bin} serve --container ${shared} --owner 1000:1000 --seed k3f9 --quiet > /dev/null & server=$!
      until test -s ${shared}/env && ! test -L ${shared}/env; do sleep 0.05; done
      stat -c '%a %u:%g' ${shared}/env; ${readers.join('; ')}
      cat ${victim}; kill $server; wait $server`
    const { stdout, stderr } = inContainer(folder, script)
    expect(stdout, stderr).toMatch(/^640 1000:1000\nk3f9\n[^\n]*Permission denied\nuntouched$/)
  })

  it('refuses an owner that is no number', async () => {
    const { code, stderr } = await netbox(useHome(), ['serve', '--container', '.', '--owner', 'ana'])
    expect(stderr).toContain("'ana' is not a user. --owner accepts the number of a user")
    expect(code).toBe(2)
  })
})
