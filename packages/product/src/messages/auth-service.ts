/** The text for a session that ended. Source: spec §8, auth service errors. */
export const sessionEnded = 'Your session has ended. Please log in again.'

/** The HTTP statuses after which a failed fetch should be retried. Source: spec §8. */
export const retryableStatuses: readonly number[] = [502, 503, 504]
