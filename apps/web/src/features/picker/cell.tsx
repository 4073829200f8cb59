import { badges, type Tool, toolBadges, type ToolDefinition } from '@netbox/core'
import { Link } from 'wouter'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { homeTexts } from '../../texts/home.ts'

// Every tool asks for the captcha on this page: said at the panel, it need not be said at each cell.
const badgesOf = (tool: ToolDefinition): string[] => toolBadges(tool).filter((badge) => badge !== badges.captcha)

/** A tool with what it does, what it takes and what is free of it. */
export const FullCell = ({ tool }: { readonly tool: Tool }) => {
  const shown = badgesOf(tool)
  return (
    <Link className="cell" href={`/${tool.path}`}>
      <span className="hd">
        <ToolGlyph tool={tool.id} />
        {tool.name}
      </span>
      <span className="text">{tool.description}</span>
      <span className="ft">
        {tool.input.type}
        {shown.map((badge) => (
          <span key={badge} className="chip">
            {badge}
          </span>
        ))}
        {shown.length === 0 ? <span className="lim">{homeTexts.freeRuns(tool.limits.free)}</span> : null}
      </span>
    </Link>
  )
}

const Lock = () => (
  <svg className="i lk" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4" />
  </svg>
)

/** A tool by its name alone. */
export const CompactCell = ({ tool, isChosen }: { readonly tool: Tool; readonly isChosen: boolean }) => (
  <Link className="cell" href={`/${tool.path}`} aria-current={isChosen ? 'page' : undefined}>
    <span className="hd">
      <ToolGlyph tool={tool.id} />
      {tool.name}
    </span>
    {badgesOf(tool).map((badge) =>
      badge === badges.login ? (
        <span key={badge} className="lk" title={badge}>
          <Lock />
          <span className="vh">{badge}</span>
        </span>
      ) : (
        <span key={badge} className="chip">
          {badge}
        </span>
      ),
    )}
  </Link>
)
