import { prerenderedPart, whenSeen } from '../../components/ui/page-boundary.tsx'

/** The faults on the home page. Their code loads when the visitor scrolls near, to make the links faster. */
export const FaultPlace = prerenderedPart({
  element: '[data-faults]',
  isNeeded: whenSeen,
  fallback: <div className="min-h-[460px]" />,
  load: async () => (await import('./fault-matrix.tsx')).FaultSection,
})
