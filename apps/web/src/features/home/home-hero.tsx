import { findTool, scenarios, tools } from '@netbox/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { prerenderedPart } from '../../components/ui/page-boundary.tsx'
import { startTexts } from '../../texts/start.ts'
import { Journey } from './journey.tsx'
import { Greeting } from './tool-hero.tsx'

const Example = prerenderedPart({
  element: '[data-example]',
  fallback: <div className="mt-7 min-h-[330px] max-xl:min-h-[700px]" />,
  load: async () => (await import('./example.tsx')).makeExample(),
})

const { doors } = startTexts

// Faults, each with the tool that shows it best.
const shown = [
  ['mx-down', 'mx'],
  ['dnssec-bogus', 'dnssec'],
  ['cert-expired', 'https'],
] as const

/** Returns links to the pages of tools with a fault. */
const faultLinks = () =>
  shown.map(([name, tool]) => ({ name, href: `/${findTool(tool)?.path ?? ''}?scenario=${name}` }))

interface DoorProps {
  readonly title: string
  readonly href: string
  readonly text: string
  /** The part of the common line above the door: its start, and the drawing on it. */
  readonly line: ReactNode
  readonly children: ReactNode
}

/** A way into the site. The three doors hang on one line. */
const Door = ({ title, href, text, line, children }: DoorProps) => (
  <li className="border-rule pb-4 max-md:not-first:border-t md:not-first:border-l">
    <svg className="h-[62px] w-full" fill="none" stroke="var(--color-signal)" strokeWidth="3" aria-hidden="true">
      {line}
    </svg>
    <div className="px-6 max-md:px-4">
      <h2 className="text-xl">
        <a className="text-ink no-underline hover:text-signal" href={href}>
          {title}
        </a>
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">{text}</p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 font-mono text-sm">{children}</p>
    </div>
  </li>
)

const Start = ({ children }: { readonly children: ReactNode }) => (
  <svg x="24" width="1" height="62" overflow="visible">
    {children}
  </svg>
)

const Doors = () => {
  const faults = scenarios.filter(({ findings }) => Object.keys(findings).length > 0).length
  return (
    <ul className="mt-6 grid border border-t-2 border-rule border-t-ink bg-sheet md:grid-cols-3">
      <Door
        title={doors.break.title}
        href="#faults-title"
        text={doors.break.text(faults)}
        line={
          <>
            <line x1="24" x2="100%" y1="31" y2="31" />
            <Start>
              <path d="M70 31h44" stroke="var(--color-sheet)" strokeWidth="7" />
              <path d="M74 31h36" stroke="var(--color-crit)" strokeWidth="2" strokeDasharray="5 4" />
              <path d="M86 25l12 12M98 25L86 37" stroke="var(--color-crit)" strokeWidth="2.6" />
              <path d="M68 15v32M116 15v32" stroke="var(--color-ink)" strokeWidth="2.5" />
              <circle cy="31" r="8" fill="var(--color-signal)" stroke="none" />
            </Start>
          </>
        }
      >
        {faultLinks().map(({ name, href }) => (
          <Link key={name} href={href}>
            {name}
          </Link>
        ))}
        <Link href="/help#scenarios">{doors.break.all(faults)}</Link>
      </Door>
      <Door
        title={doors.mail.title}
        href="/mail-check"
        text={doors.mail.text}
        line={
          <>
            <line x2="100%" y1="31" y2="31" />
            <Start>
              <rect
                x="68"
                y="15"
                width="46"
                height="32"
                fill="var(--color-sheet)"
                stroke="var(--color-ink)"
                strokeWidth="2"
              />
              <path d="M68 16l23 17 23-17" stroke="var(--color-ink)" strokeWidth="2" />
              <path d="M140 21l12 10-12 10" strokeWidth="2.5" />
              <rect x="-7" y="24" width="14" height="14" fill="var(--color-signal)" stroke="none" />
            </Start>
          </>
        }
      >
        <Link href="/mail-check?domain=shop.example">shop.example</Link>
        <Link href="/mail-check">{doors.mail.own}</Link>
      </Door>
      <Door
        title={doors.tests.title}
        href="/docs/getting-started"
        text={doors.tests.text}
        line={
          <>
            <line x2="86%" y1="31" y2="31" />
            <Start>
              <rect
                x="64"
                y="13"
                width="62"
                height="36"
                fill="var(--color-sheet)"
                stroke="var(--color-ink)"
                strokeWidth="2"
              />
              <path d="M75 24l8 7-8 7M90 39h14" stroke="var(--color-ink)" strokeWidth="2" />
              <rect x="-7" y="24" width="14" height="14" fill="var(--color-signal)" stroke="none" />
            </Start>
            <circle cx="86%" cy="31" r="13" fill="var(--color-sheet)" />
            <circle cx="86%" cy="31" r="4.5" fill="var(--color-signal)" stroke="none" />
          </>
        }
      >
        {doors.tests.links.map(([name, href]) => (
          <a key={href} href={href}>
            {name}
          </a>
        ))}
      </Door>
    </ul>
  )
}

/** The top of the home page while no tool is chosen: what netbox is, with one example, and three ways into it. */
export const HomeHero = () => {
  const [first, second] = startTexts.title
  return (
    <>
      <section className="pt-10 max-md:pt-7 print:hidden">
        <div className="wrap">
          <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-end gap-x-8 max-xl:grid-cols-1 max-xl:gap-y-5">
            <h1 className="text-hero leading-tight tracking-hero">
              {first}
              <br />
              {second}
            </h1>
            <div>
              <Greeting className="mb-2.5" />
              <p className="text-pretty text-ink-2">{startTexts.lede(tools.length)}</p>
            </div>
          </div>
          <Example />
          <Doors />
        </div>
      </section>
      <Journey />
    </>
  )
}
