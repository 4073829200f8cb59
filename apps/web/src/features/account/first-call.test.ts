import { describe, expect, it } from 'vitest'
import { firstCalls } from './first-call.tsx'

const ORIGIN = 'https://netbox.example'
const lineOf = (language: string, scopes: Parameters<typeof firstCalls>[1]): string | undefined =>
  firstCalls('nbx_abc', scopes, ORIGIN).find(({ id }) => id === language)?.line

describe('the first call with a token', () => {
  it('runs a tool if the token may', () => {
    expect(lineOf('curl', ['usage:read', 'tools:run'])).toBe(
      `curl -H 'authorization: Bearer nbx_abc' -H 'content-type: application/json' -d '{"input":"shop.example"}' ${ORIGIN}/api/tools/mx-record/run`,
    )
    expect(lineOf('node', ['tools:run'])).toContain(`fetch("${ORIGIN}/api/tools/mx-record/run", {"method":"POST"`)
    expect(lineOf('python', ['tools:run'])).toContain('json.dumps({"input":"shop.example"}).encode()')
  })

  it.each([
    ['tools:read', '/api/runs'],
    ['usage:read', '/api/usage'],
    ['email:verify', '/api/email/history'],
  ] as const)('reads what the scope %s allows', (scope, path) => {
    expect(lineOf('curl', [scope])).toBe(`curl -H 'authorization: Bearer nbx_abc' ${ORIGIN}${path}`)
    expect(lineOf('python', [scope])).toContain('None')
  })
})
