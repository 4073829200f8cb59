import { labels, type Tool, toolBadges, type ToolDefinition } from '@netbox/core'
import { homeTexts } from '../../texts/home.ts'
import '../../styles/panel.css'

const SourceNode = () => (
  <span className="node">
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <circle className="node-source" cx="9" cy="9" r="8" />
    </svg>
  </span>
)

const Field = ({ tool }: { readonly tool: Tool & ToolDefinition }) => {
  const shared = { id: 'tool-input', className: 'input', placeholder: labels.inputPlaceholder(tool.input.type) }
  return (
    <div className="field">
      <label htmlFor={shared.id}>{tool.input.type}</label>
      {tool.input.multiline === true ? (
        <textarea {...shared} rows={6} spellCheck={false} />
      ) : (
        <input {...shared} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      )}
    </div>
  )
}

/** The first stage: what is asked, of which tool. */
export const AskSheet = ({ tool }: { readonly tool: Tool }) => (
  <section className="stage" aria-labelledby="tool-name">
    <div className="side">
      <b>Ask</b>
      <span>{homeTexts.freeRuns(tool.limits.free)}</span>
    </div>
    <SourceNode />
    <div className="body">
      <div className="card">
        <div className="pad">
          <div className="panel-h">
            <h2 id="tool-name">{tool.name}</h2>
            {toolBadges(tool).map((badge) => (
              <span key={badge} className="chip">
                {badge}
              </span>
            ))}
          </div>
          <form className="run">
            <Field tool={tool} />
            <div className="captcha" role="status">
              {labels.loadingCaptcha}
            </div>
            <button className="btn go" disabled>
              {labels.analyze}
            </button>
          </form>
        </div>
      </div>
    </div>
  </section>
)
