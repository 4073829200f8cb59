import * as hero from '../../components/ui/hero.module.css'

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

const Route = () => (
  <g className={hero.live}>
    <path d="M9 86H60M60 86l26-50h40M60 86l26 0h84M60 86l26 50h84M126 36h44M170 36l26 50M170 136l26-50M170 86h70M240 86h16" />
    <path d="M256 86h34V54h44v58h52V40h50v46h76M512 86h88M650 86h118" />
    <path d="M600 86h50" strokeDasharray="5 5" />
    <path d="M768 86L790 86C804 64 820 64 834 86C848 108 864 108 878 86C892 64 908 64 922 86C936 108 952 108 966 86" />
    <path d="M966 86h58M1024 86h222M1206 76l12 10-12 10" />
  </g>
)

const Ink = () => (
  <g className={hero.ink}>
    <path d="M-1400 86H9" strokeWidth="1.5" strokeDasharray="2 7" />
    <path d="M600 44v84M650 44v84" strokeWidth="2.5" />
    <path
      d="M768 86L790 86C804 108 820 108 834 86C848 64 864 64 878 86C892 108 908 108 922 86C936 64 952 64 966 86"
      strokeWidth="1.75"
    />
    <rect className={hero.letter} x="1108" y="70" width="46" height="32" strokeWidth="2" />
    <path d="M1108 71l23 17 23-17" strokeWidth="2" />
  </g>
)

/** One message in transit: names, hops, a port, a twisted line for encryption, the mailbox. */
export const JourneyDrawing = () => (
  <svg className={hero.journeyDrawing} viewBox="0 0 1280 150" aria-hidden="true">
    <Route />
    <g className={hero.lost}>
      <path d="M386 40v-30h22" strokeDasharray="5 4" strokeWidth="2" />
      <path d="M403 5l10 10M413 5l-10 10" strokeWidth="2.5" />
    </g>
    <Ink />
    <g className={hero.nodes}>
      <circle cx="9" cy="86" r="9" />
      {resolvers.map(square(14))}
      {hops.map(square(10))}
      {stages.map(square(17))}
    </g>
    <circle className={hero.ring} cx="1262" cy="86" r="16" />
    <circle className={hero.nodes} cx="1262" cy="86" r="5.5" />
  </svg>
)
