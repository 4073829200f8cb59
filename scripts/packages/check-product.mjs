import { compile, strictOptions } from './compile.mjs'
import { nodes } from './run.mjs'

const use = `
if (planCard('pro').price.monthly !== 9) throw new Error('unexpected: ' + JSON.stringify(planCard('pro')))
if (loginFailure('invalid_credentials').title !== 'Login failed') throw new Error('unexpected message')
`

/** Reads a plan card and a message from an ES module. */
export const checkProductImport = ({ root, write }) => {
  write('product.mjs', `import { loginFailure, planCard } from '@netbox/product'\n${use}`)
  return nodes(['product.mjs'], { cwd: root })
}

/** Does the same as `checkProductImport`, but from CommonJS. */
export const checkProductRequire = ({ root, write }) => {
  write('product.cjs', `const { loginFailure, planCard } = require('@netbox/product')\n${use}`)
  return nodes(['product.cjs'], { cwd: root })
}

const program = `
import { type Notice, planCard, statusAppearance } from '@netbox/product'

export const notice: Notice = { title: 'Copied', message: statusAppearance('valid').label }
export const price: number = planCard('pro').price.annual
// @ts-expect-error there is no such plan
export const nobody = planCard('gold')
`

/** Compiles a strict project that uses the texts with their types. */
export const checkProductTypes = (consumer) =>
  compile(consumer, 'product', program, { ...strictOptions, module: 'nodenext', lib: ['es2023'] })
