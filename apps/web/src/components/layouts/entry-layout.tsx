import { footer, labels } from '@netbox/product'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { authTexts } from '../../texts/auth.ts'
import { Brand } from './frame.tsx'
import { WorldStrip } from './world-strip.tsx'

const { entry } = authTexts

// The signals, one line each, with brightness and dashes. Signals without brightness are lost before they reach the box.
const signals: readonly (readonly [brightness: number | undefined, dashes: string])[] = [
  [0.45, 'M-60 30h33M-12 30h12M27 30h31M78 30h34M131 30h25M168 30h47M226 30h30M277 30h23'],
  [0.71, 'M-53 70h48M16 70h39M73 70h22M110 70h51M170 70h20M211 70h47M266 70h30'],
  [0.84, 'M-57 110h42M14 110h27M68 110h11M103 110h52M184 110h25M221 110h52'],
  [0.73, 'M-30 150h52M39 150h23M84 150h11M124 150h53M193 150h55M257 150h43'],
  [undefined, 'M-40 190h36M24 190h33M85 190h62M164 190h52'],
  [0.74, 'M-58 230h53M5 230h28M53 230h30M101 230h16M133 230h19M173 230h39M240 230h15M284 230h16'],
  [0.81, 'M-49 270h55M28 270h36M79 270h38M130 270h60M211 270h57M279 270h18'],
  [0.92, 'M-51 310h53M18 310h56M92 310h36M142 310h15M182 310h55M251 310h49'],
  [0.55, 'M-47 350h10M-28 350h12M4 350h25M55 350h26M103 350h61M184 350h49M245 350h44'],
  [undefined, 'M-52 390h36M6 390h34M54 390h36M109 390h16M147 390h52M218 390h18'],
  [0.54, 'M-37 430h29M3 430h40M59 430h20M99 430h58M173 430h19M218 430h53'],
  [0.69, 'M-51 470h58M30 470h39M87 470h37M141 470h49M198 470h51M274 470h11'],
  [1, 'M-42 510h10M-5 510h61M84 510h23M119 510h29M166 510h62M253 510h34'],
]
const PITCH = 40

const Signal = ({ at, brightness, dashes }: { at: number; brightness: number; dashes: string }) => (
  <>
    <path d={dashes} strokeOpacity={brightness} strokeWidth="3" />
    <path d={`M303 ${at - 4.5}h9v9h-9z`} fill="var(--color-on-ink-signal)" stroke="none" />
    <path d={`M312 ${at}C400 ${at} 384 270 478 270`} strokeWidth="1.6" strokeOpacity="0.9" />
  </>
)

const Lost = ({ at, dashes }: { at: number; dashes: string }) => (
  <path d={`${dashes}M256 ${at - 7}l14 14M270 ${at - 7}l-14 14`} stroke="var(--color-on-ink-crit)" strokeWidth="3" />
)

/** Many signals that become one: two are lost, the others get through the box. */
const SignalsDrawing = () => (
  <svg className="min-h-0 w-full flex-1 fill-none stroke-on-ink-signal" viewBox="0 0 720 540" aria-hidden="true">
    {signals.map(([brightness, dashes], row) => {
      const at = 30 + row * PITCH
      return brightness === undefined ? (
        <Lost key={dashes} at={at} dashes={dashes} />
      ) : (
        <Signal key={dashes} at={at} brightness={brightness} dashes={dashes} />
      )
    })}
    <path d="M480 238h64v64h-64z" stroke="var(--color-on-ink)" strokeWidth="5" />
    <path d="M546 270h70" strokeWidth="5" />
    <circle cx="638" cy="270" r="19" strokeWidth="6" />
    <circle cx="638" cy="270" r="6" fill="var(--color-on-ink-signal)" stroke="none" />
  </svg>
)

/** The drawing and the text next to a form. */
export interface EntryAside {
  readonly drawing: ReactNode
  readonly words: readonly [string, string]
  readonly promise: string
}

const usual: EntryAside = { drawing: <SignalsDrawing />, words: entry.words, promise: entry.promise }
const ShowAside = createContext<(aside: EntryAside) => void>(() => undefined)

/** Replaces the drawing and the text next to the form while the component is on the page. */
export const useEntryAside = (aside: EntryAside): void => {
  const show = useContext(ShowAside)
  useEffect(() => {
    show(aside)
    return () => show(usual)
  }, [show, aside])
}

/** The layout of sign-in, registration and recovery: the form on one side, and the drawing on the other, which narrow screens omit. */
export const EntryLayout = ({ children }: { readonly children: ReactNode }) => {
  const [{ drawing, words, promise }, show] = useState(usual)
  return (
    <>
      <WorldStrip />
      <div className="grid min-h-screen grid-cols-[minmax(0,600px)_minmax(0,1fr)] max-lg:grid-cols-1">
        <div className="flex flex-col px-20 pt-5 pb-6 max-xl:px-12 max-lg:mx-auto max-lg:w-[min(100%,600px)] max-lg:p-4">
          <header className="flex items-center justify-between gap-4">
            <Brand />
            <Link className="text-sm" href="/">
              {labels.backToTools}
            </Link>
          </header>
          <main className="my-auto py-7" id="content" tabIndex={-1}>
            <ShowAside value={show}>{children}</ShowAside>
          </main>
          <footer className="text-sm text-ink-3">{footer.copyright}</footer>
        </div>
        <aside
          className="sticky top-0 flex h-screen flex-col overflow-hidden bg-ink-panel text-on-ink max-lg:hidden print:hidden"
          aria-label={entry.aside}
        >
          {drawing}
          <div className="px-16 pb-16 max-xl:px-10">
            <p className="mb-3.5 font-display text-3xl leading-tight font-medium tracking-hero">
              {words[0]}
              <br />
              {words[1]}
            </p>
            <p className="max-w-[46ch] text-on-ink-2">{promise}</p>
          </div>
        </aside>
      </div>
    </>
  )
}
