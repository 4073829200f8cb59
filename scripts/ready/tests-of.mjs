import { dirname, posix } from 'node:path'

const isQuickTest = (path) => /\.test\.tsx?$/.test(path) && !path.includes('.full.test.')

/**
 * Returns the tests of the quick set for changed files: a changed test itself, the test with the name of a changed file, and if a file has
 * none, all tests in its folder.
 *
 * @param {readonly string[]} changed Paths from the root.
 * @param {readonly string[]} files All files of the repository.
 * @returns {string[]}
 */
export const testsOf = (changed, files) => {
  const tests = files.filter(isQuickTest)
  const found = changed.flatMap((path) => {
    if (/\.test\.tsx?$/.test(path)) return isQuickTest(path) ? [path] : []
    const beside = tests.filter((test) => dirname(test) === dirname(path))
    const [stem] = posix.basename(path).split('.')
    const own = beside.filter((test) => posix.basename(test).split('.')[0] === stem)
    return own.length > 0 ? own : beside
  })
  return [...new Set(found)].toSorted()
}
