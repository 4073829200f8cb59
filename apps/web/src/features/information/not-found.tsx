import { pageNotFound } from '@netbox/product'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { openPalette } from '../../lib/page/palette.ts'
import { notFoundTexts } from '../../texts/information.ts'

// On a phone, the sides of the drawing are cut off, so that the gap stays visible.
const Drawing = () => (
  <svg
    className="my-8 w-full overflow-visible fill-none stroke-3 max-md:my-4 max-md:relative max-md:left-[-200px] max-md:w-[760px]"
    viewBox="0 24 1280 90"
    role="img"
    aria-label={notFoundTexts.drawing}
  >
    <path className="stroke-ink" d="M-1400 86H9" strokeWidth="1.5" strokeDasharray="2 7" />
    <path className="stroke-signal" d="M9 86H230V44h150v42h170" />
    <path className="stroke-crit" d="M550 86h112" strokeDasharray="6 5" />
    <path className="stroke-crit" d="M664 77l18 18M682 77l-18 18" />
    <g className="stroke-control" strokeWidth="1.75" strokeDasharray="3 6">
      <path d="M720 86h520" />
      <path d="M922 77h17v17h-17z" />
      <circle cx="1258" cy="86" r="15" />
    </g>
    <circle className="fill-signal" cx="9" cy="86" r="9" />
    <path className="fill-signal" d="M222 78h17v17h-17zM372 36h17v17h-17zM541 78h17v17h-17z" />
  </svg>
)

/** The 404 page: a line of stages with a gap, and links back. */
export const NotFound = () => (
  <section className="overflow-x-clip pt-16 max-md:pt-9">
    <div className="wrap">
      <h1 className="text-hero leading-tight tracking-hero">{pageNotFound.title}</h1>
      <Drawing />
      <p className="max-w-text text-md text-pretty text-ink-2">{notFoundTexts.text}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <ButtonLink variant="primary" href="/">
          {pageNotFound.link}
        </ButtonLink>
        <Button onClick={() => openPalette()}>{notFoundTexts.find}</Button>
      </p>
    </div>
  </section>
)
