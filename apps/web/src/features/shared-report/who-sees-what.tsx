import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { sharingTexts } from '../../texts/sharing.ts'
import * as chip from '../../components/ui/chip.module.css'
import * as tableStyles from '../../components/ui/table.module.css'
import * as styles from './shared-report.module.css'

const { who } = sharingTexts

type Answer = readonly [answer: 'pass' | 'warning' | 'no', note?: string]

const rows: readonly (readonly [name: string, ...answers: Answer[]])[] = [
  [who.anyone, ['pass'], ['pass', who.allowance], ['no']],
  [who.page, ['pass', who.card], ['no', who.opens], ['no']],
  [who.own, ['warning', who.facts], ['pass'], ['no']],
]

const Cell = ({ label, answer: [answer, note] }: { readonly label: string | undefined; readonly answer: Answer }) => (
  <td data-l={label}>
    {answer === 'no' ? (
      <span className={`${chip.st} non`} data-status>
        <AbsentGlyph />
        {who.no}
      </span>
    ) : (
      <Status severity={answer}>{who.yes}</Status>
    )}{' '}
    {note}
  </td>
)

/** Explains who sees which parts of a linked report. */
export const WhoSeesWhat = () => (
  <section className={styles.who}>
    <h2 id="who-sees-what">{who.title}</h2>
    <table className={tableStyles.tbl} aria-labelledby="who-sees-what">
      <thead>
        <tr>
          {who.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...answers]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {answers.map((answer, at) => (
              <Cell key={who.heads[at + 1]} label={who.heads[at + 1]} answer={answer} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
