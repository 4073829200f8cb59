import type { User } from '@netbox/contract'
import { accountTexts } from '../../../texts/account.ts'
import { Section } from '../section.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export-data.tsx'

/** The actions on the user's stored data. */
export const DataPart = ({ user }: { readonly user: User }) => (
  <Section title={accountTexts.data.title} lead={accountTexts.data.lead}>
    <ExportData />
    <DeleteAccount user={user} />
  </Section>
)
