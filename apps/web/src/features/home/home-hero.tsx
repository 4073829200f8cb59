import { tools } from '@netbox/core'
import type { ReactNode } from 'react'
import { CommandBlock } from '../../components/ui/command-block.tsx'
import { RingGlyph, SourceGlyph, StepGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { prerenderedPart } from '../../components/ui/page-boundary.tsx'
import { ORIGIN } from '../../lib/page/page-start.ts'
import { startTexts } from '../../texts/start.ts'
import { Greeting } from './tool-hero.tsx'

const Example = prerenderedPart({
  element: '[data-example]',
  fallback: <div className="min-h-[330px] max-xl:min-h-[700px]" />,
  load: async () => (await import('./example.tsx')).makeExample(),
})

const Matrix = prerenderedPart({
  element: '[data-matrix]',
  fallback: <div className="min-h-[420px]" />,
  load: async () => (await import('./matrix.tsx')).Matrix,
})

const { title, lede, paste, flip, look } = startTexts

// The service replaces the origin of the built page, and boot.ts writes the browser's own.
const origin = import.meta.env.SSR ? ORIGIN : location.origin

const glyphs: readonly ReactNode[] = [
  <SourceGlyph key="source" />,
  <StepGlyph key="meet" />,
  <StepGlyph key="keep" />,
  <RingGlyph key="ring" />,
]

// A step, with the line to the next one.
const LINE = `relative grid grid-cols-[18px_minmax(0,1fr)] gap-x-4 pb-3.5 last:pb-0
  before:absolute before:top-3 before:-bottom-3 before:left-2 before:w-0.5 before:bg-signal last:before:hidden`

/** The lines to paste, as stops on one line: how to get the command, and three uses of it. */
const Lines = () => (
  <section className="min-w-0 px-6 pt-4 pb-5 max-md:px-4" aria-labelledby="paste">
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-lg" id="paste">
        {paste.title}
      </h2>
      <p className="text-sm text-ink-2">{paste.needs}</p>
    </div>
    <ol>
      {paste.lines.map(({ name, text, command, after, output }, at) => (
        <li key={name} className={LINE}>
          <span className="relative mt-0.5 size-4.5">{glyphs[at]}</span>
          <div className="min-w-0">
            <p className="text-ui text-ink-2">
              <b className="text-ink">{name}</b> {text}
            </p>
            <div className="mt-1">
              <CommandBlock
                copy={paste.copy(name)}
                said={paste}
                command={() => (after === undefined ? command : `${command}${location.origin}${after}`)}
              >
                {command}
                {after === undefined ? null : (
                  <>
                    <span data-origin>{origin}</span>
                    {after}
                  </>
                )}
                {output === undefined ? null : <span className="block text-on-ink-2">{output}</span>}
              </CommandBlock>
            </div>
          </div>
        </li>
      ))}
    </ol>
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 pl-8 text-sm">
      {paste.links.map(([name, href]) => (
        <a key={href} href={href}>
          {name}
        </a>
      ))}
    </p>
  </section>
)

interface HeadProps {
  readonly title: string
  readonly children: ReactNode
}

const Head = ({ title: words, children }: HeadProps) => (
  <div className="mb-4 grid grid-cols-[minmax(0,1fr)_22rem] items-end gap-x-8 gap-y-2 max-xl:grid-cols-1">
    <h2 className="text-3xl">{words}</h2>
    <p className="text-pretty text-ink-2">{children}</p>
  </div>
)

/** The top of the home page while no tool is chosen: what netbox is, lines to paste, the result for one program, and one fault on and off. */
export const HomeHero = () => (
  <section className="pt-10 max-md:pt-7 print:hidden">
    <div className="wrap">
      <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-end gap-x-8 max-xl:grid-cols-1 max-xl:gap-y-5">
        <h1 className="text-page leading-tight tracking-hero">
          {title[0]}
          <br />
          {title[1]}
          <br />
          {title[2]}
        </h1>
        <div>
          <Greeting className="mb-2.5" />
          <p className="text-pretty text-ink-2">{lede}</p>
        </div>
      </div>
      <div className="mt-6 grid border border-t-2 border-rule border-t-ink bg-sheet xl:grid-cols-2">
        <Lines />
        <Matrix />
      </div>
      <p className="mt-2 text-sm text-ink-2">
        {startTexts.matrix.source[0]}
        <a href={startTexts.matrix.source[2]}>{startTexts.matrix.source[1]}</a>
        {startTexts.matrix.source[3]}
      </p>
      <div className="mt-16 max-md:mt-10">
        <Head title={flip.title}>{flip.text}</Head>
        <Example />
      </div>
      <div className="mt-16 -mb-9 max-md:mt-10 max-md:-mb-5">
        <Head title={look.title(tools.length)}>{look.text}</Head>
      </div>
    </div>
  </section>
)
