/** Where the runs of this browser are kept. */
export const RECENT_RUNS_KEY = 'netbox_recent_runs'
