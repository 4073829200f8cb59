import type { DialoguePlot as Dialogue } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import * as styles from './dialogue-plot.module.css'

type Line = Dialogue['lines'][number]

const isWrong = ({ severity }: Line): boolean => severity === 'critical' || severity === 'warning'

// Unanswered messages and missing replies are lost; a refusal is a reply.
const isLost = (line: Line): boolean => isWrong(line) && (line.from === 'us' || line.text.includes('no answer'))

const Said = ({ line }: { line: Line }) => (
  <li className={isLost(line) ? `${styles.dline} ${styles.lost}` : styles.dline} data-from={line.from}>
    <span className={styles.dat}>{Number(line.at.toFixed(1))}</span>
    <span className={styles.dsay}>
      <span className="vh">{line.from === 'us' ? 'We: ' : 'They: '}</span>
      {isWrong(line) ? <StatusGlyph severity={line.severity} /> : null}
      <code className={isWrong(line) ? (line.severity === 'critical' ? 'crit' : 'warn') : ''}>{line.text}</code>
      <i className={styles.darrow} />
    </span>
  </li>
)

/** Draws the dialogue with a server: an arrow for each line; dashes for missing replies. */
export const DialoguePlot = ({ plot: { peer, lines } }: { readonly plot: Dialogue }) => (
  <div className={styles.dialogue}>
    <p className={styles.dends}>
      <b>you</b>
      <b>{peer}</b>
    </p>
    <ol>
      {lines.map((line, index) => (
        // A dialogue may contain the same line twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Said key={index} line={line} />
      ))}
    </ol>
  </div>
)
