import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openWorld, type WorldDocument } from '@netbox/core'
import { publicResolversOf, zoneOf } from '@netbox/core/dns'
import { addressesOf, portOf } from '@netbox/core/network'
import { afterAll, describe, expect, it } from 'vitest'
import { toGlobal } from '../src/internet/global-addresses.ts'
import { findObstacle } from '../src/namespace/index.ts'
import { namesFor } from './support/judged-worlds.ts'
import { isRoot, obstacle, program, run, shareNamespace, shell, start } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const unbound = fileURLToPath(new URL('support/compare-with-unbound.sh', import.meta.url))

/** Runs a script in a namespace of a healthy world that many tests share. */
const inWorld = shareNamespace()

/** Returns whether a process with this text in its command line is running. */
const runs = (text: string): boolean => spawnSync('pgrep', ['-f', text]).status === 0

describe.skipIf(obstacle !== undefined)('a command in a namespace', () => {
  it('returns its exit code, or 128 plus the signal that ended it', async () => {
    expect(await shell('exit 7')).toEqual({ code: 7, output: '' })
    expect((await shell('kill -9 $$')).code).toBe(137)
    expect((await shell('kill -TERM $$')).code).toBe(143)
  })

  it('that is missing is reported, with the code of a shell', async () => {
    expect(await run(['no-such-command'])).toEqual({ code: 127, output: "There is no command 'no-such-command'.\n" })
    expect((await run(['/etc/passwd'])).code).toBe(126)
    expect((await run(['/'])).code).toBe(126)
  })

  it('gets every signal', async () => {
    const signals = ['SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGALRM'] as const
    const traps = signals.map((signal) => `trap 'echo ${signal}' ${signal.slice(3)}`).join('; ')
    const script = `${traps}; trap 'echo SIGTERM; exit 9' TERM; echo ready; while :; do sleep 0.05; done`
    const { child, ended, said } = start(['sh', '-c', script])
    await expect.poll(said).toContain('ready')
    for (const signal of signals) {
      child.kill(signal)
      await expect.poll(said).toContain(signal)
    }
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 9, output: `ready\n${signals.join('\n')}\nSIGTERM\n` })
  })

  it('ends with one sentence if its servers are killed', async () => {
    const { child, ended, said } = start(['sh', '-c', 'echo ready; sleep 98765'])
    await expect.poll(said).toContain('ready')
    const childOf = (pid: string): string => spawnSync('pgrep', ['-P', pid], { encoding: 'utf8' }).stdout.trim()
    process.kill(Number(childOf(childOf(String(child.pid)))), 'SIGKILL')
    const { output } = await ended
    expect(output).toContain('The simulated internet ended unexpectedly, and the command with it.')
    expect(output).not.toContain('unshare')
  })

  it('leaves nothing running, however it ends', async () => {
    expect((await shell('sleep 98761 & (setsid sleep 98762 &) ; exit 3')).code).toBe(3)
    const { child, ended, said } = start(['sh', '-c', 'echo ready; sleep 98763'])
    await expect.poll(said).toContain('ready')
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => ['98761', '98762', '98763'].filter((time) => runs(`sleep ${time}`))).toEqual([])
  })

  it('finds the world by the system’s resolver, and everything else unreachable at once', async () => {
    const output = await inWorld('getent ahostsv4 mx1.mail.example; cat /etc/resolv.conf')
    expect(output).toMatch(/^(?:198|203)\.\d+\.\d+\.\d+ +STREAM mx1\.mail\.example/)
    expect(output).toContain('nameserver 192.0.2.53')
    for (const host of ['4.4.4.4', '93.184.216.34', '10.0.0.1', '2a03:2880::1']) {
      const script = `const start = Date.now(); require('net').connect(443, '${host}').on('error', (error) => console.log(error.code, Date.now() - start < 500))`
      expect(await inWorld(`${process.execPath} -e "${script}"`), host).toBe('ENETUNREACH true\n')
    }
  })

  it('cannot change the network, nor leave it', async () => {
    expect(await inWorld('ip link add eth7 type dummy; ip addr add 10.9.9.9/8 dev lo; ip -o link | wc -l')).toMatch(
      /not permitted[\s\S]*not permitted[\s\S]*\n2\n$/,
    )
    expect(await inWorld('nsenter -t 1 -n true || echo refused')).toMatch(/\nrefused\n$/)
  })

  it.runIf(isRoot)('needs no root, keeps its user and has no capabilities', async () => {
    const { code, output } = await shell('id -u; grep CapEff /proc/self/status; getent ahostsv4 mail.example', {
      asNobody: true,
    })
    expect(code).toBe(0)
    expect(output).toMatch(/^65534\nCapEff:\t0{16}\n(?:198|203)\./)
  })

  it('needs IPv6, and a kernel without it says so in one sentence with advice', () => {
    // Hides the kernel's settings, as a kernel without IPv6 has none of them.
    const hidden = [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      'mount -t tmpfs none /proc/sys/net && exec "$@"',
    ]
    const source = fileURLToPath(new URL('../src/namespace/run-in-namespace.ts', import.meta.url))
    const code = `import { findObstacle } from '${source}'; console.log(findObstacle())`
    const call = [process.execPath, '--input-type=module', '-e', code]
    expect(spawnSync('unshare', [...hidden, 'sh', ...call], { encoding: 'utf8' }).stdout).toBe(
      'This kernel has no IPv6, which a command in its own network needs: switch it on, or use --loopback.\n',
    )
  })

  it.runIf(isRoot)(
    'without nftables finds closed ports that end connections, and silent ones that send nothing',
    () => {
      // Hides nft: mounts over it a device that can't be executed.
      const hidden = 'mount --bind /dev/null "$(readlink -f "$(PATH=$PATH:/usr/sbin command -v nft)")"'
      const client = (host: string, port: number) =>
        `const socket = require('net').connect({ port: ${port}, host: '${host}', family: 4 }); let end = 'mute'; ` +
        `socket.on('error', (error) => (end = error.code)).on('data', () => (end = 'data')); setTimeout(() => { console.log(end); process.exit() }, 1000)`
      const ask = (scenario: string, host: string, port: number): string => {
        const call = [process.execPath, program, JSON.stringify({ seed: 'k3f9', scenario }), process.execPath, '-e']
        const script = `${hidden}; exec "$@"`
        const given = ['--mount', 'sh', '-c', script, 'sh', ...call, client(host, port)]
        return spawnSync('unshare', given, { encoding: 'utf8' }).stdout
      }
      expect(ask('healthy', 'mx1.shop.example', 25)).toBe('data\n')
      expect(ask('mx-down', 'mx1.shop.example', 25)).toBe('mute\n')
      const { world } = openWorld({ seed: 'k3f9', scenario: 'random' }, Date.now)
      const closed = Array.from({ length: 50 }, (_, index) => `www.shop${index}.example`).find(
        (name) => portOf(world, name, 25)?.state === 'refused',
      )
      expect(ask('none', closed ?? 'none is closed', 25)).toBe('ECONNRESET\n')
    },
  )

  it.skipIf(!hasPrograms(['dig']))(
    'gets the first answer with an address of its own machine, such as a hit on a block list',
    async () => {
      for (const zone of ['harvest-trap.example', 'open-spam-register.example'])
        expect((await run(['dig', '+tries=1', '+time=3', '+short', `2.0.0.127.${zone}`])).output).toBe('127.0.0.2\n')
    },
  )

  it.skipIf(!hasPrograms(['dig', 'nft'], 'web'))('needs no second SYN for a first connection', async () => {
    const document = { hosts: { 'www.shop.example': { ports: { 40_001: 'open' } } } } as const
    const { world } = openWorld({ seed: 'k3f9', scenario: 'random', world: document }, Date.now)
    const known = ['.', 'com', 'example'].flatMap((zone) => zoneOf(world, zone)?.nameservers ?? [])
    const servers = [
      '192.0.2.53',
      ...publicResolversOf(world).map(({ address }) => address),
      ...known.flatMap(({ addresses }) => addresses),
    ]
    const connect =
      "const net = require('net'); const end = (socket) => { socket.destroy(); if (--left === 0) process.exit() }; " +
      'const [host, ...ports] = process.argv.slice(1); let left = ports.length; for (const port of ports) { ' +
      "const socket = net.connect({ host, port, family: 4 }, () => end(socket)).on('error', () => end(socket)) }"
    const ports = [21, 22, 25, 80, 443, 3306, 5432, 6379, 8080, 8443, 27_017, 40_001].filter(
      (port) => portOf(world, 'www.shop.example', port)?.state !== 'silent',
    )
    expect(ports).toContain(40_001)
    const script = [
      ...servers.map((server) => `dig +tcp +norecurse +tries=1 +time=3 @${server} example SOA | grep -o status:`),
      `${process.execPath} -e "${connect}" www.shop.example ${ports.join(' ')}`,
      'awk \'/^Tcp:/ { if (column) print "resent", $column; for (at = 1; at <= NF; at++) if ($at == "RetransSegs") column = at }\' /proc/net/snmp',
    ]
    const { output } = await shell(script.join('\n'), { scenario: 'random', world: document })
    expect(output).toBe(`${'status:\n'.repeat(servers.length)}resent 0\n`)
  })

  it('reaches addresses that a world document defines outside the networks of the world', async () => {
    const world: WorldDocument = {
      domains: {
        'shop.example': { records: { A: ['93.184.216.34'], AAAA: ['2606:2800:220:1::1'] } },
        'office.example': { records: { A: ['10.0.0.5'] } },
      },
      hosts: {
        'shop.example': { ports: { 25: 'refused', 80: 'open' } },
        'office.example': { ports: { 25: 'refused', 80: 'open' } },
      },
    }
    const hosts = ['93.184.216.34', '2606:2800:220:1::1', '10.0.0.5']
    const opened = openWorld({ seed: 'k3f9', scenario: 'healthy', world }, Date.now).world
    const script = hosts
      .flatMap((host) =>
        [25, 80].map(
          (port) =>
            `getent hosts shop.example office.example > /dev/null; node -e "require('net').connect(${port}, '${host}').on('connect', function () { console.log('open'); this.destroy() }).on('error', (error) => console.log(error.code))"`,
        ),
      )
      .join('\n')
    const { output } = await shell(script, { world })
    const wanted = hosts.flatMap((host) =>
      [25, 80].map((port) => (portOf(opened, host, port)?.state === 'open' ? 'open' : 'ECONNREFUSED')),
    )
    expect(wanted).toEqual(hosts.flatMap(() => ['ECONNREFUSED', 'open']))
    expect(output.trim().split('\n')).toEqual(wanted)
  })

  it('has global addresses if it asks for them: in answers, connections, policies and registries', async () => {
    const opened = openWorld({ seed: 'k3f9', scenario: 'healthy' }, Date.now).world
    const addresses = addressesOf(opened, 'b.example')
    const [address = ''] = addresses
    const six = addresses.find((one) => one.includes(':')) ?? ''
    const script = `
      import dns from 'node:dns/promises'
      import net from 'node:net'
      const [v4, v6] = [(await dns.resolve4('b.example'))[0], (await dns.resolve6('b.example'))[0]]
      const connect = (host, port) => new Promise((resolve) => net.connect(port, host).on('connect', function () { resolve(this.remoteAddress); this.destroy() }).on('error', ({ code }) => resolve(code)))
      const page = await fetch('https://rdap.arin.net/registry/ip/' + v4)
      console.log(JSON.stringify([v4, v6, await connect(v4, 443), await connect(v6, 443), (await dns.reverse(v4)).length, (await dns.resolveTxt('shop.example')).flat().join(' '), (await page.json()).startAddress]))`
    const { output } = await run([process.execPath, '--input-type=module', '-e', script], { globalAddresses: true })
    const [v4, v6, ...others] = JSON.parse(output) as string[]
    expect([v4, v6]).toEqual([toGlobal(address), toGlobal(six)])
    expect(`${v4} ${v6}`).toMatch(/^28\.\S+ 2d00:db8:/)
    const [policy = '', network] = others.slice(-2)
    expect(others.slice(0, -2)).toEqual([v4, v6, 1])
    expect(policy).toMatch(/v=spf1 .*ip4:28\./)
    expect(network).toMatch(/^28\./)
  })

  it.skipIf(!hasPrograms(['curl'], 'web'))('reaches the metadata of a cloud by a redirect inwards', async () => {
    const { output } = await shell('curl -sSL http://shop.example/', { scenario: 'redirect-inwards' })
    expect(output).toContain('instance-id')
  })

  it.skipIf(!hasPrograms(['openssl'], 'web'))('finds web servers that refuse to renegotiate', async () => {
    const output = await inWorld('echo R | openssl s_client -tls1_2 -connect www.shop.example:443')
    expect(output).toMatch(/RENEGOTIATING\n.*:no renegotiation:/)
  })

  it('has its queries written to a log', async () => {
    const log = join(folder, 'asked.jsonl')
    const call = spawnSync(process.execPath, [
      program,
      JSON.stringify({ seed: 'k3f9' }),
      '--log',
      log,
      'getent',
      'ahostsv4',
      'mail.example',
    ])
    expect(call.status).toBe(0)
    const entries = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries[0]).toMatchObject({ protocol: 'dns', question: 'mail.example A', server: '192.0.2.53' })
  })

  it.skipIf(!hasPrograms(['unbound', 'dig']))(
    'may be its own resolver, which validates from the root and finds the same',
    async () => {
      const cname = (target: string) => ({ records: { CNAME: target } })
      const world: WorldDocument = {
        domains: {
          'shop.example': {
            complete: true,
            records: {
              NS: ['ns1.shop.example', 'ns2.corp.example'],
              MX: [{ priority: 0, exchange: '.' }],
              TYPE65: ['00010000'],
            },
          },
          'ns1.shop.example': { records: { A: ['93.184.216.34'] } },
          'ns2.corp.example': { records: { A: ['10.0.0.5'] } },
          'www.shop.example': cname('web.shop.example'),
          'web.shop.example': cname('a.dyn.shop.example'),
          'lost.shop.example': cname('gone.shop.example'),
          'far.shop.example': cname('nothing.invalid'),
          'away.shop.example': cname('www.mail.example'),
          'loop.shop.example': cname('loop2.shop.example'),
          'loop2.shop.example': cname('loop.shop.example'),
          'down.shop.example': cname('www.down.example'),
          'down.example': { dns: 'servfail' },
          '*.dyn.shop.example': { records: { A: ['198.51.100.7'] } },
          'sub.shop.example': { complete: true, records: { NS: ['ns1.sub.shop.example'], A: ['198.51.100.10'] } },
          'ns1.sub.shop.example': { records: { A: ['198.51.100.9'] } },
        },
      }
      const names = [
        '',
        'www.',
        'web.',
        'lost.',
        'far.',
        'away.',
        'loop.',
        'down.',
        'x.dyn.',
        'x.y.dyn.',
        'dyn.',
        'nope.',
      ]
      const delegated = ['sub.', 'www.sub.', 'ns1.sub.', 'nope.sub.']
      const stated = [...names, ...delegated].flatMap((name) =>
        namesFor(['A', 'TYPE65', 'DS'], ['MX', 'NS', 'SOA']).map((type) => `${name}shop.example ${type}`),
      )
      const questions = join(folder, 'questions')
      writeFileSync(questions, `${stated.join('\n')}\n-x 93.184.216.34\n`)
      const scenarios = namesFor(
        ['random', 'dnssec-bogus'],
        ['healthy', 'cname-dangling', 'ptr-mismatch', 'block-listed'],
      )
      // The commands run concurrently: each has its own network, and waits most of the time.
      const all = await Promise.all([
        ...scenarios.map(async (scenario) => run(['bash', unbound], { scenario })),
        run(['bash', unbound, questions], { world }),
      ])
      all.forEach(({ code, output }, index) => {
        expect(
          output.split('\n').filter((line) => line.startsWith('differs')),
          scenarios[index],
        ).toEqual([])
        expect(output.split('\n').filter((line) => line.startsWith('same')).length, output).toBeGreaterThan(30)
        expect(code, output).toBe(0)
      })
    },
  )
})

