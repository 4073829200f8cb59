/** The path of the page with the user's verified addresses. */
export const VERIFICATIONS_PATH = '/dashboard/verifications'
