/** The path of the user's verified addresses. */
export const VERIFICATIONS_PATH = '/dashboard/verifications'
