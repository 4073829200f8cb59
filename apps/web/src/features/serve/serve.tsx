import { serveTexts } from '../../texts/serve.ts'
import { ServeDrawing } from './serve-drawing.tsx'
import { ServeSession } from './serve-session.tsx'
import '../../styles/hero.css'
import '../../styles/tables.css'
import './serve.css'

const { title, lede, command, commandLabel, ways, protocols } = serveTexts

const Code = ({ children, label }: { readonly children: string; readonly label: string }) => (
  <pre className="serve-code" tabIndex={0} role="region" aria-label={label}>
    {children}
  </pre>
)

const Hero = () => (
  <section className="hero wrap">
    <div className="hero-grid">
      <h1>
        {title[0]}
        <br />
        {title[1]}
      </h1>
      <div>
        <p className="lede">{lede}</p>
        <Code label={commandLabel}>{command}</Code>
      </div>
    </div>
  </section>
)

const Ways = () => (
  <section className="wrap serve-ways">
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
  <section className="wrap serve-protocols">
    <h2>{protocols.title}</h2>
    <p className="quiet sm">{protocols.aside}</p>
    <div role="region" aria-label={protocols.title} tabIndex={0}>
      <table className="tbl">
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
  </section>
)

/** Explains `netbox serve`: its purpose, a recorded session, the ways to use it, and its protocols. */
export const Serve = () => (
  <>
    <Hero />
    <ServeDrawing />
    <ServeSession />
    <Ways />
    <Protocols />
  </>
)
