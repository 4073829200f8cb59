/*
 * Loaded before the command: holds a run at its third step, whose wait is 1000 ms, until the file NETBOX_TEST_HOLD exists.
 * So a test sees the run while it is in progress, even on a busy machine.
 */
const { existsSync } = require('node:fs')

const { NETBOX_TEST_HOLD: file } = process.env
const { setTimeout: original } = globalThis
globalThis.setTimeout = (callback, delay, ...rest) => {
  if (delay !== 1000) return original(callback, delay, ...rest)
  const held = original(callback, 2 ** 31 - 1, ...rest)
  const look = setInterval(() => {
    if (!existsSync(file)) return
    clearInterval(look)
    clearTimeout(held)
    callback(...rest)
  }, 20).unref()
  return held
}
