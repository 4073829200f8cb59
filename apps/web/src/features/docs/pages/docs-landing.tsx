import type { ReactNode } from 'react'
import { SearchGlyph } from '../../../components/ui/glyphs/search-glyph.tsx'
import { docsTexts } from '../../../texts/docs.ts'
import { DocsFrame } from './docs-frame.tsx'
import type { Outline } from './read-outline.ts'
import { renderCode } from './render-markdown.tsx'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as docsStyles from '../docs.module.css'

const drawings: Readonly<Record<string, ReactNode>> = {
  Start: (
    <>
      <path d="M8 40h60M120 40h38" />
      <path d="M68 22h52v36H68z" className={docsStyles.k} />
      <circle className={docsStyles.s} cx="14" cy="40" r="7" />
      <circle className={docsStyles.o} cx="168" cy="40" r="9" />
    </>
  ),
  Recipes: (
    <>
      <path d="M8 40h26v-20h34v38h34V20h34v20h30" />
      <path className={docsStyles.s} d="M29 35h10v10H29zM63 53h10v10H63zM97 15h10v10H97z" />
      <circle className={docsStyles.o} cx="168" cy="40" r="9" />
    </>
  ),
  Reference: (
    <>
      <path d="M8 20h150M8 40h110M8 60h134" />
      <path className={docsStyles.s} d="M3 15h10v10H3zM3 35h10v10H3zM3 55h10v10H3z" />
    </>
  ),
  Operate: (
    <>
      <path d="M8 40h40M72 40h86" />
      <path className={docsStyles.k} d="M48 18v44M72 18v44" />
      <path d="M48 40h24" strokeDasharray="4 4" />
      <circle className={docsStyles.s} cx="14" cy="40" r="7" />
      <circle className={docsStyles.o} cx="168" cy="40" r="9" />
    </>
  ),
  Contribute: (
    <>
      <path d="M8 20c60 0 60 20 96 20M8 60c60 0 60-20 96-20M104 40h54" />
      <path d="M8 40h96" strokeDasharray="4 5" />
      <circle className={docsStyles.s} cx="10" cy="20" r="6" />
      <circle className={docsStyles.s} cx="10" cy="60" r="6" />
      <circle className={docsStyles.o} cx="168" cy="40" r="9" />
    </>
  ),
}

// With radio buttons, the page shows one option at a time without a script.
const FirstRun = ({ firstRun: { title, lead, ways } }: Pick<Outline, 'firstRun'>) => (
  <section className={docsStyles.quick}>
    <div>
      <h2>{title}</h2>
      <p className="muted">{lead}</p>
    </div>
    <fieldset className={docsStyles.qways}>
      <legend className="vh">{docsTexts.where}</legend>
      {ways.map(({ name, code }, at) => (
        <div key={name}>
          <label>
            <input type="radio" name="way" defaultChecked={at === 0} />
            {name}
          </label>
          <div dangerouslySetInnerHTML={{ __html: code.map(renderCode).join('') }} />
        </div>
      ))}
    </fieldset>
  </section>
)

/** The first page of the documentation: a first run, the parts, and errors to look up. */
export const DocsLanding = ({ outline }: { readonly outline: Outline }) => (
  <DocsFrame>
    <section className={`${docsStyles.dhero} wrap`}>
      <h1>
        {docsTexts.heading[0]}
        <br />
        {docsTexts.heading[1]}
      </h1>
      <div>
        <p>{outline.lead}</p>
        <button type="button" data-search>
          <SearchGlyph />
          <span>{docsTexts.searchHint}</span>
          <kbd className={buttonStyles.kbd} aria-hidden="true">
            /
          </kbd>
        </button>
      </div>
    </section>
    <div className="wrap">
      <FirstRun {...outline} />
      <div className={docsStyles.dland}>
        {outline.parts.map(({ name, lead, entries }) => (
          <section key={name} id={name.toLowerCase()}>
            <svg viewBox="0 0 184 80" className={docsStyles.dart} aria-hidden="true">
              {drawings[name]}
            </svg>
            <h2>{name}</h2>
            <p className="muted sm">{lead}</p>
            <ul>
              {entries.map(({ title, href }) => (
                <li key={href}>
                  <a href={href}>{title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className={docsStyles.derr}>
        <h2>{outline.errors.title}</h2>
        <ul>
          {outline.errors.rows.map(({ error, title, href }) => (
            <li key={error}>
              <code>{error}</code>
              <a href={href}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  </DocsFrame>
)
