import * as styles from './letter.module.css'

/** The letter of a run in a square: A is outlined, B is filled, so that they differ without color. */
export const Letter = ({ letter }: { readonly letter: 'A' | 'B' }) => (
  <b className={letter === 'B' ? `${styles.ab} ${styles.b}` : styles.ab} aria-hidden="true">
    {letter}
  </b>
)
