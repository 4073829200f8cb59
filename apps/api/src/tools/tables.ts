import { table, type TableShape } from '../database/create-table.ts'

/** The number of a user's runs of a tool on a UTC day. */
export interface UsageTable {
  user_id: string
  tool: string
  day: string
  used: number
}

/** A recorded run of a tool. */
export interface RunTable {
  id: string
  user_id: string
  tool: string
  input: string
  seed: string
  scenario: string
  /** The id of the world document; null without one. */
  world: string | null
  at: string
  severity: string
  sentence: string
  created_at: number
}

/** A world document of a user's runs, stored once. */
export interface WorldDocumentTable {
  /** The hash of the user's id and the document. */
  id: string
  user_id: string
  /** The canonical form, as JSON. */
  document: string
  /** The time of the last run with it. */
  used_at: number
}

/** A tool that a user has run. The row stays after the runs themselves are deleted. */
export interface UsedToolTable {
  user_id: string
  tool: string
}

/** The tables of runs and their limits. */
export interface ToolTables {
  usage_counters: UsageTable
  runs: RunTable
  world_documents: WorldDocumentTable
  used_tools: UsedToolTable
}

/** The first tables of runs and their limits. */
export const toolTables: readonly TableShape[] = [
  table<UsageTable>({
    name: 'usage_counters',
    columns: { user_id: 'id', tool: 'word', day: 'id', used: 'count' },
    primaryKey: ['user_id', 'day', 'tool'],
    clustered: true,
    belongsTo: { user_id: 'users' },
    indexes: [['day']],
  }),
  table<RunTable>({
    name: 'runs',
    columns: {
      id: 'id',
      user_id: 'id',
      tool: 'word',
      input: 'text',
      seed: 'key',
      scenario: 'key',
      at: 'word',
      severity: 'word',
      sentence: 'text',
      created_at: 'milliseconds',
      world: 'text?',
    },
    // Runs are read by user, newest first, and written often. With this key and no other index, inserting a run writes one page.
    primaryKey: ['user_id', 'created_at', 'id'],
    clustered: true,
    belongsTo: { user_id: 'users' },
  }),
  table<WorldDocumentTable>({
    name: 'world_documents',
    columns: { id: 'word', user_id: 'id', document: 'text', used_at: 'milliseconds' },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [['used_at']],
  }),
  table<UsedToolTable>({
    name: 'used_tools',
    columns: { user_id: 'id', tool: 'word' },
    primaryKey: ['user_id', 'tool'],
    clustered: true,
    belongsTo: { user_id: 'users' },
  }),
]
