import { severityWords } from '@netbox/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { faultTexts } from '../../texts/faults.ts'
import { whenSeen } from './when-seen.ts'
import './fault-matrix.css'

const load = async (): Promise<{ default: ComponentType }> => {
  const { FaultMatrix } = await import('./fault-matrix.tsx')
  return { default: FaultMatrix }
}

/*
 * The matrix is in the prerendered page, with links that lead somewhere. Its code, which only makes those links faster, comes
 * when somebody gets near it; until then React leaves that part of the page as it is.
 */
const Matrix = import.meta.env.SSR
  ? (await load()).default
  : lazy(async () => {
      await whenSeen('.matrix')
      return load()
    })

// One element, made once: React must not be asked to draw it anew while it waits.
const matrix = (
  <Suspense fallback={<div className="matrix-place" />}>
    <Matrix />
  </Suspense>
)

/** Shows what each fault does to each tool. */
export const FaultSection = () => (
  <section className="faults wrap" aria-labelledby="faults-title">
    <h2 id="faults-title">{faultTexts.title}</h2>
    <p>
      {faultTexts.lede} <Status severity="critical">{severityWords.critical.label}</Status>{' '}
      <Status severity="warning">{severityWords.warning.label}</Status>
    </p>
    {matrix}
  </section>
)
