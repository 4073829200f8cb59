import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorld } from '@netbox/core'
import { addressesOf, pathOf, pathQualityOf } from '@netbox/core/network'
import { afterAll, describe, expect, it } from 'vitest'
import { isWhole } from './support/judged-worlds.ts'
import { isRoot, obstacle, run, shareNamespace, shell, start } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Whether this kernel can delay packets. */
const hasNetem =
  spawnSync('unshare', ['--user', '--map-root-user', '--net', 'tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'netem'])
    .status === 0

const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy' }, Date.now)

/** Runs a script in a namespace of this world that many tests share. */
const inWorld = shareNamespace()

const hopsOf = (host: string): string[] => (pathOf(world, host)?.hops ?? []).map(({ address }) => address ?? '*')

describe.skipIf(obstacle !== undefined)('the network of a command', () => {
  it('has free ports on its loopback address, even the ports of the servers, without root', async () => {
    const ports = [25, 53, 80, 443, 465, 587]
    const script = `let left = ${ports.length}; for (const port of ${JSON.stringify(ports)}) require('net').createServer((socket) => socket.end('own')).listen(port, '0.0.0.0', () => { if (--left === 0) ask() });
      const ask = () => require('net').connect(443, '127.0.0.1').on('data', (data) => { console.log(String(data)); process.exit() })`
    const { output } = await run([process.execPath, '-e', script], { asNobody: isRoot })
    expect(output).toBe('own\n')
  })

  it('has the control API at an address of the servers', async () => {
    const { output } = await shell(
      'curl -s -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL/requests; ss -tlnH | wc -l',
    )
    expect(output).toMatch(/^\{"count":0.*\}\n0\n$/)
  })

  it('changes the scenario for programs of an ordinary user, for hundreds of addresses at once', async () => {
    const domains = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `d${n}.example`,
        { records: { A: [`198.18.${n >> 7}.${(n % 128) + 1}`] } },
      ]),
    )
    const open = { '1234': 'open' } as const
    const hosts = Object.fromEntries(Object.keys(domains).map((name) => [name, { ports: open }]))
    const closed = Object.fromEntries(
      Object.keys(domains).map((name) => [name, { ports: { '1234': 'refused' } } as const]),
    )
    const script = [
      'for n in $(seq 0 299); do getent ahostsv4 d$n.example; done > /dev/null',
      'control() { curl -sS -o /dev/null -w "%{http_code} " -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$@"; }',
      'for scenario in packet-loss mx-down healthy; do control -X PUT -d "{\\"scenario\\":\\"$scenario\\"}" $NETBOX_CONTROL_URL/scenario; done',
      'control -X PUT -d "$CLOSED" $NETBOX_CONTROL_URL/world',
      // The code of curl for a refused connection.
      'curl -s http://d7.example:1234/; echo $?',
    ]
    const { output } = await shell(script.join('\n'), {
      world: { domains, hosts },
      asNobody: isRoot,
      variables: { CLOSED: JSON.stringify({ domains, hosts: closed }) },
    })
    expect(output).toBe('200 200 200 200 7\n')
  })

  it('has the world of before if the packet filter refuses a change, and the reason in the response', async () => {
    const programs = mkdtempSync(join(folder, 'programs-'))
    const [broken, real] = [
      join(programs, 'broken'),
      `exec "$(PATH="\${PATH#*:}:/usr/sbin:/sbin" command -v nft)" "$@"`,
    ]
    const text = `#!/bin/sh\nif test -e ${broken}; then echo 'Message too long' >&2; exit 1; fi\n${real}\n`
    writeFileSync(join(programs, 'nft'), text, { mode: 0o755 })
    const script = [
      'control() { curl -s -w " %{http_code}\\n" -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$@"; }',
      'put() { control -X PUT -d "{\\"scenario\\":\\"mx-down\\"}" $NETBOX_CONTROL_URL/scenario; }',
      'scenario() { control $NETBOX_CONTROL_URL/ | grep -o "\\"scenario\\":\\"[^\\"]*"; }',
      'getent hosts mx1.mail.example > /dev/null',
      `touch ${broken}; put; scenario; rm ${broken}; put > /dev/null; scenario`,
    ]
    const { output } = await shell(script.join('\n'), {
      variables: { PATH: `${programs}:${process.env['PATH'] ?? ''}` },
    })
    const reason = 'The change failed, so the world is as before: nft: Message too long'
    expect(output).toContain(`PUT /scenario: Error: ${reason}\n`)
    // The log of netbox may come between the lines of the program.
    const printed = output.split('\n').filter((line) => /^(?:\{| 500|"scenario")/.test(line))
    expect(printed).toEqual([`{"error":{"message":"${reason}"}}`, ' 500', '"scenario":"healthy', '"scenario":"mx-down'])
  })

  it('has connections to closed and silent ports in the log', async () => {
    const asked = 'curl -s -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL/requests'
    const script = [
      'for port in 81 82; do curl -4 -s -m 0.5 http://www.shop.example:$port/; done',
      `until ${asked} | grep -q 'no answer'; do sleep 0.05; done`,
      `${asked} | grep -o ':8[12]","answer":"[^"]*"' | sort -u`,
    ]
    const ports = { 81: 'refused', 82: 'silent' } as const
    const { output } = await shell(script.join('\n'), { world: { hosts: { 'www.shop.example': { ports } } } })
    expect(output).toBe(':81","answer":"connection refused"\n:82","answer":"no answer"\n')
  })

  it.each([
    ['healthy', 4],
    ['ipv6-silent', 6],
  ] as const)('tries the family first that shows what the world does: %s', async (scenario, family) => {
    const { output } = await shell('getent ahosts www.shop.example | head -1', { scenario })
    expect(output).toMatch(family === 4 ? /^[\d.]+ / : /^2001:db8:/)
  })

  it('stays served when a terminal sends a signal to all processes', async () => {
    const script =
      "trap 'getent hosts mail.example > /dev/null && echo served; exit 9' QUIT; echo ready; while :; do sleep 0.05; done"
    const { child, ended, said } = start(['sh', '-c', script], { ownGroup: true })
    await expect.poll(said).toContain('ready')
    process.kill(-(child.pid ?? 0), 'SIGQUIT')
    expect(await ended).toEqual({ code: 9, output: expect.stringContaining('served') })
  })

  it('leaves no folder behind, even if netbox is killed', async () => {
    const temporary = mkdtempSync(join(folder, 'killed-'))
    const { child, ended, said } = start(['sh', '-c', 'echo ready; exec sleep 98764'], {
      variables: { TMPDIR: temporary },
    })
    await expect.poll(said).toContain('ready')
    expect(readdirSync(temporary)).toHaveLength(1)
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => readdirSync(temporary)).toEqual([])
  })

  it('delays answers as long as on their path with --latency, or says that the kernel cannot', async () => {
    const [address = ''] = addressesOf(world, 'www.shop.example')
    const { output } = await run(['--latency', 'ping', '-c', '1', '-n', '-q', address])
    const [, time = ''] = /= ([\d.]+)\//.exec(output) ?? []
    if (hasNetem) expect(Number(time)).toBeCloseTo(pathQualityOf(world, address)?.roundTrip ?? 0, -1)
    else expect(output).toMatch(/^This kernel can't delay packets [^\n]*, so answers arrive at once\.\nPING /)
    expect(Number(time) > 1).toBe(hasNetem)
  })

  // The kernel of these systems seems to lack a part: a program fails if its arguments have a word.
  it.each([
    ['ip', 'veth', /^This kernel has no virtual Ethernet devices[^\n]*no routes\.\n(?:198|203)\./],
    ['unshare', '"--net sh"', /^This kernel [^\n]*allows no second network namespace[^\n]*no routes\.\n(?:198|203)\./],
    ['nft', '-f', /^The program 'nft' [^\n]*the kernel lacks a part of nftables[^\n]*no routes\.\n(?:198|203)\./],
  ])('runs the command with the rest of the network if %s can do nothing with %s', async (program, word, wanted) => {
    const programs = mkdtempSync(join(folder, 'programs-'))
    const real = `exec "$(PATH="\${PATH#*:}:/usr/sbin:/sbin" command -v ${program})" "$@"`
    const script = `#!/bin/sh\ncase "$*" in *${word}*) exit 2;; esac\n${real}\n`
    writeFileSync(join(programs, program), script, { mode: 0o755 })
    const { code, output } = await shell('getent ahostsv4 mail.example', {
      variables: { PATH: `${programs}:${process.env['PATH'] ?? ''}` },
    })
    expect(output).toMatch(wanted)
    expect(code).toBe(0)
  })
})

