import { describe, expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'
import { startService, withService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'
import { emailsIn, lines, listOf, refuse, resultOf, startVerifier, stream } from './support/verifier.ts'

describe('failures', () => {
  it.each([
    [
      403,
      'limit_exceeded',
      3,
      "Free users can verify up to 10 emails at once.\nIf your plan includes it, sign in: 'netbox login'. 'netbox upgrade' shows the plans.\n",
    ],
    [403, 'service_off', 3, 'What the service says.\n'],
    [503, 'verifier_unavailable', 3, 'Email verification is not available at the moment.\n'],
    [429, 'daily_limit_reached', 4, 'What the service says.\n'],
    [500, 'internal_error', 1, 'Internal server error. Please try again later.\n'],
    [502, 'unknown', 7, 'Bad gateway. The server cannot reach the backend.\n'],
  ])('%d %s ends with %d', async (status, code, exit, line) => {
    const said = code === 'limit_exceeded' ? 'Free users can verify up to 10 emails at once.' : 'What the service says.'
    const { url } = await startVerifier((_emails, answer) => refuse(answer, status, code, said))
    const outcome = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect(outcome).toMatchObject({ code: exit, stdout: '', stderr: line })
  })

  it('an unreachable service ends with 7, as JSON too', async () => {
    const { code, stdout, stderr } = await netbox(useHome(), ['verify', 'a@x.example', '--json'])
    expect(code).toBe(7)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unreachable', title: 'Service unreachable' } })
    expect(stderr).toMatch(/ can't be reached: /)
  })

  it('a service without a verifier reports it', async () => {
    const service = await startService({ VERIFIER_MODE: 'off' })
    try {
      const { code, stderr } = await netbox(withService(useHome(), service.url), ['verify', 'a@x.example'])
      expect({ code, stderr }).toEqual({ code: 3, stderr: 'Email verification is not available at the moment.\n' })
    } finally {
      await service.remove()
    }
  })

  it('the built service answers for each address, and simulated results are reported', async () => {
    const asked = ['a@x.example', 'info@mailinator.com', 'none@@x.example']
    const outcome = await netbox(withService(useHome(), sharedService().url), ['verify', ...asked, '--json'])
    const results = outcome.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(new Set(results.map(({ email }) => email))).toEqual(new Set(asked))
    expect(results.every(({ simulated }) => simulated === true)).toBe(true)
    expect(outcome.stderr).toContain('Simulated: this service makes up its results; no mail server was contacted.')
    expect(outcome.code).toBe(0)
  })

  it('a page instead of a response is reported as such', async () => {
    const { url } = await startVerifier((_emails, answer) => {
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    })
    const { code, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect(stderr).toMatch(/^The server at .* is not a netbox service\./)
    expect(code).toBe(7)
  })

  it.each([
    ['nothing', 'null\n'],
    ['no status', lines([resultOf('a@x.example', { status: null })])],
    ['no address', lines([resultOf('a@x.example', { email: 7 })])],
  ])('a line that contains %s is not a result', async (_what, text) => {
    const { url } = await startVerifier((_emails, answer) => void stream(answer).end(text))
    const { code, stdout, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
    expect(stderr).toMatch(/^The server at .* is not a netbox service\./)
  })

  it('a status of a newer service is shown unchanged, without control characters', async () => {
    const { url } = await startVerifier((emails, answer) => {
      stream(answer).end(lines(emails.map((email) => resultOf(email, { status: 'new\u001b[31m' }))))
    })
    const { code, stdout, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect(stdout).toMatch(/^ {2}new\?\[31m +95 % {2}a@x\.example /)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 verified: 1 new?[31m.\n' })
  })

  it('text from a service is shown without control characters', async () => {
    const { url } = await startVerifier((_emails, answer) =>
      refuse(answer, 400, 'odd', 'Look \u001b]0;here\u0007 \u202eback'),
    )
    const { stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'])
    expect(stderr).toBe('Look ?]0;here? ?back\n')
  })

  it('a redirect is not followed: addresses and token go to one service', async () => {
    const other = await startVerifier()
    const { url } = await startVerifier((_emails, answer) => {
      answer.writeHead(307, { location: `${other.url}/api/email/verify` }).end()
    })
    const { code, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example'], {
      env: { NETBOX_TOKEN: 'nbx_1' },
    })
    expect(stderr).toContain(`redirects to ${other.url}. netbox sent nothing there`)
    expect(code).toBe(7)
    expect(other.asked).toEqual([])
  })

  it.each([
    ['breaks off', (answer: Parameters<typeof stream>[0]) => answer.destroy()],
    ['ends before all is told', (answer: Parameters<typeof stream>[0]) => answer.end()],
  ])('a stream that %s keeps the earlier results, and ends with 5', async (_what, end) => {
    const { url } = await startVerifier((emails, answer) => {
      stream(answer).write(lines(emails.slice(0, 2).map((email) => resultOf(email))), () => end(answer))
    })
    const { code, stdout, stderr } = await netbox(withService(useHome(), url), ['verify', ...listOf(5), '--json'])
    expect(emailsIn(stdout)).toEqual(listOf(2))
    expect(stderr).toMatch(
      /^2 verified: 2 valid\.\nThe rest was not verified\. .* With --resume FILE a list continues where it stopped\.\n$/,
    )
    expect(code).toBe(5)
  })

  it('options that exclude each other are refused', async () => {
    expect((await netbox(useHome(), ['verify', 'a@x.example', '--json', '--csv'])).stderr).toBe(
      "--json and --csv can't be used together.\n",
    )
    const { code, stderr } = await netbox(useHome(), ['verify', 'a@x.example', '--resume', 'x', '--output', 'y'])
    expect(stderr).toBe("--resume and --output can't be used together.\n")
    expect(code).toBe(2)
  })
})
