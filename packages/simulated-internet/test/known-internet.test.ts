import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { createToolbox } from '@netbox/core'
import { expect, it } from 'vitest'
import { createResolver } from '../src/resolver/create-resolver.ts'
import { startInternet } from '../src/start-internet.ts'

const SEEDS = ['a', 'k3f9', 'netbox', '7', 'zürich']
const codeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'found',
    (error: NodeJS.ErrnoException) => error.code ?? '',
  )

it.each(SEEDS)('tools, library and servers agree about the known internet in the world of seed %s', async (seed) => {
  const world = { seed, scenario: 'healthy' } as const
  await using internet = await startInternet(world)
  const served = new Resolver({ timeout: 5000, tries: 3 })
  served.setServers([`${internet.dns.host}:${internet.dns.port}`])
  const box = createToolbox({ ...world, plan: 'enterprise' })
  for (const resolver of [served, createResolver(world)]) {
    // On loopback, the servers answer with addresses of this machine.
    expect(await resolver.resolve4('dns.google')).toHaveLength(2)
    expect(await resolver.reverse('1.1.1.1')).toEqual(['one.one.one.one'])
    expect(await resolver.resolve4('ipv4only.arpa')).toHaveLength(2)
    expect(await codeOf(resolver.resolve4('dnssec-failed.org'))).toBe('ESERVFAIL')
    expect(await codeOf(resolver.resolve4('sigfail.verteiltesysteme.net'))).toBe('ESERVFAIL')
    expect(await codeOf(resolver.resolve4('sigok.verteiltesysteme.net'))).toBe('found')
    expect(await resolver.resolve4('crates.io')).not.toEqual([])
    const mx = await resolver.resolveMx('gmail.com')
    const { result } = await box.run('mx-record', 'gmail.com')
    expect(mx.map(({ exchange }) => exchange).toSorted()).toEqual(
      result.records.map(({ exchange }) => exchange).toSorted(),
    )
  }
  expect((await box.run('dnssec-check', 'sigfail.verteiltesysteme.net')).result).toMatchObject({ status: 'BOGUS' })
  const { serial } = await served.resolveSoa('zonetransfer.me')
  expect((await box.run('soa-record', 'zonetransfer.me')).result).toMatchObject({ serial })
  expect((await createResolver(world).resolve4('dns.google')).toSorted()).toEqual(['8.8.4.4', '8.8.8.8'])
  expect((await box.run('ptr-lookup', '8.8.8.8')).result).toMatchObject({ hostname: 'dns.google' })
})

it.each([
  ['expired.badssl.com', 'CERT_HAS_EXPIRED'],
  ['self-signed.badssl.com', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['untrusted-root.badssl.com', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['wrong.host.badssl.com', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['incomplete-chain.badssl.com', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['sha256.badssl.com', undefined],
])('a TLS client of %s gets %s', async (servername, code) => {
  await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
  const { host = '', port = 0 } = internet.endpoints.find(({ protocol }) => protocol === 'https') ?? {}
  const socket = connect({ host, port, servername, ca: internet.authority.pem })
  const error: unknown = await once(socket, 'secureConnect').then(
    () => undefined,
    (reason: unknown) => reason,
  )
  socket.destroy()
  expect(error === undefined ? undefined : (error as NodeJS.ErrnoException).code).toBe(code)
})

it('TLS clients get the keys, signatures and names that certificates of badssl.com promise', async () => {
  await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
  const { host = '', port = 0 } = internet.endpoints.find(({ protocol }) => protocol === 'https') ?? {}
  const certificateOf = async (site: string) => {
    const socket = connect({ host, port, servername: `${site}.badssl.com`, ca: internet.authority.pem })
    await once(socket, 'secureConnect')
    const certificate = socket.getPeerCertificate()
    socket.destroy()
    return certificate
  }
  expect(await certificateOf('rsa2048')).toMatchObject({ bits: 2048 })
  expect(await certificateOf('rsa4096')).toMatchObject({ bits: 4096 })
  expect(await certificateOf('rsa8192')).toMatchObject({ bits: 8192 })
  expect(await certificateOf('ecc256')).toMatchObject({ asn1Curve: 'prime256v1' })
  expect(await certificateOf('ecc384')).toMatchObject({ asn1Curve: 'secp384r1' })
  // The identifier of ECDSA ends with 2 for SHA-256, 3 for SHA-384 and 4 for SHA-512 (RFC 5758, section 3.2).
  for (const [site, end] of [
    ['sha256', '02'],
    ['sha384', '03'],
    ['sha512', '04'],
  ] as const)
    expect((await certificateOf(site)).raw.toString('hex')).toContain(`2a8648ce3d0403${end}`)
  for (const count of [1000, 10_000]) {
    const { subjectaltname = '' } = await certificateOf(`${count}-sans`)
    expect(subjectaltname.split(', ')).toHaveLength(count)
    expect(subjectaltname).toContain(`DNS:${count}-sans.badssl.com`)
  }
})
