/** Chooses the target of a link: the requested page if it is allowed, otherwise the web site. */
export type ResolveRedirect = (wanted: string | null) => string

/** The allowed targets of links. */
export interface RedirectOptions {
  /** Every page of this origin is allowed, and it is the default target. */
  readonly publicUrl: string
  /** Every page of these origins is allowed. */
  readonly corsOrigins: readonly string[]
  /** More allowed pages, with any query; also those of apps, such as `myapp://signed-in`. */
  readonly redirectUrls: readonly string[]
}

const pageOf = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname.replace(/\/$/, '')}`

/** Creates the function that chooses targets. */
export const createRedirects = ({ publicUrl, corsOrigins, redirectUrls }: RedirectOptions): ResolveRedirect => {
  const origins = new Set([new URL(publicUrl).origin, ...corsOrigins])
  const pages = new Set(redirectUrls.map((url) => pageOf(new URL(url))))
  return (wanted) => {
    if (wanted === null || !URL.canParse(wanted)) return publicUrl
    const url = new URL(wanted)
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    const isAllowed = (isWeb && origins.has(url.origin)) || pages.has(pageOf(url))
    return isAllowed && url.username === '' && url.password === '' ? wanted : publicUrl
  }
}

/** Adds parameters after the `#` of a page. */
export const withFragment = (page: string, parameters: Readonly<Record<string, string>>): string =>
  `${page.replace(/#.*$/s, '')}#${new URLSearchParams(parameters).toString()}`

/** Adds a parameter to the query of a page, and keeps the others. */
export const withQuery = (page: string, name: string, value: string): string => {
  const url = new URL(page)
  url.searchParams.set(name, value)
  return url.href
}
