import { fieldsOf } from './schema-rows.mjs'
import { tableOf } from './tables.mjs'

// Rules answer with the records of domains and reply as routes do.
const isRepeated = (path) => /\.do\.(?:answer|reply)\./.test(path)

/** Returns the page with the fields of world files, from their JSON Schema. */
export const worldFieldsPage = (
  schema,
) => `<!-- Made by \`npm run reference\` from the JSON Schema. Edits here are lost. -->

# Fields of world files

[World files](../world-files.md) explains the fields with examples. \`NAME\` stands for a name, an address or a port. Answers and replies of rules have the
fields of records and of routes.
${Object.entries(schema.properties)
  .map(([section, property]) => {
    const rows = fieldsOf({ properties: { [section]: property } }).filter(([path]) => !isRepeated(path))
    return `
## ${section}

${tableOf(['field', 'value', 'meaning'], rows)}`
  })
  .join('\n')}
`
