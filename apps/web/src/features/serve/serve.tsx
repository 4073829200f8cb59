import { Sideways } from '../../components/ui/sideways.tsx'
import { serveTexts } from '../../texts/serve.ts'
import { ServeDrawing } from './serve-drawing.tsx'
import { ServeSession } from './serve-session.tsx'
import * as heroStyles from '../../components/ui/hero.module.css'
import * as tableStyles from '../../components/ui/table.module.css'
import * as styles from './serve.module.css'

const { title, lede, command, commandLabel, ways, protocols } = serveTexts

const Code = ({ children, label }: { readonly children: string; readonly label: string }) => (
  <pre className={styles.serveCode} tabIndex={0} role="region" aria-label={label}>
    {children}
  </pre>
)

const Hero = () => (
  <section className={`${heroStyles.hero} ${styles.hero} wrap`}>
    <div className={heroStyles.heroGrid}>
      <h1>
        {title[0]}
        <br />
        {title[1]}
      </h1>
      <div>
        <p className={heroStyles.lede}>{lede}</p>
        <Code label={commandLabel}>{command}</Code>
      </div>
    </div>
  </section>
)

const Ways = () => (
  <section className={`wrap ${styles.serveWays}`}>
    <h2>{ways.title}</h2>
    <div>
      {ways.list.map((way) => (
        <div key={way.title}>
          <h3>{way.title}</h3>
          <p>{way.text}</p>
          <Code label={way.title}>{way.code}</Code>
        </div>
      ))}
    </div>
  </section>
)

const Protocols = () => (
  <section className={`wrap ${styles.serveProtocols}`}>
    <h2>{protocols.title}</h2>
    <p className="quiet sm">{protocols.aside}</p>
    <Sideways hint={protocols.scrolls}>
      <div className={styles.scroll} role="region" aria-label={protocols.title} tabIndex={0}>
        <table className={tableStyles.tbl}>
          <thead>
            <tr>
              {protocols.head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {protocols.rows.map(([name, port, meets, scenarios]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="mono">{port}</td>
                <td>{meets}</td>
                <td className="mono">{scenarios}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sideways>
  </section>
)

/** Explains `netbox serve`: its purpose, a recorded session, its uses, and its protocols. */
export const Serve = () => (
  <>
    <Hero />
    <ServeDrawing />
    <ServeSession />
    <Ways />
    <Protocols />
  </>
)
