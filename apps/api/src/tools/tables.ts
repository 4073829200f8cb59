import { type RowOf, table } from '../database/create-table.ts'

/** The number of a user's runs of a tool on a UTC day. */
const usageCounters = table('usage_counters', {
  columns: {
    user_id: 'id',
    tool: 'word',
    day: 'id',
    used: 'count',
  },
  primaryKey: ['user_id', 'day', 'tool'],
  clustered: true,
  belongsTo: { user_id: 'users' },
  indexes: [['day']],
})

/** A recorded run of a tool. */
export type RunTable = RowOf<typeof runs>
const runs = table('runs', {
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
    /** The id of the world document; null without one. */
    world: 'text?',
  },
  // Runs are read by user, newest first, and written often. With this key and no other index, inserting a run writes one page.
  primaryKey: ['user_id', 'created_at', 'id'],
  clustered: true,
  belongsTo: { user_id: 'users' },
})

/** A world document of a user's runs, stored once. */
export type WorldDocumentTable = RowOf<typeof worldDocuments>
const worldDocuments = table('world_documents', {
  columns: {
    /** The hash of the user's id and the document. */
    id: 'word',
    user_id: 'id',
    /** The canonical form, as JSON. */
    document: 'text',
    /** The time of the last run with it. */
    used_at: 'milliseconds',
  },
  belongsTo: { user_id: 'users' },
  indexes: [['used_at']],
})

/** A tool that a user has run. The row stays after the runs themselves are deleted. */
const usedTools = table('used_tools', {
  columns: {
    user_id: 'id',
    tool: 'word',
  },
  primaryKey: ['user_id', 'tool'],
  clustered: true,
  belongsTo: { user_id: 'users' },
})

/** The first tables of runs and their limits. */
export const toolTables = [usageCounters, runs, worldDocuments, usedTools] as const
