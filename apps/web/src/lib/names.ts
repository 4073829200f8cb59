/** The event of the document after which the page handles its own actions. boot.ts waits for it, so it can't import the site. */
export const HYDRATED = 'netbox:hydrated'

/** The storage key of the chosen theme. */
export const THEME_KEY = 'netbox_theme'

/** The storage key of this browser's runs. */
export const RECENT_RUNS_KEY = 'netbox_recent_runs'

/** The path of the user's verified addresses. */
export const VERIFICATIONS_PATH = '/dashboard/verifications'
