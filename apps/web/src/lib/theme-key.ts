/** Where the chosen theme is kept. */
export const THEME_KEY = 'netbox_theme'
