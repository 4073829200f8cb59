import { badges, type Tool } from '@netbox/core'
import { Link } from 'wouter'
import { Chips } from '../../components/ui/chips.tsx'
import { LockGlyph } from '../../components/ui/glyphs/lock-glyph.tsx'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { badgesBesideCaptcha } from '../../lib/tool-badges.ts'
import { homeTexts } from '../../texts/home.ts'
import * as top from '../../components/layouts/top.module.css'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as styles from './picker.module.css'

/** A tool with its purpose, its input and its free runs. */
export const FullCell = ({ tool }: { readonly tool: Tool }) => {
  const shown = badgesBesideCaptcha(tool)
  return (
    <Link className={styles.cell} href={`/${tool.path}`}>
      <span className={styles.hd}>
        <ToolGlyph tool={tool.id} />
        {tool.name}
      </span>
      <span className={styles.text}>{tool.description}</span>
      <span className={styles.ft}>
        {tool.input.type}
        <Chips names={shown} />
        {shown.length === 0 ? <span className={styles.lim}>{homeTexts.freeRuns(tool.limits.free)}</span> : null}
      </span>
    </Link>
  )
}

/** A tool, with only its name. */
export const CompactCell = ({ tool, isChosen }: { readonly tool: Tool; readonly isChosen: boolean }) => (
  <Link className={styles.cell} href={`/${tool.path}`} aria-current={isChosen ? 'page' : undefined}>
    <span className={styles.hd}>
      <ToolGlyph tool={tool.id} />
      {tool.name}
    </span>
    {badgesBesideCaptcha(tool).map((badge) =>
      badge === badges.login ? (
        <span key={badge} className={`${styles.lk} ${top.forVisitors}`} title={badge}>
          <LockGlyph className={`i ${styles.lk}`} />
          <span className="vh">{badge}</span>
        </span>
      ) : (
        <span key={badge} className={chipStyles.chip} data-chip>
          {badge}
        </span>
      ),
    )}
  </Link>
)
