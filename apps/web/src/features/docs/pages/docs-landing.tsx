import type { ReactNode } from 'react'
import { Key } from '../../../components/ui/find-key.tsx'
import { SearchGlyph } from '../../../components/ui/glyphs/line-glyphs.tsx'
import { docsTexts } from '../../../texts/docs.ts'
import { DocsFrame } from './docs-article.tsx'
import type { Outline } from './read-outline.ts'
import { renderCode } from './render-markdown.tsx'

const drawings: Readonly<Record<string, ReactNode>> = {
  'Your programs': (
    <>
      <path d="M8 40h26v-20h34v38h34V20h34v20h30" />
      <path className="fill-signal stroke-none" d="M29 35h10v10H29zM63 53h10v10H63zM97 15h10v10H97z" />
      <circle className="fill-sheet" strokeWidth="3" cx="168" cy="40" r="9" />
    </>
  ),
  'Your servers': (
    <>
      <path d="M8 40h48M128 40h30" />
      <path d="M56 14h72v22H56zM56 44h72v22H56z" className="fill-sheet stroke-ink" />
      <path className="fill-signal stroke-none" d="M64 20h10v10H64zM64 50h10v10H64z" />
      <circle className="fill-sheet" strokeWidth="3" cx="168" cy="40" r="9" />
    </>
  ),
  Tools: (
    <>
      <path d="M8 40h60M120 40h38" />
      <path d="M68 22h52v36H68z" className="fill-sheet stroke-ink" />
      <circle className="fill-signal stroke-none" cx="14" cy="40" r="7" />
      <circle className="fill-sheet" strokeWidth="3" cx="168" cy="40" r="9" />
    </>
  ),
  Reference: (
    <>
      <path d="M8 20h150M8 40h110M8 60h134" />
      <path className="fill-signal stroke-none" d="M3 15h10v10H3zM3 35h10v10H3zM3 55h10v10H3z" />
    </>
  ),
  Service: (
    <>
      <path d="M8 40h40M72 40h86" />
      <path className="fill-sheet stroke-ink" d="M48 18v44M72 18v44" />
      <path d="M48 40h24" strokeDasharray="4 4" />
      <circle className="fill-signal stroke-none" cx="14" cy="40" r="7" />
      <circle className="fill-sheet" strokeWidth="3" cx="168" cy="40" r="9" />
    </>
  ),
  Contribute: (
    <>
      <path d="M8 20c60 0 60 20 96 20M8 60c60 0 60-20 96-20M104 40h54" />
      <path d="M8 40h96" strokeDasharray="4 5" />
      <circle className="fill-signal stroke-none" cx="10" cy="20" r="6" />
      <circle className="fill-signal stroke-none" cx="10" cy="60" r="6" />
      <circle className="fill-sheet" strokeWidth="3" cx="168" cy="40" r="9" />
    </>
  ),
}

const WAY =
  'relative row-start-1 flex h-10 underlined-choice items-center text-ui font-semibold text-ink-2 holds-focus-inside'

// With radio buttons, the page shows one option at a time without a script.
const FirstRun = ({ firstRun: { title, lead, ways } }: Pick<Outline, 'firstRun'>) => (
  <section className="mt-10 grid grid-cols-[240px_minmax(0,1fr)] gap-10 border-t-2 border-ink pt-6 max-md:grid-cols-1 max-md:gap-3.5">
    <div>
      <h2 className="mb-1 text-xl">{title}</h2>
      <p className="muted">{lead}</p>
    </div>
    <fieldset className="grid min-w-0 grid-cols-[repeat(3,max-content)_1fr] gap-x-6">
      <legend className="vh">{docsTexts.where}</legend>
      {ways.map(({ name, code }, at) => (
        <div key={name} className="contents">
          <label className={WAY}>
            <input
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
              type="radio"
              name="way"
              defaultChecked={at === 0}
            />
            {name}
          </label>
          <div
            className="col-span-full row-start-2 min-w-0 [&_figcaption]:border-t [&_figcaption]:border-rule-2 [&_figure]:mb-3 [label:not(:has(:checked))+&]:hidden"
            dangerouslySetInnerHTML={{ __html: code.map(renderCode).join('') }}
          />
        </div>
      ))}
    </fieldset>
  </section>
)

const ENTRIES = [
  'mt-3 divide-y divide-rule border-y border-rule max-md:col-span-full',
  '[&_a]:block [&_a]:py-1.5 [&_a]:text-ui [&_a]:leading-ui [&_a]:text-ink [&_a]:no-underline [&_a]:wrap-anywhere [&_a:hover]:text-signal [&_a:hover]:underline',
  'max-md:[&_a]:flex max-md:[&_a]:min-h-10 max-md:[&_a]:items-center',
].join(' ')

/** The first page of the documentation: a first run, the parts, and errors to look up. */
export const DocsLanding = ({ outline }: { readonly outline: Outline }) => (
  <DocsFrame>
    <section className="wrap grid grid-cols-[minmax(0,1fr)_372px] items-end gap-x-16 gap-y-6 pt-16 max-xl:grid-cols-1 max-md:pt-7">
      <h1 className="text-hero leading-tight tracking-hero">
        {docsTexts.heading[0]}
        <br />
        {docsTexts.heading[1]}
      </h1>
      <div>
        <p className="max-w-text text-md text-pretty text-ink-2">{outline.lead}</p>
        <button
          type="button"
          className="mt-5 flex h-[52px] w-full cursor-pointer items-center rounded-md border-2 border-ink bg-well px-3 text-left font-sans text-base text-ink-3 [&>svg]:text-lg"
          data-search
        >
          <SearchGlyph />
          <span className="flex-1 px-3">{docsTexts.searchHint}</span>
          <span className="max-md:hidden">
            <Key aria-hidden="true">/</Key>
          </span>
        </button>
      </div>
    </section>
    <div className="wrap">
      <FirstRun {...outline} />
      <div className="mt-12 grid grid-cols-3 border border-t-2 border-rule border-t-ink bg-sheet max-xl:grid-cols-2 max-md:grid-cols-1">
        {outline.parts.map(({ name, lead, entries }) => (
          <section
            key={name}
            id={name.toLowerCase().replaceAll(' ', '-')}
            className="border-b border-rule px-5 pt-3.5 pb-5 not-last:border-r xl:nth-[3n]:border-r-0 max-md:grid max-md:grid-cols-[92px_1fr] max-md:gap-x-3.5 max-md:not-last:border-r-0"
          >
            <svg
              className="h-20 w-[184px] max-w-full fill-none stroke-signal max-md:row-span-2 max-md:h-10 max-md:w-[92px] max-md:self-center"
              viewBox="0 0 184 80"
              strokeWidth="2.5"
              aria-hidden="true"
            >
              {drawings[name]}
            </svg>
            <h2 className="my-1 text-lg">{name}</h2>
            <p className="muted sm">{lead}</p>
            <ul className={ENTRIES}>
              {entries.map(({ title, href }) => (
                <li key={href}>
                  <a href={href}>{title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className="mt-12 grid grid-cols-[240px_minmax(0,1fr)] gap-10 max-md:grid-cols-1 max-md:gap-3.5">
        <h2 className="text-lg">{outline.errors.title}</h2>
        <ul className="divide-y divide-rule border-t-2 border-ink">
          {outline.errors.rows.map(({ error, title, href }) => (
            <li key={error} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2 text-ui">
              <code>{error}</code>
              <a className="py-0.5" href={href}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  </DocsFrame>
)
