import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import type { Overrides } from '../../world/decisions.ts'
import { exchangesOf } from '../../world/mail/mail.ts'
import { createWorld } from '../../world/world.ts'
import { tcpPortTestSimulation as simulation } from './tcp-port-test.simulation.ts'
import { tcpPortTest } from './tcp-port-test.ts'

describeTool(
  tcpPortTest,
  {
    accepts: {
      'shop.example': 'shop.example:80',
      'Shop.Example:443': 'shop.example:443',
      '[2001:db8::7]:25': '[2001:db8::7]:25',
      '2001:db8::7': '[2001:db8::7]:80',
      '198.51.100.25:65535': '198.51.100.25:65535',
      'https://shop.example:8443/cart': 'shop.example:8443',
      'db.shop.example:5432': 'db.shop.example:5432',
      'mail.example:143': 'mail.example:143',
    },
    refuses: [
      'shop.example:0',
      'shop.example:65536',
      'shop.example:080',
      'shop.example:',
      'shop.example:http',
      ':80',
      '[2001:db8::7',
    ],
  },
  runner,
)

const probe = (host: string, port: number, seed: string, overrides: Overrides = {}) => {
  const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
  const result = simulation.simulate({ host, port }, world)
  return { world, result, draft: simulation.report(result, world, { host, port }) }
}

describe('tcp-port-test', () => {
  it('reads host:port, and uses port 80 without a port', async () => {
    const box = fixedWorld()
    expect((await box.run('tcp-port-test', 'shop.example:8443')).result).toMatchObject({
      host: 'shop.example',
      port: 8443,
    })
    expect((await box.run('tcp-port-test', 'shop.example')).result).toMatchObject({
      host: 'shop.example',
      port: 80,
      service: 'HTTP',
    })
  })

  it('knows the eleven services by their ports and calls any other unknown', () => {
    const service = (port: number) => probe('shop.example', port, 'k3f9').result.service
    expect([21, 22, 25, 53, 80, 110, 143, 443, 587, 993, 995].map(service)).toEqual([
      'FTP',
      'SSH',
      'SMTP',
      'DNS',
      'HTTP',
      'POP3',
      'IMAP',
      'HTTPS',
      'SMTP-Submission',
      'IMAPS',
      'POP3S',
    ])
    expect([1, 8080, 65_535].map(service)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  it('finds a mail port open exactly if the mail server answers', () => {
    for (let seed = 0; seed < 100; seed++) {
      for (const { exchange, answer } of exchangesOf(createWorld(`s${seed}`, FIXED_TIME), 'mail.example')) {
        const { result } = probe(exchange, 25, `s${seed}`)
        expect(result.status).toBe(answer === 'open' ? 'OPEN' : 'CLOSED')
        expect(result.response_time === null).toBe(answer === 'silent')
      }
    }
  })

  it('distinguishes a refusing port from a silent one', () => {
    const kinds = new Set<string>()
    for (let seed = 0; seed < 40; seed++) {
      const { result, draft } = probe('shop.example', 8080, `s${seed}`, { port: 'closed' })
      const [first] = draft.findings
      expect(result.status).toBe('CLOSED')
      expect(first?.code).toBe(result.response_time === null ? 'tcp-silent' : 'tcp-refused')
      expect(first?.severity).toBe('critical')
      kinds.add(first?.code ?? '')
    }
    expect([...kinds].toSorted()).toEqual(['tcp-refused', 'tcp-silent'])
  })

  it('shows the whole handshake of an open port', () => {
    const { draft } = probe('shop.example', 443, 'k3f9', { port: 'open' })
    const words = draft.plot.kind === 'dialogue' ? draft.plot.lines.map(({ text }) => text.split(':', 1)[0]) : []
    expect(words).toEqual(['SYN', 'SYN-ACK', 'ACK'])
    expect(draft.findings.map(({ severity }) => severity)).not.toContain('critical')
  })

  it('shows the repeated SYN if the first one was lost, and says so', () => {
    const seen = new Set<boolean>()
    for (let seed = 0; seed < 60; seed++) {
      const { result, draft } = probe('shop.example', 443, `s${seed}`, { port: 'open', loss: 30 })
      const words = draft.plot.kind === 'dialogue' ? draft.plot.lines.map(({ text }) => text.split(':', 1)[0]) : []
      const isLost = (result.response_time ?? 0) >= 1000
      expect(words).toEqual(isLost ? ['SYN', 'SYN again', 'SYN-ACK', 'ACK'] : ['SYN', 'SYN-ACK', 'ACK'])
      expect(draft.findings.some(({ code }) => code === 'tcp-syn-lost')).toBe(isLost)
      seen.add(isLost)
    }
    expect(seen.size).toBe(2)
  })

  it('warns of an open port with unencrypted passwords or a database', () => {
    const codes = (port: number) =>
      probe('shop.example', port, 'k3f9', { port: 'open' }).draft.findings.map(({ code }) => code)
    expect(codes(110)).toContain('tcp-cleartext')
    expect(codes(3306)).toContain('tcp-exposed')
    expect(codes(443)).not.toContain('tcp-exposed')
  })

  it('does not warn of a closed port to a database', () => {
    const { draft } = probe('shop.example', 3306, 'k3f9', { port: 'closed' })
    expect(draft.findings.map(({ code }) => code)).not.toContain('tcp-exposed')
  })

  it('connects to no host if the name has no address', () => {
    const { result, draft } = probe('www.shop.example', 443, 'k3f9', { alias: 'dangling', port: 'open' })
    expect(result).toMatchObject({ status: 'CLOSED', response_time: null })
    expect(draft.findings.map(({ code }) => code)).toEqual(['tcp-unresolved'])
  })
})
