import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { obstacle, run, shell } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'

/* Libraries and programs find public resolvers and known names as their own test suites call them. */

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const script = fileURLToPath(new URL('support/known-clients.py', import.meta.url))
const hasDnspython = spawnSync('/usr/bin/python3', ['-c', 'import dns']).status === 0

describe.skipIf(obstacle !== undefined)('in a namespace', () => {
  it.skipIf(!hasDnspython)('dnspython asks public resolvers by their addresses', async () => {
    const servers = ['8.8.8.8', '1.1.1.1', '9.9.9.9', '2001:4860:4860::8888']
    expect((await run(['/usr/bin/python3', script])).output.trim().split('\n')).toEqual([
      ...servers.flatMap((server) => [`${server} ['8.8.4.4', '8.8.8.8']`, `${server} udp True`, `${server} tcp True`]),
      'name dns.google.',
      'zone dnspython.org.',
      'bogus True',
      'client 192.0.2.2',
      'client 2001:db8:ffff::2',
      'client "192.0.2.2"',
      'client "192.0.2.2"',
    ])
  })

  it.skipIf(!hasPrograms(['go'], 'judge'))('the resolver of Go does too', async () => {
    const source = join(folder, 'main.go')
    writeFileSync(
      source,
      `package main

import (
	"context"
	"fmt"
	"net"
	"sort"
)

func main() {
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		var dialer net.Dialer
		return dialer.DialContext(ctx, network, "8.8.8.8:53")
	}
	resolver := net.Resolver{PreferGo: true, Dial: dial}
	ctx := context.Background()
	addresses, _ := resolver.LookupHost(ctx, "dns.google")
	sort.Strings(addresses)
	names, _ := resolver.LookupAddr(ctx, "8.8.8.8")
	exchanges, _ := resolver.LookupMX(ctx, "gmail.com")
	local, _ := resolver.LookupHost(ctx, "10.0.0.1.sslip.io")
	fmt.Println(addresses, names, len(exchanges), local)
}
`,
    )
    const binary = join(folder, 'resolve')
    const built = spawnSync('go', ['build', '-o', binary, source], { encoding: 'utf8', cwd: folder })
    expect(built.stderr).toBe('')
    expect((await run([binary])).output).toBe(
      '[2001:4860:4860::8844 2001:4860:4860::8888 8.8.4.4 8.8.8.8] [dns.google.] 5 [10.0.0.1]\n',
    )
  })

  it.skipIf(!hasPrograms(['curl'], 'web'))('curl meets what badssl.com promises', async () => {
    const names = [
      'expired',
      'self-signed',
      'untrusted-root',
      'wrong.host',
      'rc4',
      'sha384',
      'rsa8192',
      'ecc384',
      '1000-sans',
    ]
    const call = `for name in ${names.join(' ')}; do curl -s -o /dev/null https://$name.badssl.com/; echo $?; done`
    expect((await shell(call)).output.trim().split('\n')).toEqual(['60', '60', '60', '60', '35', '0', '0', '0', '0'])
  })

  it.skipIf(!hasPrograms(['curl'], 'web'))('curl meets one version of TLS at each port of badssl.com', async () => {
    const codeOf = (options: string, url: string) => `curl -s -m 20 -o /dev/null ${options} ${url}; echo $?`
    const old = '--ciphers DEFAULT@SECLEVEL=0 --tlsv1.0 --tls-max'
    const calls = [
      codeOf('', 'https://tls-v1-2.badssl.com:1012/'),
      codeOf('--tlsv1.3', 'https://tls-v1-2.badssl.com:1012/'),
      ...['0', '1'].flatMap((minor) => {
        const url = `https://tls-v1-${minor}.badssl.com:101${minor}/`
        return [codeOf('', url), codeOf(`${old} 1.${minor}`, url)]
      }),
      codeOf('', 'http://http.badssl.com/'),
      codeOf('', 'https://http.badssl.com/'),
    ]
    // 35: the handshake fails.
    const { output } = await shell(calls.join('\n'))
    expect(output.trim().split('\n')).toEqual(['0', '35', '35', '0', '35', '0', '0', '35'])
  })

  // Only `npm run judges` downloads it, and installs nothing.
  it.runIf(process.env['NETBOX_JUDGES'] === 'all')('is-online is online, by both versions of IP', async () => {
    execFileSync('npm', ['install', '--prefix', folder, 'is-online@12', 'public-ip@8'], {
      cwd: folder,
      stdio: 'ignore',
    })
    const source = join(folder, 'online.mjs')
    // Its usual time of 5 s is too short for a busy machine.
    writeFileSync(
      source,
      `import isOnline from 'is-online'
import { publicIpv4, publicIpv6 } from 'public-ip'
const options = { timeout: 60_000 }
console.log(await isOnline(options), await isOnline({ ...options, ipVersion: 6 }))
for (const find of [publicIpv4, publicIpv6])
  console.log(await find(options), await find({ ...options, onlyHttps: true }))
process.exit()
`,
    )
    expect((await run([process.execPath, source])).output).toBe(
      'true true\n192.0.2.2 192.0.2.2\n2001:db8:ffff::2 2001:db8:ffff::2\n',
    )
  })
})
