import { describe, expect, it } from 'vitest'
import { parseWorld } from '../world-files/parse-world.ts'
import { importWorld } from './import-world.ts'

const MISSING = `
; <<>> DiG 9.18.49 <<>> nope.shop.example
;; global options: +cmd
;; Got answer:
;; ->>HEADER<<- opcode: QUERY, status: NXDOMAIN, id: 23475
;; flags: qr rd ra ad; QUERY: 1, ANSWER: 0, AUTHORITY: 1, ADDITIONAL: 1

;; QUESTION SECTION:
;nope.shop.example.\t\tIN\tA

;; AUTHORITY SECTION:
shop.example.\t\t60\tIN\tSOA\tns1.shop.example. hostmaster.shop.example. 7 7200 900 1209600 60

;; Query time: 8 msec
;; SERVER: 192.0.2.53#53(192.0.2.53) (UDP)
;; WHEN: Sun Nov 29 06:24:41 UTC 2026
;; MSG SIZE  rcvd: 133
`
const ZONE = '$ORIGIN corp.example.\n$TTL 1h\n@ SOA ns1 host 1 2 3 4 5\n@ NS ns1\nns1 A 192.0.2.3\n'

const imported = (text: string, name = 'dig.txt') => importWorld([{ name, text }])
const worldOf = (text: string) => parseWorld(imported(text).text)

