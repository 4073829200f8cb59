import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fields, id, instant, lines, pasted } from '../entities/fields.ts'
import { planId } from '../entities/user.ts'
import { runEvent, toolRun, MAX_INPUT } from '../entities/run.ts'
import { tool, toolWithSchema } from '../entities/tool.ts'
import { monthlyVerifications, toolUsage } from '../entities/subscription.ts'
import { withinBounds, worldDocument } from '../entities/world-document.ts'

const toolParams = v.object({ id: id() })

/** The schema of a run's request. Core validates inputs, seeds and times. */
const runOrder = fields({
  // Core decides about control characters: a tool that reads pasted text replaces them.
  input: pasted(MAX_INPUT),
  seed: v.optional(v.nullable(lines(256))),
  scenario: v.optional(v.nullable(lines(256))),
  at: v.optional(v.nullable(v.union([lines(256), v.number()], 'Must be a time like 2026-01-01T00:00:00Z.'))),
  world: v.optional(v.nullable(worldDocument)),
  delay: v.optional(v.boolean('Must be true or false.'), false),
})

/** The endpoints of the catalogue, of runs and of their daily limits. */
export const toolEndpoints = [
  endpoint({
    id: 'tools.list',
    method: 'GET',
    path: '/tools',
    access: 'anyone',
    maxAge: 300,
    response: v.object({ tools: v.array(tool) }),
    errors: [],
    summary: 'Lists the tools',
  }),
  endpoint({
    id: 'tools.get',
    method: 'GET',
    path: '/tools/{id}',
    access: 'anyone',
    maxAge: 300,
    params: toolParams,
    response: v.object({ tool: toolWithSchema }),
    errors: ['not_implemented'],
    summary: 'Describes a tool, with the shape of its results',
    description: 'Accepts the id, the path or any other name of the tool.',
  }),
  endpoint({
    id: 'tools.run',
    method: 'POST',
    path: '/tools/{id}/run',
    access: 'bearer',
    feature: 'tool_api',
    scope: 'tools:run',
    params: toolParams,
    body: v.pipe(runOrder, withinBounds<v.InferOutput<typeof runOrder>>()),
    example: { input: 'shop.example', seed: 'k3f9', scenario: 'mx-down' },
    response: toolRun,
    simulated: true,
    stream: { type: 'text/event-stream', item: runEvent },
    errors: [
      'rate_limited',
      'input_required',
      'invalid_input',
      'upgrade_required',
      'daily_limit_reached',
      'not_implemented',
      'service_off',
    ],
    summary: 'Runs a tool on a simulated internet',
    description:
      'The result is simulated and marked as such. The same seed, scenario, time and world give the same result. `scenario` is a name, ' +
      'a combination such as `mx-down+spf-permerror`, a fault of one domain such as `mx-down:shop.example`, or a timeline of ' +
      'faults that begin and end, such as `mx-down@10:00..10:30`. `world` states facts of your own, as a world file does, in at most 16 kB; ' +
      'an error names the field in `errors`. A refused or failed run does not count. With `Accept: text/event-stream` the events of the run are sent as they happen.',
  }),
  endpoint({
    id: 'usage.list',
    method: 'GET',
    path: '/usage',
    access: 'bearer',
    scope: 'usage:read',
    response: v.object({
      plan: planId(),
      day: v.string(),
      reset: instant(),
      usage: v.array(toolUsage),
      verifications: monthlyVerifications,
    }),
    errors: [],
    summary: "Lists today's runs of every tool and the month's verifications against their limits",
  }),
] as const
