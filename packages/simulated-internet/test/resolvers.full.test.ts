import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorld } from '@netbox/core'
import { mailHostAt, queryDns, zoneOf } from '@netbox/core/dns'
import { addressesOf } from '@netbox/core/network'
import { afterAll, describe, expect, it } from 'vitest'
import { obstacle, shell } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'

/* Programs that bring their own resolver, root servers or root key find the world without a setting. */

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy' }, Date.now)
const canRun = obstacle === undefined && hasPrograms(['named', 'dig', 'danetool', 'java'], 'judge')

describe.runIf(canRun)('without a setting', () => {
  it('BIND finds the world by its built-in root servers', async () => {
    const config = join(folder, 'named.conf')
    writeFileSync(
      config,
      `options { directory "${folder}"; pid-file none; listen-on port 5300 { 127.0.0.1; }; listen-on-v6 { none; }; dnssec-validation no; empty-zones-enable no; };\n`,
    )
    const script = [
      `PATH=$PATH:/usr/sbin named -g -c ${config} > ${folder}/log 2>&1 &`,
      'for try in 1 2 3 4 5; do dig @127.0.0.1 -p 5300 +short +time=3 +tries=1 mail.example MX | grep mx && break; sleep 0.2; done',
      'for name in www.shop.example www.shop.co.uk; do dig @127.0.0.1 -p 5300 +short +time=3 $name A | tail -1; done',
      'dig @127.0.0.1 -p 5300 +short . NS | sort | head -1',
    ]
    const { output } = await shell(script.join('\n'))
    const lines = output.split('\n')
    const exchanges = queryDns(world, 'mail.example', 'MX').records
    expect(lines.slice(0, exchanges.length).toSorted()).toEqual(
      exchanges.map(({ priority, exchange }) => `${priority} ${exchange}.`).toSorted(),
    )
    const [shop = '', other = '', root] = lines.slice(exchanges.length)
    expect(addressesOf(world, 'www.shop.example')).toContain(shop)
    expect(addressesOf(world, 'www.shop.co.uk')).toContain(other)
    expect(root).toBe('a.root-servers.net.')
  })

  it('delv and BIND validate answers by the root key of their own file', async () => {
    const config = join(folder, 'validating.conf')
    writeFileSync(
      config,
      `options { directory "${folder}"; pid-file none; listen-on port 5301 { 127.0.0.1; }; listen-on-v6 { none; }; dnssec-validation auto; empty-zones-enable no; };\n`,
    )
    const script = [
      'delv mail.example MX | head -1; delv mx1.mx1.mail.example A 2>&1 | tail -n +1 | grep -o "ncache nxdomain"',
      `PATH=$PATH:/usr/sbin named -g -c ${config} > ${folder}/validating.log 2>&1 &`,
      'for try in 1 2 3 4 5; do dig @127.0.0.1 -p 5301 +time=5 +tries=1 mail.example MX | grep -o "flags: qr rd ra ad" && break; sleep 0.5; done',
    ]
    const { output } = await shell(script.join('\n'))
    expect(output).toBe('; fully validated\nncache nxdomain\nflags: qr rd ra ad\n')
  })

  it('danetool verifies TLSA records of mail servers from the root key on', async () => {
    const host = Array.from({ length: 30 }, (_, index) => `mx1.shop${index}.example`).find((name) => {
      const { answers, tls } = mailHostAt(world, name)
      const pins = queryDns(world, `_25._tcp.${name}`, 'TLSA').records
      return answers && tls && pins.length > 0 && zoneOf(world, name)?.dnssec === 'secure'
    })
    const check = `danetool --check ${host} --proto tcp --port 25 --starttls-proto smtp 2>&1`
    expect((await shell(check)).output).toContain('Verification: Certificate matches.')
    expect((await shell(check, { scenario: 'tlsa-mismatch' })).output).toContain(
      'Verification failed. The certificate differs.',
    )
  })

  it('the DNS client of Java, which begins with TCP or UDP by itself, reads all records', async () => {
    const source = join(folder, 'Look.java')
    writeFileSync(
      source,
      'import javax.naming.directory.*; public class Look { public static void main(String[] names) throws Exception { var all = new InitialDirContext().getAttributes("dns:///" + names[0], new String[] { "MX", "TXT", "NS" }).getAll(); while (all.hasMore()) System.out.println(all.next()); } }',
    )
    const { output } = await shell(`java ${source} mail.example`)
    for (const { exchange } of queryDns(world, 'mail.example', 'MX').records) expect(output).toContain(`${exchange}.`)
    for (const { host } of queryDns(world, 'mail.example', 'NS').records) expect(output).toContain(`${host}.`)
    expect(output).toContain('v=spf1')
  })
})