const container = fileURLToPath(new URL('support/serve-container.ts', import.meta.url))

const CONTAINER = ['--net', '--mount', '--pid', '--fork', '--mount-proc'] as const

/** Runs a script in the same network as a container's servers. The network has no interfaces, and the script has its own resolv.conf. */
const inContainer = (script: string) => {
  const resolver = join(folder, 'resolv.conf')
  writeFileSync(resolver, '')
  const lines = [
    `mount --bind ${resolver} /etc/resolv.conf`,
    `${process.execPath} ${container} ${folder} own.example=:4009 '*.wild.example=:4009' & server=$!`,
    // This must not be the file of an earlier run.
    `until grep -qs k3f9 ${folder}/env; do kill -0 $server || exit; sleep 0.05; done`,
    `. ${folder}/env`,
    script,
    'kill $server; wait $server',
  ]
  return spawnSync('unshare', [...CONTAINER, 'bash', '-c', lines.join('\n')], { encoding: 'utf8' })
}

describe.skipIf(obstacle !== undefined || !isRoot)('the network of a container', () => {
  it.skipIf(!hasPrograms(['dig', 'curl'], 'web'))('serves every program in it, and has no route elsewhere', () => {
    writeFileSync(join(folder, 'env'), 'export NETBOX_SEED=of-an-earlier-run\n')
    const { stdout, status, stderr } = inContainer(
      [
        'echo $NETBOX_SEED',
        'dig +short mail.example MX',
        "curl -s -o /dev/null -w '%{http_code}\\n' https://www.mail.example/",
        // A server of another container that joined the network.
        `${process.execPath} -e "require('http').createServer(({ headers }, to) => to.end('own ' + headers.host + ' ')).listen(4009, '127.0.0.1')" & own=$!; sleep 0.5`,
        'curl -sS https://own.example/ https://a.wild.example/; kill $own; wait $own; curl -s https://own.example/; echo $?',
        'curl -s -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL/ | head -c 17',
        '(exec 3<>/dev/tcp/4.4.4.4/443) 2>&1 | grep -o unreachable',
      ].join('\n'),
    )
    expect(stdout, stderr).toMatch(
      /^k3f9\n10 mx1\.mail\.example\.\n[^]*\n200\nown own\.example own a\.wild\.example 35\n\{"simulated":true,?unreachable\n/,
    )
    expect(status).toBe(143)
  })

  it('refuses a map to a port that netbox itself has there', () => {
    const resolver = join(folder, 'resolv.conf')
    writeFileSync(resolver, '')
    const script = `mount --bind ${resolver} /etc/resolv.conf; exec ${process.execPath} ${container} ${folder} own.example:7000=:7000`
    const { status, stderr } = spawnSync('unshare', [...CONTAINER, 'sh', '-c', script], { encoding: 'utf8' })
    expect(stderr).toContain('Port 7000, where own.example leads to, is a port of netbox itself.')
    expect(status).not.toBe(0)
  })
})

describe('findObstacle', () => {
  it('offers the options of other systems', () => {
    expect(findObstacle('darwin')).toMatch(/needs Linux.*--loopback.*container/)
  })
})
