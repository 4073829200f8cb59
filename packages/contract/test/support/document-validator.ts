import { Ajv2020 } from 'ajv/dist/2020.js'
import { openapiDocument } from '../../src/openapi/openapi-document.ts'

/** The document that clients download: plain JSON. */
export const document = JSON.parse(JSON.stringify(openapiDocument())) as ReturnType<typeof openapiDocument>

// An independent validator, which knows every component of the document.
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': true, uri: true } })
ajv.addSchema({ $id: 'https://netbox.example/openapi', components: document.components })

/** Compiles a schema of the document. */
export const validator = (schema: unknown) => {
  // A schema of the document is an object.
  const absolute = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components', '"https://netbox.example/openapi#/components'),
  ) as object
  const validate = ajv.compile(absolute)
  return (value: unknown) =>
    validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
