/** The number of a user's runs of a tool on a UTC day. */
export interface UsageTable {
  user_id: string
  tool: string
  day: string
  used: number
}

/** An acknowledged run. */
export interface RunTable {
  id: string
  user_id: string
  tool: string
  input: string
  seed: string
  scenario: string
  /** The world document in canonical form, as JSON; null if no facts were stated. */
  world: string | null
  at: string
  severity: string
  sentence: string
  created_at: number
}

/** A tool that a user ran, after the runs themselves are deleted. */
export interface UsedToolTable {
  user_id: string
  tool: string
}

/** The tables of tools that were run. */
export interface ToolTables {
  usage_counters: UsageTable
  runs: RunTable
  used_tools: UsedToolTable
}
