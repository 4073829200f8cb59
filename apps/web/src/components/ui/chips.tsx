import { badges } from '@netbox/core'
import * as top from '../layouts/top.module.css'
import * as styles from './chip.module.css'

/** Short marks next to a name, such as the requirements of a tool. Signed-in users see no Login badge. */
export const Chips = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name) => (
    <span key={name} className={name === badges.login ? `${styles.chip} ${top.forVisitors}` : styles.chip} data-chip>
      {name}
    </span>
  ))
