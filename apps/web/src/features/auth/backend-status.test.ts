import { describe, expect, it } from 'vitest'
import { directUrl, faultOf, isReachable, judge, type Probe } from './backend-status.ts'

const answered = (status: number, text = ''): Probe => ({ kind: 'answered', status, text, milliseconds: 5 })
const silent: Probe = { kind: 'silent' }

describe('the service', () => {
  it('is reachable if it answers 401 or 200, and with no other status', () => {
    expect([200, 401].map((status) => isReachable(answered(status)))).toEqual([true, true])
    expect([204, 301, 403, 404, 500, 502, 503].some((status) => isReachable(answered(status)))).toBe(false)
    expect(isReachable(silent)).toBe(false)
  })

  it('is connected by the way of every call', () => {
    expect(judge({ relative: answered(401), direct: silent }, 1)).toMatchObject({ kind: 'connected', at: 1 })
    expect(judge({ relative: silent, direct: answered(401) }, 1).kind).toBe('disconnected')
  })

  it('reports problems with the specified messages', () => {
    expect(faultOf({ relative: silent, direct: silent })).toBe(
      'Cannot connect to backend server. Check reverse proxy configuration.',
    )
    expect(faultOf({ relative: answered(502, 'Bad Gateway'), direct: silent })).toBe('HTTP 502: Bad Gateway')
    expect(faultOf({ relative: answered(200), direct: silent })).toBeUndefined()
  })

  it('is checked past the proxy on the same host, at port 5000', () => {
    expect(directUrl({ protocol: 'https:', hostname: 'netbox.example', port: '8443' }, true)).toBe(
      'https://netbox.example:5000/api/auth/verify',
    )
  })

  it.each(['localhost', '127.0.0.1', '[::1]'])('is checked at the port of the page on %s', (hostname) => {
    expect(directUrl({ protocol: 'http:', hostname, port: '6000' }, true)).toBe(
      `http://${hostname}:6000/api/auth/verify`,
    )
    expect(directUrl({ protocol: 'http:', hostname, port: '5173' }, false), 'a development server').toBe(
      `http://${hostname}:5000/api/auth/verify`,
    )
  })
})
