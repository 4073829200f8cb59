import {
  exercises,
  type PickerCategory,
  pickerCategories,
  pickerTools,
  scenarios,
  type ScenarioName,
  severities,
  type Severity,
  type Tool,
  type ToolDefinition,
} from '@netbox/core'

/** A column of the matrix. */
export interface MatrixTool {
  readonly tool: Tool & ToolDefinition
  readonly category: PickerCategory
  /** Whether the tool's page runs the tool and so accepts a scenario. */
  readonly isRunOnPage: boolean
  /** The input that a link fills in: most names are not those of mail servers, which the faults of mail servers need. */
  readonly input: string | undefined
}

/** A row of the matrix. */
export interface MatrixRow {
  readonly name: ScenarioName
  readonly title: string
  /** The worst finding by tool, in the order of the columns. */
  readonly cells: readonly (Severity | undefined)[]
}

/** Lists the tools of the home page, by category. */
export const matrixTools = (): MatrixTool[] =>
  pickerCategories.flatMap((category) =>
    pickerTools(category).map((tool: Tool & ToolDefinition) => ({
      tool,
      category,
      // If a tool needs an account, its page runs the real tool or asks the user to sign in.
      isRunOnPage: tool.picker?.requiresLogin !== true,
      input: tool.input.type === 'SMTP Details' ? tool.placeholder : undefined,
    })),
  )

const worstOf = (findings: Readonly<Record<string, Severity>> = {}): Severity | undefined =>
  severities.find((severity) => Object.values(findings).includes(severity))

/** Lists every scenario that changes a report, with its effect on each tool. The effects are from core's exercises, which tests verify. */
export const matrixRows = (): MatrixRow[] => {
  const tools = matrixTools()
  return scenarios
    .map(({ name, title }) => {
      const findings = name === 'random' ? {} : exercises[name].findings
      return { name, title, cells: tools.map(({ tool }) => worstOf(findings[tool.id])) }
    })
    .filter(({ cells }) => cells.some((cell) => cell !== undefined))
}
