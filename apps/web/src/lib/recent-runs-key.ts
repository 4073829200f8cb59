/** The storage key of this browser's runs. */
export const RECENT_RUNS_KEY = 'netbox_recent_runs'
