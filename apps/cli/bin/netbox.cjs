#!/usr/bin/env node
/*
 * The launcher. It runs on any Node, so that an old one can report its version. If the command needs a newer Node, the
 * launcher looks for the one that npm installed with the project, and runs itself with it. In a clone without a build, it
 * runs the sources.
 */
'use strict'

var fs = require('fs')
var path = require('path')

var NEEDED = [22, 12]

function isOld(version) {
  var parts = version.split('.').map(Number)
  return parts[0] < NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] < NEEDED[1])
}

/** Prints why the command can't run. The process ends by itself after the message is written. */
function stop(sentence) {
  process.stderr.write(sentence + '\n')
  process.exitCode = 1
}

/** Looks for `node_modules/.bin/node` from this folder upward. */
function installedNode() {
  var name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (var folder = __dirname; ; folder = path.dirname(folder)) {
    var candidate = path.join(folder, 'node_modules', '.bin', name)
    if (fs.existsSync(candidate)) return candidate
    if (folder === path.dirname(folder)) return undefined
  }
}

function runWith(node, args) {
  var options = { stdio: 'inherit', env: Object.assign({}, process.env, { NETBOX_RELAUNCHED: '1' }) }
  var child = require('child_process').spawn(node, args.concat(process.argv.slice(2)), options)
  // The terminal sends its signals to both: this process stays until the other one has restored the terminal.
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      if (signal !== 'SIGINT') child.kill(signal)
    })
  })
  child.on('error', function (error) {
    stop('netbox could not start ' + node + ': ' + error.message)
  })
  child.on('exit', function (code, signal) {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

if (isOld(process.versions.node)) {
  var node = process.env.NETBOX_RELAUNCHED === '1' ? undefined : installedNode()
  if (node === undefined)
    stop('netbox needs Node ' + NEEDED.join('.') + ' or newer; this is Node ' + process.versions.node + '.')
  else runWith(node, [__filename])
} else {
  var main = path.join(__dirname, '..', 'dist', 'main.cjs')
  var source = path.join(__dirname, '..', 'src', 'main.ts')
  var loader = path.join(__dirname, '..', '..', '..', 'scripts', 'from-source.mjs')
  if (!fs.existsSync(main) && fs.existsSync(source) && installedNode() !== undefined) {
    var imported = '--import=' + require('url').pathToFileURL(loader).href
    runWith(process.execPath, ['--conditions=@netbox/source', imported, source])
  } else if (!fs.existsSync(main)) {
    stop("netbox is not built yet: run 'npm start' in the repository, which builds it.")
  } else {
    var cache = require('module').enableCompileCache
    if (cache !== undefined) cache()
    require(main)
  }
}
