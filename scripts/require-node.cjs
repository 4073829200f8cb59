/*
 * Ends with one sentence on a Node that can't run the project: `node -r ./scripts/require-node.cjs FILE`. It runs on any Node, before
 * the imports and the syntax of FILE, which fail on an old one. The programs of apps/api/dist contain it.
 */
'use strict'

var needed = require('../apps/api/package.json').engines.node.replace('>=', '')
var running = process.versions.node.split('.').map(Number)
var oldest = needed.split('.').map(Number)

if (running[0] < oldest[0] || (running[0] === oldest[0] && running[1] < oldest[1])) {
  process.stderr.write('netbox needs Node ' + needed + ' or newer; this is Node ' + process.versions.node + '.\n')
  process.exit(1)
}
