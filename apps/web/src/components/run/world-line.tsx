import { Link } from 'wouter'
import { drawWorld, useWorld } from '../../lib/visit.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { TextButton } from '../ui/button.tsx'

/** Shows the world of the visit, with a button that draws another and a link to the page that changes it. */
export const WorldLine = () => {
  const { seed } = useWorld()
  return (
    <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-t border-rule pt-3 text-sm text-ink-2 max-[380px]:[&>span]:min-h-[2lh] [&_.mono]:text-ink">
      {seed === undefined ? (
        <span>{toolRunTexts.worldToCome}</span>
      ) : (
        <span>
          {toolRunTexts.world} <span className="mono">{seed}</span> · {toolRunTexts.kept} ·{' '}
          <TextButton onClick={drawWorld}>{toolRunTexts.newWorld}</TextButton>
        </span>
      )}
      <Link className="md:ml-auto" href="/world">
        {toolRunTexts.changeWorld}
      </Link>
    </div>
  )
}
