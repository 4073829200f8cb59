import { expect, it } from 'vitest'
import { document, validator } from '../../test/support/document-validator.ts'

it('the OpenAPI document has only schemas that compile as JSON Schema 2020-12', () => {
  for (const schema of Object.values(document.components.schemas)) expect(validator(schema)).toBeTypeOf('function')
})
