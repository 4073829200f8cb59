import { anchorOf, tableOf } from './tables.mjs'
import { fieldsOf, typeOf } from './schema-rows.mjs'

const GENERATED = '<!-- Made by `npm run reference` from the OpenAPI document. Edits here are lost. -->\n'

/** Returns the file name of the page of a group of endpoints. */
const fileOf = (tag) => `${tag.toLowerCase().replaceAll(' ', '-')}.md`

const endpointsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      heading: `${method.toUpperCase()} ${path}`,
      tag: operation.tags[0],
    })),
  )

/** Describes who may call an operation, from the alternatives in its `security`. */
const whoMayCall = ({ security, tag }) => {
  if (security.length === 0) return 'anyone'
  const kinds = security.map((scheme) => {
    if ('session' in scheme) return tag === 'Admin' ? "an admin's session" : 'a session'
    if (!('apiToken' in scheme)) return 'visitors'
    return scheme.apiToken.length === 0 ? 'an API token' : `an API token with \`${scheme.apiToken.join('`, `')}\``
  })
  return kinds.join(', or ')
}

/** Describes how often one address may call an operation. */
const howOften = (rateLimit) => {
  if (rateLimit === undefined) return ''
  const { points, seconds, shared } = rateLimit
  const time = seconds === 3600 ? 'an hour' : seconds === 60 ? 'a minute' : `in ${seconds / 60} minutes`
  return ` Calls from one address: ${points} ${time}${shared ? '' : ', per process'}.`
}

const part = (title, text) => (text === undefined || text === '' ? '' : `**${title}**\n\n${text}\n\n`)

const fields = (schema) => {
  if (schema === undefined) return ''
  // Shows each of several possible shapes, unless they are named schemas.
  if (schema.oneOf?.every(({ properties }) => properties !== undefined))
    return schema.oneOf.map((one) => fields(one)).join('\n\nor\n\n')
  const rows = fieldsOf(schema)
  if (rows.length === 0) return `${typeOf(schema)}\n`
  return tableOf(['field', 'type', 'rules'], rows)
}

const parameters = (all = []) =>
  all.length === 0
    ? ''
    : tableOf(
        ['parameter', 'type', 'rules'],
        all.map(({ name, schema, in: place, description = '' }) => {
          const [[, type, rules]] = fieldsOf({ type: 'object', properties: { [name]: schema }, required: [name] })
          return [`\`${name}\` in the ${place}`, type, [description, rules].filter(Boolean).join(' ')]
        }),
      )

const example = (value) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** Describes the successful responses, by status. */
const answers = (responses) =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(([status, { description, content = {} }]) => {
      const text = fields(content['application/json']?.schema)
      return `**Answer** ${status}: ${description}\n\n${text === '' ? '' : `${text}\n\n`}`
    })
    .join('')

/** Describes the error responses: the codes of each status. */
const failures = (responses) =>
  tableOf(
    ['status', 'what it means, codes'],
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 300)
      .map(([status, { description }]) => [status, description]),
  )

const endpointSection = ({ heading, summary, description, requestBody, responses, ...operation }) => {
  const body = requestBody?.content?.['application/json']
  return `## ${heading}

${summary}.${description === undefined ? '' : ` ${description}`}

Access: ${whoMayCall(operation)}.${howOften(operation.rateLimit)}

${part('Parameters', parameters(operation.parameters))}${part('Body', fields(body?.schema))}${
    body?.example === undefined ? '' : `${example(body.example)}\n\n`
  }${answers(responses)}${part('Failures', failures(responses))}`
}

const tagPage = ({ name, description }, endpoints) =>
  `${GENERATED}
# ${name}

${description} [The API](README.md) explains requests and errors.

${endpoints.map(endpointSection).join('').trimEnd()}
`

const errorRows = ({ components }) =>
  Object.values(components.examples).map(({ value }) => [`\`${value.code}\``, value.error])

const indexPage = (document, endpoints) =>
  `${GENERATED}
# The HTTP API

${document.info.description}

All paths are below \`/api\`. Request and response bodies are JSON. Signed-in users send \`Authorization: Bearer\` with the access token of a session or with an
API token. The OpenAPI 3.1 document of a running service is at \`/api/openapi.json\`. For a walk-through, see the
[tutorial](../tutorials/api.md).

${document.tags
  .map(({ name, description }) => {
    const own = endpoints.filter(({ tag }) => tag === name)
    const rows = own.map((endpoint) => [
      `[${endpoint.heading}](${fileOf(name)}#${anchorOf(endpoint.heading)})`,
      endpoint.summary,
      whoMayCall(endpoint),
    ])
    return `## ${name}\n\n${description}\n\n${tableOf(['endpoint', 'what it does', 'who may call'], rows)}\n`
  })
  .join('\n')}
## Failures

Each failure has a stable code, and a sentence for people, which may change. All failures have the same [shape](entities.md#apierror).

${tableOf(['code', 'example sentence'], errorRows(document))}
`

// Returns whether a component is the result or run of a single tool. The tools' pages describe these.
const isOfTool = (name) => /(?:Result|Run)$/.test(name) && name !== 'ToolRun'

const about = ({ description }) => ({ description: `${description} This example is an MX lookup.` })

const entitiesPage = ({ components }) =>
  `${GENERATED}
# Entities

The schemas of requests and responses. The result of each tool is on its [page](../tools/README.md).

${Object.entries(components.schemas)
  .filter(([name]) => !isOfTool(name))
  // The runs of all tools have the same fields, except the result, so the run of one tool represents them all.
  .map(([name, schema]) => [
    name,
    name === 'ToolRun' ? { ...components.schemas.MxRecordRun, ...about(schema) } : schema,
  ])
  .map(
    ([name, schema]) =>
      `## ${name}\n\n${schema.description ? `${schema.description}\n\n` : ''}${fields(schema).trimEnd()}\n`,
  )
  .join('\n')}`

/** Returns the pages of the API, by their path relative to docs/api/. `rateLimits` has the limits by method and path. */
export const apiPages = (document, rateLimits) => {
  const endpoints = endpointsOf(document).map((one) => ({ ...one, rateLimit: rateLimits.get(one.heading) }))
  return new Map([
    ['README.md', indexPage(document, endpoints)],
    ['entities.md', entitiesPage(document)],
    ...document.tags.map((tag) => [
      fileOf(tag.name),
      tagPage(
        tag,
        endpoints.filter((endpoint) => endpoint.tag === tag.name),
      ),
    ]),
  ])
}
