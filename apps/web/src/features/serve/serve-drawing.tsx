import { serveTexts } from '../../texts/serve.ts'
import * as styles from './serve.module.css'

/** The line of each program, and its result. */
const lines = [
  { y: 45, program: 'dig', port: '53', finding: '3 MX records', short: '3 records' },
  { y: 125, program: 'swaks', port: '25', finding: 'mx1 is silent', short: 'silent' },
  { y: 205, program: 'openssl', port: '25, TLS', finding: 'certificate', short: 'TLS 1.3' },
] as const

const Passed = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <g className={styles.passed}>
    <circle cx={x} cy={y} r="12" />
    <path d={`M${x - 6} ${y}l4 4 7-8`} />
  </g>
)

const Failed = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <g className={styles.failed}>
    <path d={`M${x - 7} ${y - 15}h14l10 10v9l-10 10h-14l-10-10v-9z`} />
    <path d={`M${x - 6} ${y - 6}l12 11M${x + 6} ${y - 6}l-12 11`} />
  </g>
)

const Wide = () => (
  <svg className={styles.wide} viewBox="0 0 1280 250" role="img" aria-label={serveTexts.drawing}>
    <path
      className={styles.line}
      d="M150 45H420c90 0 90 80 160 80M150 125h430M150 205H420c90 0 90-80 160-80M690 125c60 0 60-80 140-80h260M690 125c60 0 60 80 140 80h260M690 125h170"
    />
    <path className={styles.lost} d="M860 125h190" />
    <rect className={styles.world} x="580" y="70" width="110" height="110" />
    <rect className={styles.node} x="852" y="117" width="16" height="16" />
    {lines.map(({ y, program, port, finding }) => (
      <g key={program}>
        <circle className={styles.node} cx="150" cy={y} r="9" />
        <rect className={styles.node} x="282" y={y - 8} width="16" height="16" />
        <text x="126" y={y + 6} textAnchor="end">
          {program}
        </text>
        <text className={styles.port} x="306" y={y - 9}>
          {port}
        </text>
        <text className={y === 125 ? 'crit' : undefined} x={y === 125 ? 1092 : 1124} y={y + 6}>
          {finding}
        </text>
      </g>
    ))}
    <Passed x={1101} y={45} />
    <Passed x={1101} y={205} />
    <Failed x={1061} y={126} />
    <text className={styles.port} x="635" y="120" textAnchor="middle">
      mx-down
    </text>
    <text className={styles.port} x="635" y="144" textAnchor="middle">
      k3f9
    </text>
  </svg>
)

const Narrow = () => (
  <svg className={styles.narrow} viewBox="0 0 640 360" role="img" aria-label={serveTexts.drawing}>
    <path
      className={styles.line}
      d="M132 60h28c70 0 40 120 100 120M132 180h130M132 300h28c70 0 40-120 100-120M360 180c60 0 30-120 84-120h20M360 180c60 0 30 120 84 120h20M360 180h28"
    />
    <path className={styles.lost} d="M388 180h74" />
    <rect className={styles.world} x="260" y="130" width="100" height="100" />
    {lines.map(({ y, program, short }, at) => (
      <g key={program}>
        <circle className={styles.node} cx="132" cy={60 + at * 120} r="9" />
        <text x="0" y={69 + at * 120}>
          {program}
        </text>
        <text className={y === 125 ? 'crit' : undefined} x="500" y={69 + at * 120}>
          {short}
        </text>
      </g>
    ))}
    <Passed x={474} y={60} />
    <Failed x={474} y={181} />
    <Passed x={474} y={300} />
    <text className={styles.port} x="310" y="189" textAnchor="middle">
      k3f9
    </text>
  </svg>
)

/** Draws three programs that share one internet, in which a mail server is silent. The styles show one of two sizes. */
export const ServeDrawing = () => (
  <figure className={`${styles.serveDrawing} wrap`}>
    <Wide />
    <Narrow />
  </figure>
)
