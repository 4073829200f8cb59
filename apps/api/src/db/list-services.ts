import type { Queries } from './database.ts'
import type { ServiceControlTable } from './schema.ts'

/** Lists the services that admins can switch, by name. */
export const listServices = (queries: Queries): Promise<ServiceControlTable[]> =>
  queries.selectFrom('service_controls').selectAll().orderBy('service_name').execute()
