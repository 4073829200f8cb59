import { describe, expect, it } from 'vitest'
import { json } from '../../test/support/fake-api.ts'
import { ApiClientError } from './api-client-error.ts'
import { readResponse } from './read-response.ts'

const failure = async (response: Response): Promise<ApiClientError> => {
  const error: unknown = await readResponse(response, '/api/x').catch((reason: unknown) => reason)
  if (!(error instanceof ApiClientError)) throw new Error('The answer was taken.')
  return error
}

describe('readResponse', () => {
  it('returns the body of a success', async () => {
    expect(await readResponse(json({ ok: true }), '/api/x')).toEqual({ ok: true })
    expect(await readResponse(json({ ok: true }, 201), '/api/x')).toEqual({ ok: true })
  })

  it.each([
    ['a page', new Response('<html></html>')],
    ['nothing', new Response('')],
    ['half an object', new Response('{"a":')],
    ['a list', json([1])],
    ['null', json(null)],
    ['a page with an error status', new Response('<html></html>', { status: 502 })],
  ])('calls %s an invalid response', async (_, response) => {
    const error = await failure(response)
    expect(error.message).toBe('Invalid response from server')
    expect(error.code).toBe('invalid_response')
  })

  it('stops reading a body that does not end', async () => {
    const blanks = new Uint8Array(33_554_432).fill(0x20)
    let isCancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(blanks),
      cancel: () => {
        isCancelled = true
      },
    })
    expect((await failure(new Response(endless))).code).toBe('invalid_response')
    expect(isCancelled).toBe(true)
  })

  it('joins the messages of an errors list by commas and keeps them by field', async () => {
    const errors = [
      { msg: 'Is required.', path: 'email' },
      { msg: 'Must be text.', path: 'password' },
    ]
    const error = await failure(json({ error: 'Some fields are wrong.', code: 'validation_failed', errors }, 400))
    expect(error.message).toBe('Is required., Must be text.')
    expect(error.errors).toEqual(errors)
    expect(error.code).toBe('validation_failed')
  })

  it('reads an errors list of another format', async () => {
    const error = await failure(json({ errors: [{ msg: 'A' }, { msg: 'B', param: 'x' }, 'C'] }, 422))
    expect(error.message).toBe('A, B, ')
  })

  it.each([
    [404, 'API endpoint not found: /api/x. Please check if the backend is running and accessible.'],
    [500, 'Internal server error. Please try again later.'],
    [502, 'Bad gateway. The server cannot reach the backend.'],
    [503, 'Service unavailable. The backend server may be down.'],
  ])('has its own text for %d, with any body', async (status, text) => {
    const error = await failure(json({ error: 'Something else', code: 'busy' }, status))
    expect(error.message).toBe(text)
    expect(error.code).toBe('busy')
    expect(error.status).toBe(status)
    expect((await failure(new Response('', { status }))).message).toBe(text)
  })

  it("returns the body's error, else its message, else the status line", async () => {
    expect((await failure(json({ error: 'No.', message: 'Other' }, 403))).message).toBe('No.')
    expect((await failure(json({ message: 'Other' }, 403))).message).toBe('Other')
    expect((await failure(json({ error: { deep: 1 } }, 403))).message).toBe('HTTP 403: ')
    const teapot = new Response('{}', { status: 418, statusText: "I'm a teapot" })
    expect((await failure(teapot)).message).toBe("HTTP 418: I'm a teapot")
    expect((await failure(new Response('', { status: 418, statusText: 'Short' }))).message).toBe('HTTP 418: Short')
  })

  it.each([
    ['invalid_credentials', 'E-mail ou senha incorretos.', 'Invalid email or password'],
    ['account_disabled', 'Esta conta está desativada.', 'Account is disabled'],
    ['email_in_use', 'Este e-mail já está em uso.', 'This email is already registered. Please try signing in instead.'],
    ['invalid_email', 'Informe um e-mail válido.', 'Please enter a valid email address'],
    ['password_too_short', 'A senha deve ter pelo menos 6 caracteres.', 'Password must be at least 6 characters long'],
  ])('shows %s in English, by its code or by its Portuguese text', async (code, portuguese, text) => {
    expect((await failure(json({ error: portuguese, code }, 400))).message).toBe(text)
    const untold = await failure(json({ error: portuguese }, 400))
    expect(untold.message).toBe(text)
    expect(untold.code).toBe(code)
  })

  it('keeps a text with its own code unchanged, even if it resembles another', async () => {
    const error = await failure(json({ error: 'Senha ou e-mail incorretos demais.', code: 'rate_limited' }, 429))
    expect(error.message).toBe('Senha ou e-mail incorretos demais.')
    expect(error.code).toBe('rate_limited')
  })

  it('returns the request id and the wait', async () => {
    const error = await failure(
      json({ error: 'Wait.', code: 'rate_limited', request_id: 'r1' }, 429, { 'retry-after': '7' }),
    )
    expect(error.requestId).toBe('r1')
    expect(error.retryAfter).toBe(7)
    const dated = await failure(json({}, 429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }))
    expect(dated.retryAfter).toBeUndefined()
  })
})
