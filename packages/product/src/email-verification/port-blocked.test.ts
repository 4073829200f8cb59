import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portLooksBlocked } from './port-blocked.ts'

const silent = (smtp_server: string | null) => ({ reason: 'no_connect', smtp_server, smtp_response_code: null })
const three = ['mx.a.example', 'mx.b.example', 'mx.c.example'].map(silent)

describe('portLooksBlocked', () => {
  it('is true when three different servers were tried and none answered', () => {
    expect(portLooksBlocked(three)).toBe(true)
    expect(portLooksBlocked([...three, ...three])).toBe(true)
  })

  it('is false for two servers, however often they were tried, in any case', () => {
    expect(portLooksBlocked(three.slice(0, 2))).toBe(false)
    expect(portLooksBlocked(['mx.a.example', 'MX.a.example', 'mx.b.example', 'mx.b.example'].map(silent))).toBe(false)
    expect(portLooksBlocked([null, null, null].map(silent))).toBe(false)
    expect(portLooksBlocked([])).toBe(false)
  })

  it('is false when a server answered, sent no SMTP or timed out', () => {
    const reached = [
      { reason: 'no_mailbox', smtp_server: 'mx.d.example', smtp_response_code: 550 },
      { reason: 'refused_us', smtp_server: 'mx.d.example', smtp_response_code: 554 },
      { reason: 'timeout', smtp_server: 'mx.d.example', smtp_response_code: null },
      { reason: 'protocol_error', smtp_server: 'mx.d.example', smtp_response_code: null },
    ]
    for (const one of reached) {
      expect(portLooksBlocked([...three, one]), one.reason).toBe(false)
      expect(portLooksBlocked([one, ...three]), one.reason).toBe(false)
    }
  })

  it('does not count addresses for which no server was contacted', () => {
    const unasked = ['bad_syntax', 'no_such_domain', 'null_mx', 'dns_failed', 'forbidden_address'].map((reason) => ({
      reason,
      smtp_server: null,
      smtp_response_code: null,
    }))
    expect(portLooksBlocked(unasked)).toBe(false)
    expect(portLooksBlocked([...unasked, ...three])).toBe(true)
  })

  it('does not depend on the order of the results', () => {
    const result = fc.record({
      reason: fc.constantFrom('no_connect', 'timeout', 'bad_syntax', null),
      smtp_server: fc.constantFrom('a', 'b', 'c', null),
      smtp_response_code: fc.constantFrom(null, null, null, 250),
    })
    fc.assert(
      fc.property(fc.array(result), (results) => {
        expect(portLooksBlocked(results.toReversed())).toBe(portLooksBlocked(results))
      }),
    )
  })
})
