import { findTool, ToolError, type ToolRun } from '@netbox/core'
import { repeatRun } from './perform-run.ts'
import { anyWorld } from '../../lib/world/world.ts'
import { sharingTexts } from '../../texts/sharing.ts'
import { readShareLink } from './read-share-link.ts'

/** The target of a link to a run. */
export interface Replay {
  /** Absent if the link has no complete run. */
  readonly run?: ToolRun
  readonly problems: readonly string[]
  /** The remark that another version of the simulation made the link. */
  readonly remark?: string
}

/** Repeats the run of a link, without counting it. `state` is the browser's history state. */
export const replayLink = async (path: string, state?: unknown): Promise<Replay> => {
  const { pathname, searchParams, search } = new URL(path, location.origin)
  const tool = findTool(searchParams.get('tool') ?? pathname.replace(/^\/(?:tools\/)?/, ''))
  const {
    input,
    remark,
    problems,
    scenario = anyWorld.scenario,
    ...world
  } = (await readShareLink(search, state)) ?? {
    problems: [],
  }
  if (tool === undefined || input === undefined || world.seed === undefined || world.at === undefined)
    return { problems: problems.length === 0 ? [sharingTexts.noRun] : problems }
  if (problems.length > 0) return { problems }
  try {
    const { run } = await repeatRun({ tool, surface: 'home' }, { ...world, scenario, input })
    return { ...(run === null ? {} : { run }), problems, ...(remark === undefined ? {} : { remark }) }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { problems: [error.message] }
  }
}
