import type { ChainPlot as Chain } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import './chain-plot.css'

type Link = Chain['links'][number]

const shapeOf = (index: number, length: number): string => {
  if (index === 0) return 's'
  return index === length - 1 ? 'd' : ''
}

const isBroken = (link: Link | undefined): boolean => link?.severity === 'critical'

/** Draws links that each lead to the next on one line; a link that fails breaks it. */
export const ChainPlot = ({ plot: { links } }: { readonly plot: Chain }) => (
  <ol className="chain">
    {links.map((link, index) => (
      // A name may come twice: forward and back.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index} className={`clink ${isBroken(links[index + 1]) ? 'breaks' : ''}`}>
        {link.severity === 'pass' ? (
          <i className={`cnode ${shapeOf(index, links.length)}`} />
        ) : (
          <span className="cnode sign">
            <StatusGlyph severity={link.severity} />
          </span>
        )}
        <b>{link.label}</b>
        <span>{link.detail}</span>
      </li>
    ))}
  </ol>
)
