import { type LineKind, serveTexts, session, type SessionLine } from '../../texts/serve.ts'
import * as styles from './serve.module.css'
import * as bandStyles from '../../components/ui/band.module.css'

const classes: Readonly<Record<LineKind, string | undefined>> = {
  typed: undefined,
  failed: bandStyles.c,
  passed: bandStyles.g,
}

const Line = ({ line }: { readonly line: SessionLine }) => {
  const [kind, text] = typeof line === 'string' ? [undefined, line] : line
  return (
    <>
      {kind === 'typed' ? <span className={bandStyles.d}>$ </span> : null}
      <span className={kind === undefined ? undefined : classes[kind]}>{text}</span>
      {'\n'}
    </>
  )
}

/** The recorded session, as text. */
export const ServeSession = () => (
  <section className={`${bandStyles.band} ${styles.serveSession}`} data-band>
    <div className="wrap">
      <div>
        <h2>{serveTexts.session.title}</h2>
        <p>{serveTexts.session.text}</p>
        <nav aria-label={serveTexts.session.contents}>
          {session.map(({ id, time }) => (
            <a key={id} href={`#${id}`}>
              {time} {id}
            </a>
          ))}
        </nav>
      </div>
      <ol>
        {session.map(({ id, time, title, lines }) => (
          <li key={id} id={id}>
            <h3>
              <span>{time}</span> {title}
            </h3>
            <pre className={`${bandStyles.term} ${styles.term}`} tabIndex={0} role="region" aria-label={title}>
              {lines.map((line) => (
                <Line key={String(line)} line={line} />
              ))}
            </pre>
          </li>
        ))}
      </ol>
    </div>
  </section>
)
