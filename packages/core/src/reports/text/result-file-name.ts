import type { ToolRun } from '../../runs/run.ts'

/**
 * Names the file that a result is saved to: tool id and time stamp, the one of the execution id. Source: spec §9.
 *
 * @example
 * resultFileName({ tool: 'mx-record', at: '2026-01-01T00:00:00.000Z' }) // => 'mx-record-1767225600000.txt'
 */
export const resultFileName = ({ tool, at }: Pick<ToolRun, 'tool' | 'at'>): string => `${tool}-${Date.parse(at)}.txt`