describe('importWorld', () => {
  it('writes one sorted line for each record, with its file, line, server and time', () => {
    expect(imported(MISSING).text).toBe(`domains:
  nope.shop.example:
    dns: nxdomain # dig.txt:5, 192.0.2.53, 2026-11-29T06:24:41Z
  shop.example:
    dnssec: secure # dig.txt:5, 192.0.2.53, 2026-11-29T06:24:41Z
    records:
      SOA: { primary: "ns1.shop.example", mailbox: "hostmaster@shop.example", serial: 7, refresh: 7200, retry: 900, expire: 1209600, minimum: 60, ttl: 60 } # dig.txt:12, 192.0.2.53, 2026-11-29T06:24:41Z
`)
  })

  it('reads answers and zone files in any mixture, and the same file again', () => {
    const mixed = `www.shop.example. 300 IN A 192.0.2.1\n${MISSING}\n${ZONE}`
    const { domains } = worldOf(mixed)
    expect(Object.keys(domains ?? {}).toSorted()).toEqual([
      'corp.example',
      'nope.shop.example',
      'ns1.corp.example',
      'shop.example',
      'www.shop.example',
    ])
    expect(domains?.['corp.example']?.complete).toBe(true)
    expect(worldOf(`${mixed}\n${mixed}`)).toEqual(worldOf(mixed))
  })

  it.each(['A', 'SOA', 'NS'])('lets a deep name exist that has no %s record', (type) => {
    const answer = MISSING.replace('NXDOMAIN', 'NOERROR').replace(
      'nope.shop.example.\t\tIN\tA',
      `a.b.shop.example. IN ${type}`,
    )
    expect(worldOf(answer).domains?.['a.b.shop.example']?.records?.MX).toEqual([])
  })

  it('reads a transfer, which ends with the SOA record, as the whole zone', () => {
    const soa = 'shop.example. 60 IN SOA ns1.shop.example. a.shop.example. 1 2 3 4 5\n'
    const transfer = `; <<>> DiG 9.18 <<>> shop.example axfr\n${soa}shop.example. 60 IN NS ns1.shop.example.\n${soa};; XFR size: 3 records\n`
    expect(worldOf(transfer).domains?.['shop.example']?.complete).toBe(true)
  })

  it('names each line that it can not read, and keeps the others', () => {
    const { text, unread } = imported(
      ['hello', 'a.shop.example. 300 IN A 1.2.3', 'b.shop.example. 300 IN A 192.0.2.1', 'www 300 IN A 192.0.2.2'].join(
        '\n',
      ),
    )
    expect(unread).toEqual([
      { file: 'dig.txt', line: 1, message: 'The record has no type.' },
      { file: 'dig.txt', line: 2, message: "'1.2.3' is not an IPv4 address." },
      { file: 'dig.txt', line: 4, message: 'The name has no final dot, and no $ORIGIN says to what it is relative.' },
    ])
    expect(Object.keys(parseWorld(text).domains ?? {})).toEqual(['b.shop.example'])
  })

  it('reads an entry in parentheses, and no further than its end', () => {
    const { text, unread } = imported(
      'shop.example. 60 IN TXT (\n "one"\n "two" )\nlost.example. 60 IN TXT ( "x"\na.shop.example. 60 IN A 192.0.2.1\n',
    )
    expect(parseWorld(text).domains).toMatchObject({
      'shop.example': { records: { TXT: [{ strings: ['one', 'two'] }] } },
      'a.shop.example': { records: { A: [{ address: '192.0.2.1' }] } },
    })
    expect(unread).toEqual([{ file: 'dig.txt', line: 4, message: "There is no ')' for this '('." }])
  })

  it('keeps the later of two answers, and says which facts contradict others', () => {
    const { text, omitted } = imported(
      `${MISSING}a.nope.shop.example. 60 IN A 192.0.2.1\nshop.example. 60 IN CNAME www.corp.example.\nshop.example. 60 IN MX 5 mx.shop.example.\n`,
    )
    expect(Object.keys(parseWorld(text).domains ?? {})).toContain('a.nope.shop.example')
    expect(omitted.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "5 The answer says 'nxdomain' for nope.shop.example, but a.nope.shop.example has records in another answer, which netbox keeps.",
      "19 shop.example has SOA records too, so it can't be an alias (RFC 1034, section 3.6.2).",
    ])
  })

  it('says that it leaves out the records of DNSSEC and of top-level domains, once for each file', () => {
    const { omitted } = imported(
      'shop.example. 60 IN DS 1 8 2 [omitted]\nexample. 60 IN NS ns.example.\nshop.example. 60 IN DNSKEY 257 3 8 AwEAAQ==\n',
    )
    expect(omitted.map(({ message }) => message)).toEqual([
      'netbox leaves out 2 records: netbox signs zones with its own keys.',
      'netbox leaves out 1 record: world files have no records of the root and of top-level domains.',
    ])
  })

  it('reads the answers of delv, and that a zone is signed', () => {
    const answers = String.raw`;; resolution failed: ncache nxrrset
; negative response, unsigned answer
; ns1.shop.example.	60	IN	\-AAAA	;-$NXRRSET
; shop.example. SOA ns1.shop.example. hostmaster.shop.example. 7 7200 900 1209600 60
; fully validated
dns.google.		3600	IN	A	8.8.4.4
dns.google.		3600	IN	RRSIG	A 13 2 3600 20261213000000 20261128000000 20516 dns.google. 2u6I
`
    expect(worldOf(answers).domains).toMatchObject({
      'ns1.shop.example': { records: { AAAA: [] } },
      'shop.example': { dnssec: 'insecure', records: { SOA: { serial: 7 } } },
      'dns.google': { records: { A: [{ address: '8.8.4.4', ttl: 3600 }] } },
    })
  })

  it('reads the messages in dumps of dnsviz and zonemaster, with the servers', () => {
    const message = 'zZOEAAABAAEAAAABBHNob3AHZXhhbXBsZQAAEAABwAwAEAABAAABLAAMC3Y9c3BmMSAtYWxsAAApBNAAAIAAAAA='
    const responses = { '198.51.100.1': { '192.0.2.2': { message } } }
    const dnsviz = JSON.stringify({ 'shop.example.': { queries: [{ qname: 'shop.example.', responses }] } })
    const packet = { 'Zonemaster::LDNS::Packet': { data: message } }
    const zonemaster = `ns1.shop.example 198.51.100.1 ${JSON.stringify({ x: packet })}\n`
    for (const text of [dnsviz, zonemaster])
      expect(imported(text).text).toContain('- { value: "v=spf1 -all", ttl: 300 } # dig.txt:1, 198.51.100.1\n')
    for (const text of ['{', '{}', '{"message":"AAAA"}']) expect(imported(text).unread).toHaveLength(1)
  })

  it('writes names in Unicode as DNS has them, and neither keys nor comments that change the file', () => {
    const { text } = imported('bücher.shop.example. 60 IN CNAME *.shop.example.\n', 'a\n: #b.txt')
    expect(parseWorld(text).domains).toEqual({
      'xn--bcher-kva.shop.example': { records: { CNAME: { target: '*.shop.example', ttl: 60 } } },
    })
  })
})
