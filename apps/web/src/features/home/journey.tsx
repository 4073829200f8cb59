import { findTool } from '@netbox/core'
import { Link } from 'wouter'
import { startTexts } from '../../texts/start.ts'

const square = (size: number) => (point: readonly [x: number, y: number]) => {
  const [x, y] = point
  return <rect key={`${x} ${y}`} x={x - size / 2} y={y - size / 2} width={size} height={size} />
}

const resolvers = [
  [106, 36],
  [148, 36],
  [126, 86],
  [126, 136],
] as const
const hops = [
  [290, 86],
  [334, 54],
  [334, 112],
  [386, 112],
  [386, 40],
  [436, 40],
  [436, 86],
] as const
const stages = [
  [256, 86],
  [512, 86],
  [768, 86],
  [1024, 86],
] as const

/** One message in transit: names, hops, a port, a twisted line for encryption, the mailbox. */
const Drawing = () => (
  <svg
    className="w-full overflow-visible max-md:w-[780px]"
    viewBox="0 0 1280 150"
    fill="none"
    strokeWidth="3"
    aria-hidden="true"
  >
    <g stroke="var(--color-signal)">
      <path d="M9 86H60M60 86l26-50h40M60 86l26 0h84M60 86l26 50h84M126 36h44M170 36l26 50M170 136l26-50M170 86h70M240 86h16" />
      <path d="M256 86h34V54h44v58h52V40h50v46h76M512 86h88M650 86h118" />
      <path d="M600 86h50" strokeDasharray="5 5" />
      <path d="M768 86L790 86C804 64 820 64 834 86C848 108 864 108 878 86C892 64 908 64 922 86C936 108 952 108 966 86" />
      <path d="M966 86h58M1024 86h222M1206 76l12 10-12 10" />
    </g>
    <g stroke="var(--color-crit)">
      <path d="M386 40v-30h22" strokeDasharray="5 4" strokeWidth="2" />
      <path d="M403 5l10 10M413 5l-10 10" strokeWidth="2.5" />
    </g>
    <g stroke="var(--color-ink)">
      <path d="M-1400 86H9" strokeWidth="1.5" strokeDasharray="2 7" />
      <path d="M600 44v84M650 44v84" strokeWidth="2.5" />
      <path
        d="M768 86L790 86C804 108 820 108 834 86C848 64 864 64 878 86C892 108 908 108 922 86C936 64 952 64 966 86"
        strokeWidth="1.75"
      />
      <rect fill="var(--color-sheet)" x="1108" y="70" width="46" height="32" strokeWidth="2" />
      <path d="M1108 71l23 17 23-17" strokeWidth="2" />
    </g>
    <g fill="var(--color-signal)">
      <circle cx="9" cy="86" r="9" />
      {resolvers.map(square(14))}
      {hops.map(square(10))}
      {stages.map(square(17))}
      <circle fill="var(--color-paper)" stroke="var(--color-signal)" strokeWidth="4" cx="1262" cy="86" r="16" />
      <circle cx="1262" cy="86" r="5.5" />
    </g>
  </svg>
)

const { journey } = startTexts
const shortNames: Readonly<Record<string, string>> = journey.names

const linksOf = (names: readonly string[]) =>
  names.flatMap((name) => {
    const tool = findTool(name)
    return tool === undefined ? [] : [{ href: `/${tool.path}`, name: shortNames[name] ?? name, title: tool.name }]
  })

/** The path of one message, and the tools that check each step of it. */
export const Journey = () => (
  <section className="relative mt-16 overflow-x-clip max-md:mt-10 print:hidden">
    <h2 className="wrap mb-6 text-3xl">{journey.title}</h2>
    <figure className="wrap" aria-label={journey.label}>
      <Drawing />
      <ol className="mt-3 grid grid-cols-5 max-md:hidden">
        {journey.steps.map(({ question, tools }) => (
          <li key={question} className="pr-1.5">
            <h3 className="mb-1.5 text-lg max-xl:text-base">{question}</h3>
            <p className="flex flex-wrap gap-x-2.5 gap-y-0.5 font-mono text-xs leading-read max-xl:hidden">
              {linksOf(tools).map(({ href, name, title }, at) => (
                <span key={href}>
                  {at === 0 ? null : ' '}
                  {/* The centers of neighbors are 24 pixels apart, however short their names are. */}
                  <Link
                    className="inline-block min-w-3.5 border-0 border-b border-rule-2 pb-px text-center text-ink-2 no-underline hover:border-signal hover:text-signal"
                    href={href}
                    title={title}
                  >
                    {name}
                  </Link>
                </span>
              ))}
            </p>
          </li>
        ))}
      </ol>
    </figure>
  </section>
)
