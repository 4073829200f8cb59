import '../../styles/report.css'
import './states.css'

/** Reserves the space of a report in its shape while it is made: hatched, without animation. */
export const ReportSkeleton = ({ label }: { readonly label: string }) => (
  <div className="card report skeleton" role="status">
    <p className="vh">{label}</p>
    <div className="rep-h">
      <i className="sk line" />
      <i className="sk marked" />
    </div>
    <div className="verdict">
      <i className="sk sentence" />
      <i className="sk sentence short" />
      <i className="sk line long" />
    </div>
    <div className="figs">
      {['a', 'b', 'c', 'd'].map((name) => (
        <div key={name}>
          <i className="sk line" />
          <i className="sk number" />
        </div>
      ))}
    </div>
    <div className="sec first">
      <i className="sk picture" />
    </div>
  </div>
)