describe.skipIf(obstacle !== undefined || !hasPrograms(['curl', 'openssl'], 'web'))('your own server', () => {
  const document = {
    domains: { 'shop.example': { records: { MX: [{ priority: 1, exchange: 'app.shop.example' }] } } },
    hosts: { 'app.shop.example': { servedBy: 'self:8080' } },
  } as const

  const serve = (script: string) => `${process.execPath} -e "${script}" & sleep 0.5`

  it('answers at its name in the world, with a certificate that programs trust, without root', async () => {
    const script = [
      serve(
        "const { readFileSync } = require('fs'); const file = (ending) => readFileSync(process.env.NETBOX_CERTS + '/app.shop.example.' + ending); require('https').createServer({ cert: file('crt'), key: file('key') }, (_, to) => to.end('own 443 ')).listen(443)",
      ),
      serve("require('http').createServer((_, to) => to.end('own 8080 ')).listen(8080)"),
      'curl -sS https://app.shop.example/; curl -sS http://app.shop.example/; curl -sS -o /dev/null -w "%{http_code}" https://www.shop.example/',
    ]
    const { output } = await shell(script.join('\n'), { world: document, asNobody: isRoot })
    expect(output).toBe('own 443 own 8080 200')
  })

  it('answers at several names that keep their address, also from the loopback of the program, and reaches nothing else', async () => {
    const hosts = {
      'api.shop.example': { servedBy: { 443: ':4009', 8443: ':4010' } },
      'a.example': { servedBy: 'self:8081' },
      'b.example': { servedBy: 'self:8082' },
      'c.example': { servedBy: 'self' },
      'gone.example': { servedBy: { 443: ':4011' } },
      'shut.example': { servedBy: { 443: ':4009' }, ports: { 443: 'refused' } },
    } as const
    const answering = (port: number, host: string) =>
      serve(`require('http').createServer((_, to) => to.end('${port} ')).listen(${port}, '${host}')`)
    const script = [
      answering(4009, '127.0.0.1'),
      answering(4010, '192.0.2.2'),
      answering(8081, '127.0.0.1'),
      answering(8082, '0.0.0.0'),
      answering(80, '0.0.0.0'),
      'curl -sS https://api.shop.example/ https://api.shop.example:8443/ http://a.example/ http://b.example/ http://c.example/',
      'getent ahostsv4 api.shop.example | grep -c 192.0.2.2',
      'for name in gone shut; do curl -s https://$name.example/; echo $?; done',
      // The program's loopback is reached through the named ports only.
      'curl -sm 2 http://192.0.2.2:4009/; echo $?',
    ]
    const { output } = await shell(script.join('\n'), { world: { hosts }, asNobody: isRoot })
    expect(output).toBe('4009 4010 8081 8082 80 0\n35\n7\n7\n')
  })

  it.skipIf(!hasPrograms(['swaks'], 'mail'))(
    'gets the mail that a server of the world accepts for its domain',
    async () => {
      const script = [
        serve(
          "const say = (socket, text) => socket.write(text + '\\r\\n'); require('net').createServer((socket) => { let isData = false; say(socket, '220 own'); socket.on('data', (data) => { for (const line of String(data).split('\\r\\n').slice(0, -1)) { if (isData) { if (line.startsWith('Subject')) console.log(line); if (line === '.') { isData = false; say(socket, '250 kept') } continue } isData = line === 'DATA'; if (/^(MAIL|RCPT)/.test(line)) console.log(line.split(' ')[1]); say(socket, isData ? '354 go' : '250 ok') } }) }).listen(25)",
        ),
        'swaks --server mx1.mail.example:587 -tls --auth PLAIN --auth-user postmaster@mail.example --auth-password x --from postmaster@mail.example --to ana@shop.example,bob@mail.example -h-Subject Hello > /dev/null',
        'until curl -s -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL/requests | grep -o "250 kept"; do sleep 0.05; done',
      ]
      const { output } = await shell(script.join('\n'), { world: document })
      expect(output).toBe('FROM:<postmaster@mail.example>\nTO:<ana@shop.example>\nSubject: Hello\n250 kept\n')
    },
  )
})

