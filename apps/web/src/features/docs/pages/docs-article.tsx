import { StepGlyph } from '../../../components/ui/glyphs/trace-glyphs.tsx'
import { docsTexts } from '../../../texts/docs.ts'
import { layoutTexts } from '../../../texts/layout.ts'
import { DocsFrame } from './docs-frame.tsx'
import type { DocsPage } from './docs-page.ts'
import type { Part } from './read-outline.ts'
import * as docsStyles from '../docs.module.css'

interface MenuProps {
  readonly parts: readonly Part[]
  /** The marked entry: the page itself, or the page that it is part of. */
  readonly current: string | undefined
}

// The list follows the closed details element: a phone hides the list until the details are open, a wider screen hides the details.
const Menu = ({ parts, current }: MenuProps) => (
  <nav className={docsStyles.dside} aria-label={layoutTexts.docs}>
    <details className={docsStyles.dmenu}>
      <summary>
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
        {docsTexts.menu}
      </summary>
    </details>
    <div>
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

const Neighbours = ({ part, previous, next }: Pick<DocsPage, 'part' | 'previous' | 'next'>) =>
  previous === undefined && next === undefined ? null : (
    <nav className={docsStyles.pn} aria-label={part}>
      {previous === undefined ? (
        <span />
      ) : (
        <a href={previous.href} rel="prev">
          <span>{docsTexts.previous}</span>
          <b>{previous.title}</b>
        </a>
      )}
      {next === undefined ? null : (
        <a href={next.href} rel="next">
          <span>{docsTexts.next}</span>
          <b>{next.title}</b>
        </a>
      )}
    </nav>
  )

const Contents = ({ sections }: Pick<DocsPage, 'sections'>) => {
  const heads = sections.filter(({ depth }) => depth === 2)
  return heads.length < 2 ? null : (
    <nav className={docsStyles.otp} aria-label={docsTexts.onThisPage}>
      <h2>{docsTexts.onThisPage}</h2>
      <ol>
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
    <div className={`wrap ${docsStyles.dgrid}`}>
      <Menu parts={parts} current={page.entry?.href} />
      <article className={docsStyles.dpage}>
        <p className={docsStyles.crumb}>
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
        <h1>{page.title}</h1>
        {page.lead.html === '' ? null : (
          <div className={docsStyles.dlead} dangerouslySetInnerHTML={{ __html: page.lead.html }} />
        )}
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
        <Neighbours {...page} />
        {page.edit === undefined && !page.isRun ? null : (
          <p className={docsStyles.dedit}>
            {page.edit === undefined ? null : <a href={page.edit}>{docsTexts.edit}</a>}
            {page.isRun ? docsTexts.isRun : null}
          </p>
        )}
      </article>
      <Contents sections={page.sections} />
    </div>
  </DocsFrame>
)
