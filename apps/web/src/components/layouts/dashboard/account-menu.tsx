import { labels } from '@netbox/product'
import { Link, useLocation } from 'wouter'
import { signOut } from '../../../lib/session.ts'
import { leaveViewAs, type Viewer } from '../../../lib/viewer.ts'
import { dashboardTexts } from '../../../texts/dashboard.ts'
import { layoutTexts } from '../../../texts/layout.ts'
import { DownGlyph, PersonGlyph } from '../../ui/glyphs/section-glyphs.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { ThemeSwitch } from '../theme-switch.tsx'
import * as styles from './account-menu.module.css'

interface ItemsProps {
  readonly viewer: Viewer
  readonly onLeave: () => void
}

const Items = ({ viewer: { user, actor }, onLeave }: ItemsProps) => {
  const [, go] = useLocation()
  const leave = async () => {
    go('/')
    // The view of another user's dashboard ends first, because ending it needs the code of the session.
    await leaveViewAs()
    await signOut()
  }
  return (
    <ul>
      <li>
        <Link href="/pricing" onClick={onLeave}>
          {labels.managePlan}
        </Link>
      </li>
      <li>
        <Link href="/dashboard/account" onClick={onLeave}>
          {dashboardTexts.account}
        </Link>
      </li>
      {(actor ?? user).is_admin ? (
        <li>
          <Link href="/admin" onClick={onLeave}>
            {dashboardTexts.admin}
          </Link>
        </li>
      ) : null}
      <li className={styles.menuTheme}>
        <span>{layoutTexts.darkTheme}</span>
        <ThemeSwitch />
      </li>
      <li>
        <button type="button" onClick={() => void leave()}>
          {labels.signOut}
        </button>
      </li>
    </ul>
  )
}

/** Shows the signed-in user, and links to the pages of the account. */
export const AccountMenu = ({ viewer }: { readonly viewer: Viewer }) => {
  const { isOpen, id, place, close, buttonProps } = useDisclosure()
  const { email } = viewer.user
  return (
    <div className={styles.menuPlace} ref={place}>
      <button type="button" className={styles.acct} aria-label={dashboardTexts.accountOf(email)} {...buttonProps}>
        <PersonGlyph />
        <span>{email}</span>
        <DownGlyph />
      </button>
      {isOpen ? (
        <div className={styles.menu} id={id}>
          <p className={styles.menuWho}>{email}</p>
          <Items viewer={viewer} onLeave={close} />
        </div>
      ) : null}
    </div>
  )
}