describe.skipIf(obstacle !== undefined || !hasPrograms(['python3'], 'mail'))('a port of the machine', () => {
  it('is reached at its names by every byte, and no byte reaches another port of the machine', async () => {
    const machine = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
    const other = createServer().listen(0, '127.0.0.1')
    await Promise.all([once(machine, 'listening'), once(other, 'listening')])
    const [port, closed] = [machine, other].map((server) => (server.address() as AddressInfo).port) // The cast is safe: they have ports.
    const script = `import socket
def call(host, port):
    try:
        with socket.create_connection((host, port), 5) as s:
            s.sendall(b'a' * 300000); s.shutdown(socket.SHUT_WR); got = 0
            while data := s.recv(65536): got += len(data)
            return got
    except OSError as error: return error.strerror
print(*[call(host, ${port}) for host in ['host.netbox.internal', 'db.shop.example', '127.0.0.1', '192.0.2.1']], sep='; ')
print(call('host.netbox.internal', ${closed}), call('host.netbox.internal', 22), sep='; ')`
    const hostPorts = [{ port: port ?? 0, name: 'db.shop.example' }]
    try {
      const { output } = await run(['python3', '-c', script], { hostPorts, asNobody: isRoot })
      expect(output).toBe('300000; 300000; Connection refused; 0\n0; Connection refused\n')
    } finally {
      machine.close()
      other.close()
    }
  })
})

