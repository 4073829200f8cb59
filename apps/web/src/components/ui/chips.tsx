import * as styles from './chip.module.css'

/** Short marks beside a name, such as what a tool asks for before it runs. */
export const Chips = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name) => (
    <span key={name} className={styles.chip} data-chip>
      {name}
    </span>
  ))
