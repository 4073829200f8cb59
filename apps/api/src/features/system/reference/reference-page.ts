import { type Access, type EndpointDefinition, endpoints } from '@netbox/contract'
import { type OpenapiDocument, operationId, type OperationObject } from '@netbox/contract/openapi'
import { type Html, html, prose } from './html.ts'
import { type SchemaShape, schemaView } from './schema-view.ts'

interface Operation extends OperationObject {
  readonly method: string
  readonly path: string
}

const operationsOf = ({ paths, servers }: OpenapiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: `${servers[0]?.url ?? ''}${path}`,
    })),
  )

const callers: Readonly<Record<Access, string>> = {
  anyone: 'Anyone',
  refresh: 'The holder of the refresh token',
  bearer: 'Signed-in users',
  session: 'Signed-in users with a session',
  enterprise: 'Users on the enterprise plan, with a session',
  admin: 'Admins',
}

const accessOf = new Map(endpoints.map((endpoint: EndpointDefinition) => [operationId(endpoint.id), endpoint]))

const callersOf = (id: string): string => {
  const endpoint = accessOf.get(id)
  if (endpoint === undefined) return ''
  const { access, scope } = endpoint
  const token = scope === undefined ? 'an API token' : `an API token with the scope ${scope}`
  return `${callers[access]}${access === 'bearer' || scope !== undefined ? `, or ${token}` : ''}`
}

/** Returns the schema of a media type of the document. The casts are safe: all schemas in the document are JSON Schemas. */
const schemaOf = (media: object): SchemaShape => {
  if ('x-item-schema' in media) return media['x-item-schema'] as SchemaShape
  return 'schema' in media ? (media.schema as SchemaShape) : {}
}

const contentView = (content: Readonly<Record<string, object>>): Html[] =>
  Object.entries(content).map(
    ([type, media]) =>
      html`<p><code>${type}</code></p>
        ${schemaView(schemaOf(media))}`,
  )

const parametersView = (parameters: OperationObject['parameters']): Html | '' =>
  parameters === undefined
    ? ''
    : html`<h4>Parameters</h4>
        <ul>
          ${parameters.map(
            ({ name, in: place, required, schema }) =>
              // The cast is safe: all schemas in the document are JSON Schemas.
              html`<li>
                <b>${name}</b> in the ${place}${required ? '' : html` <i>optional</i>`}
                ${schemaView(schema as SchemaShape)}
              </li>`,
          )}
        </ul>`

const isSuccess = (status: string): boolean => status.startsWith('2')

const responsesView = (responses: OperationObject['responses']): Html => {
  const entries = Object.entries(responses)
  const good = entries.filter(([status]) => isSuccess(status))
  const bad = entries.filter(([status]) => !isSuccess(status))
  return html` ${good.map(
      ([status, { description, content }]) =>
        html`<h4>Response ${status}</h4>
          ${prose(description)}${contentView(content)}`,
    )}
    <h4>Errors</h4>
    <ul>
      ${bad.map(([status, { description }]) => html`<li><b>${status}</b> ${prose(description)}</li>`)}
    </ul>`
}

const operationView = ({
  operationId: name,
  method,
  path,
  summary,
  description,
  parameters,
  requestBody,
  responses,
}: Operation) =>
  html`<article id="${name}">
    <h3><span class="method">${method}</span> <code>${path}</code></h3>
    <p class="summary">${summary}.</p>
    ${description === undefined ? '' : prose(description)}
    <p class="who">${callersOf(name)}.</p>
    <details>
      <summary>Request and response</summary>
      ${parametersView(parameters)}
      ${
        requestBody === undefined
          ? ''
          : html`<h4>Body</h4>
              ${contentView(requestBody.content)}`
      }
      ${responsesView(responses)}
    </details>
  </article>`

const tagView = (document: OpenapiDocument, tag: OpenapiDocument['tags'][number]): Html => {
  const operations = operationsOf(document).filter(({ tags }) => tags.includes(tag.name))
  return html`<section>
    <h2>${tag.name}</h2>
    ${prose(tag.description)}${operations.map((operation) => operationView(operation))}
  </section>`
}

const schemasView = ({ components }: OpenapiDocument): Html =>
  html`<section>
    <h2>Shapes</h2>
    ${Object.entries(components.schemas).map(
      ([name, schema]) =>
        html`<article id="schema-${name}">
          <h3><code>${name}</code></h3>
          ${schemaView(schema as SchemaShape)}
        </article>`,
    )}
  </section>`

/** Writes the API reference as a page without scripts. */
export const referencePage = (document: OpenapiDocument): string => {
  const { title, version, description } = document.info
  const contents = operationsOf(document).map(
    ({ operationId: name, summary }) => html`<li><a href="#${name}">${summary}</a></li>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="docs.css" />
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p>Version ${version} · <a href="openapi.json">OpenAPI 3.1 document</a></p>
          ${prose(description)}
        </header>
        <nav aria-label="Contents">
          <details>
            <summary>Contents</summary>
            <ul>
              ${contents}
            </ul>
          </details>
        </nav>
        <main>${document.tags.map((tag) => tagView(document, tag))}${schemasView(document)}</main>
      </body>
    </html>`.html
}
