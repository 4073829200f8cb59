// The document
export { openapiDocument, type OpenapiDocument } from './openapi-document.ts'

// Its parts
export { operationId, type OperationObject, type ParameterObject } from './operation.ts'
export type { ResponseObject } from './error-responses.ts'
export type { SchemaObject } from './component-schemas.ts'
