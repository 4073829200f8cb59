import { format } from 'oxfmt'
import { parseSync, Visitor } from 'vite'

/** @typedef {{ start: number, end: number, level: number, kind: string }} Part */

// The maximum number of lines for one export on a page. Longer declarations are folded.
const LINES = 60
const STYLE = { printWidth: 100, singleQuote: true, semi: false }
const FOLDED = { TSTypeLiteral: '{ _: _ }', TSTupleType: '[_]', TSTypeParameterInstantiation: '<_>' }

/** Rewrites constants that are functions as function declarations. */
const asFunctions = (code) =>
  parseSync('signature.d.ts', code)
    .program.body.map((statement) => statement.declaration ?? statement)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ start, end, declarations: [{ id }] }) => {
      const value = id.typeAnnotation?.typeAnnotation
      return value?.type === 'TSFunctionType' ? [{ start, end, name: id.name, value }] : []
    })
    .toReversed()
    .reduce((text, { start, end, name, value: { returnType, ...value } }) => {
      const result = code.slice(returnType.typeAnnotation.start, returnType.typeAnnotation.end)
      const called = `declare function ${name}${code.slice(value.start, returnType.start)}: ${result};`
      return text.slice(0, start) + called + text.slice(end)
    }, code)

/** Lists the parts of a declaration that can be folded, with their depth. */
const foldableParts = (code) => {
  const parts = []
  let level = 0
  const enter = (node) => parts.push({ start: node.start, end: node.end, level: level++, kind: node.type })
  const leave = () => level--
  const visitors = Object.keys(FOLDED).flatMap((type) => [
    [type, enter],
    [`${type}:exit`, leave],
  ])
  new Visitor(Object.fromEntries(visitors)).visit(parseSync('signature.d.ts', code).program)
  return parts
}

/** Replaces the parts at a level with placeholders that the formatter can parse. `tidy` turns them into ellipses. */
const foldBelow = (code, parts, level) =>
  parts
    .filter((part) => part.level === level)
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, kind }) => text.slice(0, start) + FOLDED[kind] + text.slice(end), code)

const tidy = async (code) => {
  const { code: text, errors } = await format('signature.d.ts', code, STYLE)
  if (errors.length > 0) throw new Error(`${errors[0].message} in\n${code}`)
  return text
    .trim()
    .replaceAll(/^(?:export )?declare /gm, '')
    .replaceAll(/^export /gm, '')
    .replaceAll('{ _: _ }', '{ … }')
    .replaceAll('[_]', '[…]')
    .replaceAll('<_>', '<…>')
}

/**
 * Formats an emitted declaration for readers: in the style of the sources, and without the paths of its types. Folds it from the deepest
 * level up, until it has at most `lines` lines.
 *
 * @param {string} declaration
 * @param {number} [lines]  The maximum number of lines.
 * @returns {Promise<string>}
 */
export const signatureOf = async (declaration, lines = LINES) => {
  const code = asFunctions(declaration.replaceAll(/import\("[^"]*"\)\./g, ''))
  const parts = foldableParts(code)
  const deepest = Math.max(-1, ...parts.map(({ level }) => level))
  let text = await tidy(code)
  for (let level = deepest; level >= 0 && text.split('\n').length > lines; level--)
    text = await tidy(foldBelow(code, parts, level))
  return text
}
