/** Where one's verified addresses are kept. */
export const VERIFICATIONS_PATH = '/dashboard/verifications'
