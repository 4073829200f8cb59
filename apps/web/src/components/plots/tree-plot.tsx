import type { TreeNode, TreePlot as Tree } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import './tree-plot.css'

const Node = ({ node: { label, detail, severity, children }, isRoot }: { node: TreeNode; isRoot?: boolean }) => (
  <li className={isRoot === true ? 'tnode root' : 'tnode'}>
    <div className="trow">
      <span className="tsign">
        {isRoot === true && severity === 'pass' ? <i /> : <StatusGlyph severity={severity} />}
      </span>
      <b>{label}</b>
      <code>{detail}</code>
    </div>
    {children.length === 0 ? null : (
      <ul>
        {children.map((child, index) => (
          // A record may include another twice: a fault worth showing.
          // oxlint-disable-next-line react/no-array-index-key
          <Node key={index} node={child} />
        ))}
      </ul>
    )}
  </li>
)

/** Draws a tree of records, each with its included records below it. */
export const TreePlot = ({ plot: { root } }: { readonly plot: Tree }) => (
  <ul className="tree">
    <Node node={root} isRoot />
  </ul>
)
