import { describe, expect, it } from 'vitest'
import { apiMessages, apiStatusMessage } from './api.ts'

describe('API texts', () => {
  it('has the specified texts for an unusable response and for a missing one', () => {
    expect(apiMessages.invalidResponse).toBe('Invalid response from server')
    expect(apiMessages.networkError).toBe('Network error occurred. Please check your connection and try again.')
  })

  it('names the unreachable path', () => {
    expect(apiMessages.cannotConnect('/api/auth/login')).toBe(
      'Cannot connect to API at /api/auth/login. Please check server configuration.',
    )
  })

  it('falls back to the status line', () => {
    expect(apiMessages.httpStatus(418, "I'm a teapot")).toBe("HTTP 418: I'm a teapot")
  })
})

describe('apiStatusMessage', () => {
  it('names the missing endpoint for 404', () => {
    expect(apiStatusMessage(404, '/api/tools')).toBe(
      'API endpoint not found: /api/tools. Please check if the backend is running and accessible.',
    )
  })

  it('has its own text for 500, 502 and 503', () => {
    expect(apiStatusMessage(500, '/x')).toBe('Internal server error. Please try again later.')
    expect(apiStatusMessage(502, '/x')).toBe('Bad gateway. The server cannot reach the backend.')
    expect(apiStatusMessage(503, '/x')).toBe('Service unavailable. The backend server may be down.')
  })

  it('leaves every other status to the body of the response', () => {
    for (const status of [200, 400, 401, 403, 409, 429, 501, 504])
      expect(apiStatusMessage(status, '/x')).toBeUndefined()
  })
})
