import type { Page } from '../web/send-page.ts'
import type { Ca } from './state.ts'

/** Returns a page with the link to the directory that every resource has (RFC 8555, section 7.1). */
const linked = (
  { authority: { host, directory } }: Ca,
  body: string,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Page => ({
  status,
  headers: [
    { name: 'Link', value: `<https://${host}${directory}>;rel="index"` },
    { name: 'Cache-Control', value: 'public, max-age=0, no-cache' },
    ...Object.entries(headers).map(([name, value]) => ({ name, value })),
  ],
  body,
})

/** Returns a page with a JSON object. */
export const jsonPage = (
  ca: Ca,
  value: object,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Page => linked(ca, `${JSON.stringify(value)}\n`, { 'Content-Type': 'application/json', ...headers }, status)

/** Returns a page with a text, or without one. */
export const textPage = (ca: Ca, body: string, headers: Readonly<Record<string, string>> = {}, status = 200): Page =>
  linked(ca, body, headers, status)
