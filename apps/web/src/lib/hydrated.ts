/** The event of the document after which the page handles its own actions. boot.ts waits for it, so it can't import the site. */
export const HYDRATED = 'netbox:hydrated'
