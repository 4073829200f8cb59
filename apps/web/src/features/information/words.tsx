import { Link } from 'wouter'

const PARTS = /(`[^`]+`|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/
// Paths of the service are not pages of this site.
const ELSEWHERE = /^\/(?:api|docs|health)\/|^#/

const Part = ({ text }: { readonly text: string }) => {
  const [, label, href] = LINK.exec(text) ?? []
  if (label !== undefined && href !== undefined)
    return ELSEWHERE.test(href) ? <a href={href}>{label}</a> : <Link href={href}>{label}</Link>
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>
  if (text.startsWith('*')) return <em>{text.slice(1, -1)}</em>
  return text
}

/** Shows a sentence with `code`, *emphasis* and [links](/help) in a plain-text notation. */
export const Words = ({ children }: { readonly children: string }) =>
  // Parts never move, and the same may come twice.
  // oxlint-disable-next-line react/no-array-index-key
  children.split(PARTS).map((text, at) => <Part key={at} text={text} />)