describe.skipIf(obstacle !== undefined || !hasPrograms(['python3'], 'mail'))(
  'a port of the machine that nobody named',
  () => {
    it('is not reached by any name, address or source, with a map and a hole beside it', async () => {
      let calls = 0
      const count = () => createServer((socket) => void (calls++, socket.end('secret')))
      const [secret, six, hole] = [
        count().listen(0, '0.0.0.0'),
        count(),
        createServer((socket) => void socket.end('hole')),
      ]
      await once(secret, 'listening')
      const { port } = secret.address() as AddressInfo // The cast is safe: a server on a port has an address of this type.
      six.listen({ port, host: '::', ipv6Only: true })
      hole.listen(0, '127.0.0.1')
      await Promise.all([once(six, 'listening'), once(hole, 'listening')])
      const named = (hole.address() as AddressInfo).port // The cast is safe: as above.
      const records = {
        'four.example': { A: ['127.0.0.1'] },
        'any.example': { A: ['0.0.0.0'] },
        'machine.example': { A: ['192.0.2.3'] },
        'router.example': { A: ['192.0.2.1'] },
        'link.example': { A: ['169.254.169.254'] },
        'six.example': { AAAA: ['::1'] },
        'mapped.example': { AAAA: ['::ffff:127.0.0.1'] },
      }
      const attacked = {
        domains: Object.fromEntries(Object.entries(records).map(([name, stated]) => [name, { records: stated }])),
        hosts: { 'own.example': { servedBy: { 443: ':4009', [port]: ':4009' } } },
      }
      const script = `import socket
from concurrent.futures import ThreadPoolExecutor
hosts = ['127.0.0.1', '127.9.9.9', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', 'fe80::1%eth0', 'fe80::2%eth0', '192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.53',
  '2001:db8:ffff::1', '2001:db8:ffff::2', '169.254.169.254', '10.0.0.1', 'localhost', 'host.netbox.internal', 'own.example', 'www.shop.example'] + ${JSON.stringify(Object.keys(records))}
sources = [None, '127.0.0.1', '192.0.2.1', '192.0.2.3', '::1', 'fe80::1']
def say(host, source):
    for family, kind, protocol, _, address in socket.getaddrinfo(host, ${port}, type=socket.SOCK_STREAM):
        with socket.socket(family, kind) as s:
            s.settimeout(0.3)
            try:
                if source: s.bind((source, 0))
                s.connect(address)
                s.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n')
                return s.recv(100)
            except OSError: pass
def tried(host, source):
    try: return say(host, source)
    except OSError: return None
pairs = [(host, source) for host in hosts for source in sources]
with ThreadPoolExecutor(54) as pool: print([pair for pair, said in zip(pairs, pool.map(lambda pair: tried(*pair), pairs)) if b'secret' in (said or b'')])
with socket.create_connection(('host.netbox.internal', ${named}), 5) as s: print(s.recv(10))`
      try {
        const hostPorts = [{ port: named }]
        for (const asNobody of isRoot && isWhole ? [true, false] : [isRoot]) {
          const { output } = await run(['python3', '-c', script], { hostPorts, world: attacked, asNobody })
          expect(output).toBe("[]\nb'hole'\n")
        }
        expect(calls).toBe(0)
      } finally {
        for (const server of [secret, six, hole]) server.close()
      }
    })
  },
)

