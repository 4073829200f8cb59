import type { Queries } from '../../db/database.ts'
import type { ServiceControlTable } from '../../db/schema.ts'

/** Reads the switches, by name. */
export const listServices = (queries: Queries): Promise<ServiceControlTable[]> =>
  queries.selectFrom('service_controls').selectAll().orderBy('service_name').execute()
