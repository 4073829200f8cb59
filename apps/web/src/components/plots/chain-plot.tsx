import type { ChainPlot as Chain } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import * as styles from './chain-plot.module.css'

type Link = Chain['links'][number]

const shapeOf = (index: number, length: number): string | undefined => {
  if (index === 0) return styles.s
  return index === length - 1 ? styles.d : ''
}

const isBroken = (link: Link | undefined): boolean => link?.severity === 'critical'

/** Draws links that each lead to the next on one line; a failed link breaks the line. */
export const ChainPlot = ({ plot: { links } }: { readonly plot: Chain }) => (
  <ol>
    {links.map((link, index) => (
      // A name may occur twice, once forward and once back.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index} className={`${styles.clink} ${isBroken(links[index + 1]) ? styles.breaks : ''}`}>
        {link.severity === 'pass' ? (
          <i className={`${styles.cnode} ${shapeOf(index, links.length)}`} />
        ) : (
          <span className={`${styles.cnode} ${styles.sign}`}>
            <StatusGlyph severity={link.severity} />
          </span>
        )}
        <b>{link.label}</b>
        <span>{link.detail}</span>
      </li>
    ))}
  </ol>
)
