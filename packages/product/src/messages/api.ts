/** The client's texts for unusable or failed responses. Source: spec §8, API layer. */
export const apiMessages = {
  invalidResponse: 'Invalid response from server',
  internalServerError: 'Internal server error. Please try again later.',
  badGateway: 'Bad gateway. The server cannot reach the backend.',
  serviceUnavailable: 'Service unavailable. The backend server may be down.',
  networkError: 'Network error occurred. Please check your connection and try again.',
  endpointNotFound: (path: string) =>
    `API endpoint not found: ${path}. Please check if the backend is running and accessible.`,
  httpStatus: (status: number, statusText: string) => `HTTP ${status}: ${statusText}`,
  cannotConnect: (path: string) => `Cannot connect to API at ${path}. Please check server configuration.`,
} as const

/** The texts for the parts of the service that an admin has switched off, by the name of the part. */
export const serviceOffMessages = {
  registration: 'New accounts are switched off at the moment.',
  email_verification: 'Email verification is switched off at the moment.',
  email_migration: 'Email migration is switched off at the moment.',
  billing: 'Plans can’t be bought at the moment; nobody’s plan changes.',
  tool_api: 'Tool runs over the API are switched off at the moment.',
} as const

/**
 * Returns the text for a status that has its own text: 404, 500, 502 or 503.
 *
 * @returns `undefined` for every other status: those use the body's `error` or `message`, or else
 *   `apiMessages.httpStatus`. Source: spec §8.
 */
export function apiStatusMessage(status: number, path: string): string | undefined {
  switch (status) {
    case 404:
      return apiMessages.endpointNotFound(path)
    case 500:
      return apiMessages.internalServerError
    case 502:
      return apiMessages.badGateway
    case 503:
      return apiMessages.serviceUnavailable
    default:
      return undefined
  }
}