describe.skipIf(obstacle !== undefined || !hasPrograms(['python3'], 'mail'))('other well-known ports', () => {
  it('greet clients and refuse to sign them in', async () => {
    const script = `import ftplib, socket
def told(work):
    try: return work()
    except Exception as error: return error
host = 'app.shop.example'
print(told(lambda: ftplib.FTP(host, 'ana', 'secret', timeout=5)))
print(socket.create_connection((host, 22), 5).recv(8), socket.create_connection((host, 3306), 5).recv(99)[4:7])`
    const ports = { 21: 'open', 22: 'open', 3306: 'open' } as const
    const { output } = await run(['python3', '-c', script], { world: { hosts: { 'app.shop.example': { ports } } } })
    expect(output.split('\n')).toEqual(['530 Login incorrect', "b'SSH-2.0-' b'\\xffj\\x04'", ''])
  })
})

describe.skipIf(obstacle !== undefined)('the environment of a command', () => {
  it('has the world, so that netbox tools use it', async () => {
    const facts = { hosts: { 'www.shop.example': { ports: { 8080: 'open' } } } } as const
    const { output } = await shell('echo $NETBOX_SEED $NETBOX_SCENARIO; cat $NETBOX_WORLD', {
      scenario: 'mx-down',
      world: facts,
    })
    expect(output).toBe(`k3f9 mx-down\n${JSON.stringify(facts)}`)
  })

  it.skipIf(!hasPrograms(['unbound', 'dig']))('has root servers for resolvers with built-in hints', async () => {
    const script = [
      `printf '%s\\n' 'server:' '  do-daemonize: no' '  chroot: ""' '  username: ""' '  pidfile: ""' '  use-syslog: no' '  local-zone: "example." nodefault' > ${folder}/unbound.conf`,
      `PATH=$PATH:/usr/sbin unbound -c ${folder}/unbound.conf > /dev/null 2>&1 & resolver=$!`,
      'for try in $(seq 30); do dig @127.0.0.1 +short +time=2 +tries=1 mail.example MX | grep mx1 && break; sleep 0.2; done',
      'dig @198.41.0.4 +norecurse +short . NS | sort | tail -1; dig @2001:dc3::35 +norecurse +short m.root-servers.net AAAA',
      'dig +short -x 198.41.0.4; kill $resolver',
    ]
    const output = await inWorld(script.join('\n'))
    expect(output).toBe('10 mx1.mail.example.\nm.root-servers.net.\n2001:dc3::35\na.root-servers.net.\n')
  })

  it.skipIf(!existsSync('/etc/ssl/certs/java/cacerts'))(
    'has a trust store with the authority, if Java is installed',
    async () => {
      const source = join(folder, 'Get.java')
      writeFileSync(
        source,
        'public class Get { public static void main(String[] names) throws Exception { System.out.println(((java.net.HttpURLConnection) new java.net.URL(names[0]).openConnection()).getResponseCode()); } }',
      )
      expect(await inWorld(`java ${source} https://www.shop.example/`)).toBe('200\n')
    },
  )
})

