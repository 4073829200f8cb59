import type { ReactNode } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { Hatched } from '../../components/ui/part-state.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'

/** The sheet of the earlier requests, with its heading. */
export const HistorySheet = ({ children }: { readonly children: ReactNode }) => (
  <Card isFlush id="history-title" title={migrationTexts.requests}>
    {children}
  </Card>
)

/** A placeholder for the requests while they load. */
export const LoadingRows = () => (
  <div className="border-t border-rule px-6 py-5 max-md:px-4" role="status">
    <Hatched label={migrationTexts.loading} lines={2} />
  </div>
)
