import type { Access } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import { Link } from 'wouter'
import * as panelStyles from '../../components/ui/panel.module.css'

const noticeOf = (access: Access) => {
  if (access.allowed) return undefined
  if (access.code === 'login_required') return accessNotices.login_required
  return access.code === 'upgrade_required' ? accessNotices.upgrade_required : undefined
}

/** Shows below the panel why a tool can't run, and how to change that. */
export const AccessNotice = ({ access }: { readonly access: Access }) => {
  const notice = noticeOf(access)
  if (notice === undefined) return null
  return (
    <p className={panelStyles.access}>
      {notice.message}
      <Link href={notice.href}>{notice.link}</Link>
    </p>
  )
}