/** Returns the address of each hop in the output of `traceroute -n`, `tracepath -n` or `mtr -rn`, `*` for a silent one. */
const printedHops = (output: string): string[] => {
  const hops = new Map<string, string>()
  for (const line of output.split('\n')) {
    const [, number = '', rest = ''] = /^ *(\d+)(?:: | {2}|\.\|-- )(.*)$/.exec(line) ?? []
    // tracepath may print a hop twice.
    if (number !== '') hops.set(number, /[\da-f]*(?:[.:]+[\da-f]+){2,}/.exec(rest)?.[0] ?? '*')
  }
  return [...hops.values()]
}

describe.skipIf(obstacle !== undefined || !hasPrograms(['traceroute', 'mtr', 'tracepath'], 'route'))('routes', () => {
  const asNobody = shareNamespace({ asNobody: isRoot })

  it.each([4, 6] as const)('to many hosts equal the routes of the tool, in IPv%i', async (family) => {
    const names = Array.from({ length: 200 }, (_, index) => `www.shop${index}.example`).filter((name) =>
      addressesOf(world, name).some((address) => address.includes(':') === (family === 6)),
    )
    const traced = names.slice(0, process.env['NETBOX_JUDGES'] === 'all' ? 100 : 30)
    const output = await inWorld(
      `cd $(mktemp -d); echo ${traced.join(' ')} | xargs -n 1 -P 8 sh -c 'traceroute -${family} -n -q 1 -w 0.5 $0 > $0'; cat *; rm -r $PWD`,
    )
    const traces = output.split('traceroute to ').slice(1)
    expect(traces).toHaveLength(traced.length)
    for (const trace of traces) {
      const [address = ''] = /(?<=\()[^)]+/.exec(trace) ?? []
      expect(printedHops(trace), trace).toEqual(hopsOf(address))
    }
  })

  it.skipIf(!isRoot || !hasPrograms(['python3'], 'mail'))(
    'fit the time to live of replies to pings and of connections',
    async () => {
      const host = 'www.shop.example'
      const [address = ''] = addressesOf(world, host)
      const sniff = `import socket, threading, time
raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_TCP)
raw.settimeout(5)
socket.create_connection(('${address}', 443), 5)
print('tcp', raw.recv(99)[8])`
      const script = `getent ahostsv4 ${host} > /dev/null; ping -n -c 1 ${address} | grep -o 'ttl=.*' | cut -d' ' -f1; python3 -c "${sniff}"`
      const output = await inWorld(script)
      const ttl = pathQualityOf(world, address)?.ttl
      expect(ttl).toBe(64 - (hopsOf(host).length - 1))
      expect(output).toBe(`ttl=${ttl}\ntcp ${ttl}\n`)
    },
  )

  it('have the names of the tool', async () => {
    const output = await inWorld('traceroute -q 1 -w 0.5 www.shop.example')
    const hops = pathOf(world, 'www.shop.example')?.hops ?? []
    const printed = [...output.matchAll(/^ *\d+ {2}(\S+) \(/gm)].map(([, name]) => name)
    expect(printed).toEqual(hops.flatMap(({ address, hostname }) => (address === null ? [] : [hostname ?? address])))
  })

  it.each([
    'mtr -rnc 1 www.shop.example',
    'mtr -rnc 1 -6 mail.example',
    'tracepath -n www.shop.example',
    'tracepath -6 -n mail.example',
    'traceroute -I -n -w 0.5 -N 1 -q 1 www.shop.example',
    'traceroute -6 -I -n -w 0.5 -N 1 -q 1 mail.example',
  ])('are found by %s, without root', async (command) => {
    const host = /[a-z.]+\.example$/.exec(command)?.[0] ?? ''
    const address = addressesOf(world, host).find((one) => one.includes(':') === command.includes('-6')) ?? ''
    const output = await asNobody(command)
    expect(printedHops(output), output).toEqual(hopsOf(address))
  })

  it('to an address of no DNS answer are found at the second try', async () => {
    const trace = 'traceroute -n -q 1 -w 0.5 203.0.113.77'
    const output = await inWorld(`${trace} > /dev/null; ${trace}`)
    expect(printedHops(output), output).toEqual(hopsOf('203.0.113.77'))
  })

  it('end before an address that is gone, as in the tools, and the next address replies', async () => {
    const scenario = 'first-address-silent'
    const sick = openWorld({ seed: 'k3f9', scenario }, Date.now).world
    const [gone = '', next = ''] = addressesOf(sick, 'shop.example')
    const hops = (pathOf(sick, gone)?.hops ?? []).map(({ address }) => address ?? '*')
    expect(hops.at(-1)).toBe('*')
    const script = [
      'getent ahostsv4 shop.example > /dev/null',
      ...[gone, next].map((address) => `ping -n -c 2 -i 0.2 -W 1 -q ${address} | grep -o '[0-9]* received'`),
      ...['', '-I'].map((kind) => `traceroute ${kind} -n -q 1 -w 0.5 -m ${hops.length} ${gone}`),
    ]
    const { output } = await shell(script.join('\n'), { scenario })
    const [received, ...traces] = output.split('traceroute to ')
    expect(received).toBe('0 received\n2 received\n')
    expect(
      traces.map((trace) => printedHops(trace)),
      output,
    ).toEqual([hops, hops])
  })

  it('survive strange packets, none of which gets an answer from elsewhere', async () => {
    const script = [
      'ping -c 1 -W 1 -R www.shop.example | grep -c "1 received"',
      'ping -c 1 -W 1 -s 8000 www.shop.example | grep -c "1 received"',
      'ping -c 1 -W 1 -b 255.255.255.255 2>&1 | grep -c "1 received"',
      'ping -n -c 1 -W 1 -t 1 www.shop.example | grep -o "From 198.19.255.1"',
    ]
    const output = await inWorld(script.join('\n'))
    expect(output).toMatch(/^1\n1\n0\nFrom 198\.19\.255\.1\n$/)
  })
})

describe.skipIf(obstacle !== undefined || !hasPrograms(['fping', 'busybox', 'ping'], 'route'))('lost packets', () => {
  const inLossyWorld = shareNamespace({ scenario: 'packet-loss' })

  it.runIf(isRoot).each([
    ['ping -c 20 -i 0.01 -q', '20 packets transmitted, 16 received'],
    ['fping -4 -c 20 -p 10 -q', '20/16/20%'],
    ['busybox ping -c 10 -q', '10 packets transmitted, 8 packets received'],
  ])('are counted, whatever numbers %s gives them', async (command, wanted) => {
    expect(await inLossyWorld(`${command} www.shop.example`)).toContain(wanted)
  })

  it.runIf(isRoot)('concern no root servers and resolvers, unless the scenario names them', async () => {
    const script =
      "for host in 198.41.0.4 192.0.2.53 rdap.nic.example; do ping -4 -c 10 -i 0.01 -W 1 -q $host | grep -o '[0-9]* received'; done"
    expect(await inLossyWorld(script)).toBe('10 received\n10 received\n10 received\n')
    const { output } = await shell(script, { scenario: 'packet-loss:root-servers.net' })
    expect(output).toBe('8 received\n10 received\n10 received\n')
  })

  it('of pings are in the log, and so are their answers', async () => {
    const asked = 'curl -s -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL/requests'
    const script = [
      'ping -c 10 -i 0.01 -W 1 -q www.shop.example > /dev/null',
      `until [ $(${asked} | grep -o "echo request to" | wc -l) = 10 ]; do sleep 0.05; done`,
      `${asked} | grep -o '"answer":"echo reply"' | wc -l`,
    ]
    const { output } = await shell(script.join('\n'), { scenario: 'packet-loss' })
    expect(output).toBe('8\n')
  })

  it('concern connections too, which send the packets again', async () => {
    const script =
      "for i in 1 2 3 4 5 6; do curl -s -o /dev/null -w '%{http_code}\n' http://www.shop.example/; done; nstat -az TcpRetransSegs | grep -o 'Segs *[1-9]'"
    const { output } = await shell(script, { scenario: 'packet-loss' })
    expect(output).toMatch(/^(?:\d{3}\n){6}Segs +[1-9]\n$/)
  })
})
