/** The storage key of the chosen theme. */
export const THEME_KEY = 'netbox_theme'
