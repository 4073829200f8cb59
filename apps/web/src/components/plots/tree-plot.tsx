import type { TreeNode, TreePlot as Tree } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import * as styles from './tree-plot.module.css'

const Node = ({ node: { label, detail, severity, children }, isRoot }: { node: TreeNode; isRoot?: boolean }) => (
  <li className={isRoot === true ? styles.tnode : styles.tnode}>
    <div className={styles.trow}>
      <span className={styles.tsign}>
        {isRoot === true && severity === 'pass' ? <i /> : <StatusGlyph severity={severity} />}
      </span>
      <b>{label}</b>
      <code>{detail}</code>
    </div>
    {children.length === 0 ? null : (
      <ul>
        {children.map((child, index) => (
          // A record may include another one twice, which is a fault that the figure shows.
          // oxlint-disable-next-line react/no-array-index-key
          <Node key={index} node={child} />
        ))}
      </ul>
    )}
  </li>
)

/** Draws a tree of records, each with its included records below it. */
export const TreePlot = ({ plot: { root } }: { readonly plot: Tree }) => (
  <ul className={styles.tree}>
    <Node node={root} isRoot />
  </ul>
)
