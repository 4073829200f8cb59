import type { ReactNode } from 'react'
import { Footer, HeaderBar } from '../../../components/layouts/public-layout.tsx'
import { SkipLink } from '../../../components/layouts/frame.tsx'
import { Strip } from '../../../components/layouts/world-strip.tsx'
import { StepGlyph } from '../../../components/ui/glyphs/status-glyph.tsx'
import { docsTexts } from '../../../texts/docs.ts'
import { layoutTexts } from '../../../texts/layout.ts'
import type { DocsPage } from './docs-page.ts'
import type { Entry, Part } from './read-outline.ts'

/** The layout of every page of the documentation. No script hydrates these pages, so their links are ordinary page loads. */
export const DocsFrame = ({ children }: { readonly children: ReactNode }) => (
  <>
    <SkipLink />
    <HeaderBar tag={docsTexts.tag} find={docsTexts.search} />
    <Strip />
    <main id="content" tabIndex={-1}>
      {children}
    </main>
    <Footer />
  </>
)

interface MenuProps {
  readonly parts: readonly Part[]
  /** The marked entry: the page itself, or the page that it is part of. */
  readonly current: string | undefined
}

// A phone shows the menu above the text. The styles of its many links are stated once.
const MENU = [
  'sticky top-4 max-h-[calc(100vh-32px)] overflow-y-auto border-r border-rule pr-5 [scrollbar-width:thin]',
  'max-md:static max-md:mb-5 max-md:max-h-none max-md:border-0 max-md:p-0 print:hidden',
  '[&_h2]:mb-1 [&_h2]:font-sans [&_h2]:text-ui [&_h2]:font-semibold [&_h2]:tracking-normal [&_section+section]:mt-5',
  '[&_a]:block [&_a]:border-l-2 [&_a]:border-rule-2 [&_a]:px-2.5 [&_a]:py-1 [&_a]:text-ui [&_a]:leading-ui',
  '[&_a]:text-ink-2 [&_a]:no-underline [&_a]:wrap-anywhere [&_a:hover]:text-ink max-md:[&_a]:px-3 max-md:[&_a]:py-2',
  '[&_[aria-current]]:border-signal [&_[aria-current]]:font-semibold [&_[aria-current]]:text-signal',
].join(' ')

// The list follows the closed details element: a phone hides the list until the details are open, a wider screen hides the details.
const Menu = ({ parts, current }: MenuProps) => (
  <nav className={MENU} data-menu aria-label={layoutTexts.docs}>
    <details className="md:hidden">
      <summary className="flex min-h-control no-marker items-center gap-2.5 border border-control px-3.5 font-semibold">
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
        {docsTexts.menu}
      </summary>
    </details>
    <div className="max-md:pt-4 max-md:[details:not([open])+&]:hidden">
      {parts.map(({ name, entries }) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>
            {entries.map(({ title, href }) => (
              <li key={href}>
                <a href={href} aria-current={href === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </nav>
)

interface NeighbourProps {
  readonly entry: Entry
  readonly rel: 'prev' | 'next'
  readonly label: string
  readonly className?: string
}

const Neighbour = ({ entry: { href, title }, rel, label, className = '' }: NeighbourProps) => (
  <a className={`py-3.5 text-ink no-underline hover:text-signal ${className}`} href={href} rel={rel}>
    <span className="block text-sm text-ink-2">{label}</span>
    <b className="font-display text-lg leading-head font-medium">{title}</b>
  </a>
)

const Neighbours = ({ part, previous, next }: Pick<DocsPage, 'part' | 'previous' | 'next'>) =>
  previous === undefined && next === undefined ? null : (
    <nav className="mt-12 grid grid-cols-2 border-y-2 border-ink max-md:grid-cols-1 print:hidden" aria-label={part}>
      {previous === undefined ? null : <Neighbour entry={previous} rel="prev" label={docsTexts.previous} />}
      {next === undefined ? null : (
        <Neighbour
          entry={next}
          rel="next"
          label={docsTexts.next}
          className="col-start-2 border-rule not-first:pl-3.5 not-first:text-right max-md:col-start-1 max-md:not-first:border-t md:not-first:border-l"
        />
      )}
    </nav>
  )

// The contents of a page as stops on a line.
const CONTENTS = [
  'sticky top-4 max-h-[calc(100vh-32px)] overflow-y-auto [scrollbar-width:thin] max-xl:hidden print:hidden',
  '[&_a]:relative [&_a]:block [&_a]:py-1 [&_a]:pl-4 [&_a]:text-sm [&_a]:leading-ui [&_a]:text-ink-2 [&_a]:no-underline [&_a:hover]:text-ink',
  '[&_a]:before:absolute [&_a]:before:top-2 [&_a]:before:-left-1.5 [&_a]:before:size-2 [&_a]:before:border-2 [&_a]:before:border-control [&_a]:before:bg-paper',
  '[&_[aria-current]]:font-semibold [&_[aria-current]]:text-signal [&_[aria-current]]:before:border-signal [&_[aria-current]]:before:bg-signal',
].join(' ')

const Contents = ({ sections }: Pick<DocsPage, 'sections'>) => {
  const heads = sections.filter(({ depth }) => depth === 2)
  return heads.length < 2 ? null : (
    <nav className={CONTENTS} data-contents aria-label={docsTexts.onThisPage}>
      <h2 className="mb-1 font-sans text-ui font-semibold tracking-normal">{docsTexts.onThisPage}</h2>
      <ol className="ml-1.5 border-l-2 border-rule-2">
        {heads.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A page of the documentation: the menu, the text, and its contents. */
export const DocsArticle = ({ page, parts }: { readonly page: DocsPage; readonly parts: readonly Part[] }) => (
  <DocsFrame>
    <div className="wrap grid grid-cols-[212px_minmax(0,720px)_minmax(0,200px)] items-start justify-between gap-x-16 pt-8 max-xl:grid-cols-[200px_minmax(0,1fr)] max-xl:gap-x-8 max-md:block print:block">
      <Menu parts={parts} current={page.entry?.href} />
      <article>
        <p className="flex flex-wrap items-center gap-2.5 text-ui text-ink-2 [&>a]:py-0.5 [&>svg]:size-2.5">
          <a href="/docs">{layoutTexts.docs}</a>
          {page.part === undefined ? null : (
            <>
              <StepGlyph />
              <span>{page.part}</span>
            </>
          )}
          {page.entry === undefined || page.entry.href === page.address ? null : (
            <>
              <StepGlyph />
              <a href={page.entry.href}>{page.entry.title}</a>
            </>
          )}
        </p>
        <h1 className="mt-1.5 mb-3 text-3xl leading-tight tracking-hero wrap-anywhere">{page.title}</h1>
        {page.lead.html === '' ? null : (
          <div
            className="max-w-text text-md text-pretty text-ink-2"
            dangerouslySetInnerHTML={{ __html: page.lead.html }}
          />
        )}
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
        <Neighbours {...page} />
        {page.edit === undefined && !page.isRun ? null : (
          <p className="mt-3.5 text-sm text-ink-2">
            {page.edit === undefined ? null : (
              <a className="mr-3.5 inline-block py-0.5" href={page.edit}>
                {docsTexts.edit}
              </a>
            )}
            {page.isRun ? docsTexts.isRun : null}
          </p>
        )}
      </article>
      <Contents sections={page.sections} />
    </div>
  </DocsFrame>
)
